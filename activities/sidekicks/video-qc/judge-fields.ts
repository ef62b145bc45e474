import { lengthOf, type TimeRange } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import type { Finding } from '../finding.ts';
import { stretchFinding } from './stretch-finding.ts';
import type { FieldCounts } from './watch-fields.ts';

/** Of the pictures that tell anything, how many must look interlaced for all to be; ours. */
const interlacedShare = 0.55;
/** A file has one order of fields: where pictures look like both, it is their pattern that looks so; ours. */
const sameOrderShare = 0.8;
/** With 3:2 pulldown, one picture in five repeats its top field, and one its bottom field; some are not noticed. */
const repeatedShare = { least: 0.08, most: 0.3 };

interface Window extends TimeRange {
  counts: FieldCounts;
  kind: 'interlaced' | 'progressive' | 'unknown';
}

/**
 * Stretches whose pictures consist of fields of two moments.
 * @param fieldOrder as the stream says: `progressive`, `tt`, `bb`, `tb`, `bt`, `unknown` or nothing
 * @param rate pictures in a second
 */
export function judgeFields(
  seen: readonly FieldCounts[],
  fieldOrder: string | undefined,
  rate: number,
): Finding[] {
  const windows = seen.slice(1).map((counts, at) => windowOf(seen[at]!, counts));
  const interlaced = windows.filter(({ kind }) => kind === 'interlaced');
  const [top, bottom] = [sum(interlaced, 'topFirst'), sum(interlaced, 'bottomFirst')];
  if (Math.max(top, bottom) < sameOrderShare * (top + bottom)) return [];
  const isLabelled = ['tt', 'bb', 'tb', 'bt'].includes(fieldOrder ?? '');
  const order = top > bottom ? 'top' : 'bottom';
  return stretchesOf(windows).flatMap((stretch) => {
    const range = { startSeconds: stretch[0]!.startSeconds, endSeconds: stretch.at(-1)!.endSeconds };
    const ruleCode = hasPulldown(stretch, rate)
      ? 'scan.pulldown'
      : isLabelled
        ? 'scan.interlaced'
        : 'scan.mislabelled';
    if (lengthOf(range) < findRule(ruleCode)!.rule.threshold!) return [];
    return [stretchFinding(ruleCode, range, { ...words[ruleCode], more: `The ${order} field comes first.` })];
  });
}

const words = {
  'scan.pulldown': {
    what: 'Film with repeated fields',
    reasoning:
      'Film of 24 pictures a second was stretched to 30 by repeating fields: two pictures in five show combs on what moves, ' +
      'and motion is uneven.',
    action: 'convert',
    resolution: (span: string) => `Remove the pulldown ${span} and deliver the film at its own frame rate.`,
  },
  'scan.interlaced': {
    what: 'Interlaced picture',
    reasoning: 'Screens and players of the web show combs on what moves, unless they deinterlace.',
    action: 'convert',
    resolution: (span: string) => `Deinterlace the picture ${span} for delivery to the web.`,
  },
  'scan.mislabelled': {
    what: 'Interlaced picture that is not said to be',
    reasoning:
      'The stream is not marked as interlaced, so no player deinterlaces it and what moves shows combs.',
    action: 'convert',
    resolution: (span: string) =>
      `Deinterlace the picture ${span}, or mark the stream with its order of fields.`,
  },
};

function windowOf(before: FieldCounts, after: FieldCounts): Window {
  const counts = { ...after };
  for (const name of Object.keys(before) as (keyof FieldCounts)[]) counts[name] = after[name] - before[name];
  const { topFirst, bottomFirst, progressive } = counts;
  const told = topFirst + bottomFirst + progressive;
  const kind =
    told < 3
      ? 'unknown'
      : Math.max(topFirst, bottomFirst) >= interlacedShare * told
        ? 'interlaced'
        : 'progressive';
  return { startSeconds: before.seconds, endSeconds: after.seconds, counts, kind };
}

/** Runs of interlaced windows; between two of them, still picture tells nothing. */
function stretchesOf(windows: readonly Window[]): Window[][] {
  const stretches: Window[][] = [];
  let run: Window[] = [];
  for (const window of windows) {
    if (window.kind === 'progressive') run = [];
    else if (window.kind === 'unknown' && run.length === 0) continue;
    else if (run.push(window) === 1) stretches.push(run);
  }
  return stretches.map((stretch) =>
    stretch.slice(0, stretch.findLastIndex(({ kind }) => kind === 'interlaced') + 1),
  );
}

function hasPulldown(stretch: readonly Window[], rate: number): boolean {
  const pictures = stretch.reduce((all, window) => all + lengthOf(window) * rate, 0);
  const repeated = [sum(stretch, 'repeatedTop') / pictures, sum(stretch, 'repeatedBottom') / pictures];
  return (
    Math.abs(rate - 30) < 0.1 &&
    repeated.every((share) => share >= repeatedShare.least && share <= repeatedShare.most)
  );
}

function sum(windows: readonly Window[], name: keyof FieldCounts): number {
  return windows.reduce((all, { counts }) => all + counts[name], 0);
}
