import { lengthOf, type TimeRange } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import type { Finding } from '../finding.ts';
import { stretchFinding } from './stretch-finding.ts';
import type { FieldCounts } from './watch-fields.ts';

/** Of the pictures that tell anything, how many must look interlaced for all to be; ours. */
const interlacedShare = 0.55;
/**
 * A stretch counts if the pictures of the other order in all of the file are at most half as many as its own; ours. A file
 * has one order of fields, while what moves up and down by a line a picture looks like fields of the one and the other.
 */
const mostOfOtherOrder = 0.5;
/** With 3:2 pulldown, one picture in five repeats its top field, and one its bottom field; some are not noticed. */
const repeatedShare = { least: 0.08, most: 0.3 };

interface Window extends TimeRange {
  counts: FieldCounts;
  kind: FieldOrder | 'progressive' | 'unknown';
}

type FieldOrder = 'topFirst' | 'bottomFirst';
const isInterlaced = (window: Window): window is Window & { kind: FieldOrder } =>
  window.kind === 'topFirst' || window.kind === 'bottomFirst';

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
  const pictures = { topFirst: 0, bottomFirst: 0 };
  for (const { kind, counts } of windows.filter(isInterlaced)) pictures[kind] += counts[kind];
  const isLabelled = ['tt', 'bb', 'tb', 'bt'].includes(fieldOrder ?? '');
  return stretchesOf(windows).flatMap((stretch) => {
    const order = stretch[0]!.kind as FieldOrder;
    const other = order === 'topFirst' ? 'bottomFirst' : 'topFirst';
    if (pictures[other] > mostOfOtherOrder * sum(stretch, order)) return [];
    const range = { startSeconds: stretch[0]!.startSeconds, endSeconds: stretch.at(-1)!.endSeconds };
    const ruleCode = hasPulldown(stretch, rate)
      ? 'scan.pulldown'
      : isLabelled
        ? 'scan.interlaced'
        : 'scan.mislabelled';
    if (lengthOf(range) < findRule(ruleCode)!.rule.threshold!) return [];
    return [
      stretchFinding(ruleCode, range, {
        ...words[ruleCode],
        more: `The ${fieldNames[order]} field comes first.`,
      }),
    ];
  });
}

const fieldNames = { topFirst: 'top', bottomFirst: 'bottom' };

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
      : topFirst >= interlacedShare * told
        ? 'topFirst'
        : bottomFirst >= interlacedShare * told
          ? 'bottomFirst'
          : 'progressive';
  return { startSeconds: before.seconds, endSeconds: after.seconds, counts, kind };
}

/** Runs of windows of one order of fields; between two of them, still picture tells nothing. */
function stretchesOf(windows: readonly Window[]): Window[][] {
  const stretches: Window[][] = [];
  let run: Window[] = [];
  for (const window of windows) {
    if (window.kind === 'unknown') {
      if (run.length > 0) run.push(window);
      continue;
    }
    if (window.kind !== run[0]?.kind) run = [];
    if (isInterlaced(window) && run.push(window) === 1) stretches.push(run);
  }
  return stretches.map((stretch) => stretch.slice(0, stretch.findLastIndex(isInterlaced) + 1));
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
