import { findRule } from '../catalogue.ts';
import type { Finding } from '../finding.ts';
import { fact } from './judge-format.ts';
import type { SeenPictures } from './watch-pictures.ts';

/** ITU-R BT.2020's; 48, 100, 48/1.001 and 120/1.001 are our choice. */
const standardRates = [
  ...[24, 25, 30, 48, 50, 60, 100, 120],
  ...[24, 30, 48, 60, 120].map((rate) => rate / 1.001),
];

/** Containers may round times to milliseconds. */
const roundingSeconds = 0.0015;
/** How much longer or shorter than usual a picture may be shown, as a share. */
const evenShare = 0.1;

/** Pictures in a second, from the times of the pictures that were decoded; null where there is but one. */
export function measuredRate({ count, firstSeconds, lastSeconds }: SeenPictures): number | null {
  return count > 1 && lastSeconds > firstSeconds ? (count - 1) / (lastSeconds - firstSeconds) : null;
}

/** A frame rate that changes, or that is none of the usual ones. */
export function judgeRate(seen: SeenPictures, rate: number): Finding[] {
  const uneven = unevenPercent(seen);
  const { threshold } = findRule('format.variable_frame_rate')!.rule;
  if (uneven >= threshold!) {
    const [least, most] = [Math.min, Math.max].map((of) =>
      of(...seen.intervals.map(([tenths]) => tenths / 10)),
    );
    return [
      fact('format.variable_frame_rate', uneven, {
        summary: `The frame rate varies: ${uneven} % of the pictures are shown for another time than most`,
        details:
          `Pictures follow each other after ${least} to ${most} ms, ${rate.toFixed(3)} a second on average; ` +
          `${uneven} % differ from the usual time by more than ${evenShare * 100} %, where ${threshold} % is reported.`,
        headline: 'Variable frame rate',
        reasoning:
          'Editing and broadcast systems count frames: motion becomes uneven and sound runs out of step.',
        action: 'convert',
        resolution: 'Convert to a constant frame rate.',
      }),
    ];
  }
  const nearest = standardRates.reduce((a, b) => (Math.abs(b - rate) < Math.abs(a - rate) ? b : a));
  const offPercent = (Math.abs(rate - nearest) / nearest) * 100;
  const roundingPercent = (2 * roundingSeconds * 100) / Math.max(seen.lastSeconds - seen.firstSeconds, 0.1);
  if (offPercent <= findRule('format.frame_rate')!.rule.threshold! + roundingPercent) return [];
  return [
    fact('format.frame_rate', Number(offPercent.toFixed(2)), {
      summary: `The frame rate of ${rate.toFixed(3)} is not a usual one`,
      details: `${rate.toFixed(3)} pictures a second were decoded; the nearest usual frame rate is ${nearest.toFixed(3)}.`,
      headline: `${rate.toFixed(3)} pictures a second`,
      reasoning: 'Conversion to a usual frame rate drops or repeats pictures, so that motion becomes uneven.',
      action: 'convert',
      resolution: `Deliver the picture at a usual frame rate, such as ${nearest.toFixed(3)}.`,
    }),
  ];
}

/** How many pictures in a hundred are shown for longer or shorter than most. */
function unevenPercent({ intervals }: SeenPictures): number {
  const sorted = [...intervals].sort(([a], [b]) => a - b);
  const all = sorted.reduce((sum, [, times]) => sum + times, 0);
  let before = 0;
  const median = sorted.find(([, times]) => (before += times) * 2 >= all)?.[0] ?? 0;
  const allowed = Math.max(roundingSeconds * 10_000, median * evenShare);
  const uneven = sorted
    .filter(([tenths]) => Math.abs(tenths - median) > allowed)
    .reduce((sum, [, times]) => sum + times, 0);
  return all === 0 ? 0 : Number(((uneven / all) * 100).toFixed(1));
}
