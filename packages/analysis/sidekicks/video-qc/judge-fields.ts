import { lengthOf, overlapping, type TimeRange } from '../../contract/time-ranges.ts';
import { findingsOrOne } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import type { VideoRules } from './rules.ts';
import { stretchFinding } from './stretch-finding.ts';
import type { FieldCounts, FieldMeasurements } from './watch-fields.ts';

/**
 * Minimum share (0–1) of a window's classified frames with the same field order, so that the window counts as
 * interlaced. A window is the time between two `FieldCounts`. Chosen by this project.
 */
const minInterlacedShare = 0.55;
/**
 * Maximum ratio of the frames of the opposite field order in the whole file to the frames of a stretch that have its
 * field order. Above the ratio, the stretch is not reported. A file has one field order, but vertical movement by one
 * line per frame looks like either order. Chosen by this project.
 */
const maxOtherOrderRatio = 0.5;
/**
 * Minimum and maximum share (0–1) of frames that repeat their top field, and of frames that repeat their bottom field,
 * in 3:2 pulldown. The true share is one frame in five for each field, but the detector does not find every repetition.
 */
const repeatedShare = { min: 0.08, max: 0.3 };

/** Minimum share (0–1) of faint changes in a window whose frames show no field order. Chosen by this project. */
const minFaintShare = 0.9;

interface Window extends TimeRange {
  counts: FieldCounts;
  kind: FieldOrder | 'progressive' | 'unknown';
}

type FieldOrder = 'topFirst' | 'bottomFirst';
const isInterlaced = (window: Window): window is Window & { kind: FieldOrder } =>
  window.kind === 'topFirst' || window.kind === 'bottomFirst';

/**
 * Returns findings for interlaced stretches and for film with 3:2 pulldown (telecine).
 * @param fieldOrder field order in the stream header: `progressive`, `tt`, `bb`, `tb`, `bt`, `unknown` or undefined
 * @param rate frames per second
 */
export function judgeFields(
  { counts: seen, faint }: FieldMeasurements,
  fieldOrder: string | undefined,
  rate: number,
  rules: VideoRules,
): Finding[] {
  const windows = seen.slice(1).map((counts, at) => {
    const window = windowOf(seen[at]!, counts);
    const faintSeconds = overlapping(faint, window).reduce((sum, range) => sum + lengthOf(range), 0);
    const isFaint = faintSeconds >= minFaintShare * lengthOf(window);
    return isFaint ? { ...window, kind: 'unknown' as const } : window;
  });
  const pictures = { topFirst: 0, bottomFirst: 0 };
  for (const { kind, counts } of windows.filter(isInterlaced)) pictures[kind] += counts[kind];
  const isLabelled = ['tt', 'bb', 'tb', 'bt'].includes(fieldOrder ?? '');
  const found: Record<keyof typeof texts, { range: TimeRange; order: FieldOrder }[]> = {
    'scan.pulldown': [],
    'scan.interlaced': [],
    'scan.mislabelled': [],
  };
  for (const stretch of stretchesOf(windows)) {
    const order = stretch[0]!.kind as FieldOrder;
    const other = order === 'topFirst' ? 'bottomFirst' : 'topFirst';
    if (pictures[other] > maxOtherOrderRatio * sum(stretch, order)) continue;
    const range = { startSeconds: stretch[0]!.startSeconds, endSeconds: stretch.at(-1)!.endSeconds };
    const ruleCode = hasPulldown(stretch, rate)
      ? 'scan.pulldown'
      : isLabelled
        ? 'scan.interlaced'
        : 'scan.mislabelled';
    if (lengthOf(range) >= rules[ruleCode].threshold) found[ruleCode].push({ range, order });
  }
  return (Object.keys(found) as (keyof typeof texts)[]).flatMap((ruleCode) => {
    const { many, ...parts } = texts[ruleCode];
    return findingsOrOne(
      { what: many, most: 'longest', places: found[ruleCode], haveOneCause: true },
      ({ range, order }) =>
        stretchFinding(rules[ruleCode], range, {
          ...parts,
          more: `The ${fieldNames[order]} field is first.`,
        }),
    );
  });
}

const fieldNames = { topFirst: 'top', bottomFirst: 'bottom' };

const texts = {
  'scan.pulldown': {
    what: 'Film with repeated fields',
    many: 'stretches of film with repeated fields',
    reasoning:
      'Film at 24 pictures per second was converted to 30 by repeating fields (3:2 pulldown, telecine). Two pictures in five ' +
      'show combing on moving edges, and motion is uneven.',
    action: 'convert',
    resolution: (span: string) =>
      `Remove the pulldown ${span} and deliver the film at its original frame rate.`,
  },
  'scan.interlaced': {
    what: 'Interlaced picture',
    many: 'interlaced stretches',
    reasoning: 'Web players and computer screens show combing on moving edges unless they deinterlace.',
    action: 'convert',
    resolution: (span: string) => `Deinterlace the picture ${span} for delivery to the web.`,
  },
  'scan.mislabelled': {
    what: 'Interlaced picture that is not marked as interlaced',
    many: 'interlaced stretches that are not marked as interlaced',
    reasoning:
      'The stream is not marked as interlaced, so players do not deinterlace it and moving edges show combing.',
    action: 'convert',
    resolution: (span: string) => `Deinterlace the picture ${span}, or mark the stream with its field order.`,
  },
};

function windowOf(before: FieldCounts, after: FieldCounts): Window {
  const counts = { ...after };
  for (const name of Object.keys(before) as (keyof FieldCounts)[]) counts[name] = after[name] - before[name];
  const { topFirst, bottomFirst, progressive } = counts;
  const classified = topFirst + bottomFirst + progressive;
  const kind =
    classified < 3
      ? 'unknown'
      : topFirst >= minInterlacedShare * classified
        ? 'topFirst'
        : bottomFirst >= minInterlacedShare * classified
          ? 'bottomFirst'
          : 'progressive';
  return { startSeconds: before.seconds, endSeconds: after.seconds, counts, kind };
}

/**
 * Returns runs of interlaced windows with the same field order. An `unknown` window between two of them does not end
 * the run: still frames show no field order.
 */
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
    repeated.every((share) => share >= repeatedShare.min && share <= repeatedShare.max)
  );
}

function sum(windows: readonly Window[], name: keyof FieldCounts): number {
  return windows.reduce((all, { counts }) => all + counts[name], 0);
}
