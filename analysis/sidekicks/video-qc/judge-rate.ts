import { findRule } from '../catalogue.ts';
import type { Finding } from '../finding.ts';
import { fact } from './judge-format.ts';
import type { Interval, PictureMeasurements } from './watch-pictures.ts';

/** ITU-R BT.2020's; 48, 100, 48/1.001 and 120/1.001 are our choice. */
const standardRates = [
  ...[24, 25, 30, 48, 50, 60, 100, 120],
  ...[24, 30, 48, 60, 120].map((rate) => rate / 1.001),
];

/** Containers may round times to milliseconds. */
const roundingSeconds = 0.0015;
/** How much longer or shorter than usual a picture may be shown, as a share. */
const evenShare = 0.1;

/**
 * Pictures in a second where they follow each other as they mostly do, so that none that is lost or doubled counts; null
 * where there is but one.
 */
export function measuredRate({ intervals }: PictureMeasurements): number | null {
  const usual = intervals.filter(isUsualIn(intervals));
  const seconds = usual.reduce((sum, interval) => sum + interval.seconds, 0);
  return seconds > 0 ? usual.reduce((sum, { times }) => sum + times, 0) / seconds : null;
}

/** A frame rate that changes, or that is none of the usual ones. */
export function judgeRate(seen: PictureMeasurements, rate: number): Finding[] {
  const uneven = unevenPercent(seen);
  const { threshold } = findRule('format.variable_frame_rate')!.rule;
  if (uneven >= threshold!) {
    const [least, most] = [Math.min, Math.max].map((of) =>
      of(...seen.intervals.map(({ tenthsOfMs }) => tenthsOfMs / 10)),
    );
    return [
      fact('format.variable_frame_rate', uneven, {
        summary: `The frame rate varies: ${uneven} % of the pictures are shown for another time than most`,
        details:
          `Pictures follow each other after ${least} to ${most} ms, mostly ${rate.toFixed(3)} a second; ` +
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
function unevenPercent({ intervals }: PictureMeasurements): number {
  const isUsual = isUsualIn(intervals);
  const timesOf = (some: readonly Interval[]) => some.reduce((sum, { times }) => sum + times, 0);
  const uneven = timesOf(intervals.filter((interval) => !isUsual(interval)));
  return uneven === 0 ? 0 : Number(((uneven / timesOf(intervals)) * 100).toFixed(1));
}

/** Tells those that differ little from the median. */
function isUsualIn(intervals: readonly Interval[]): (interval: Interval) => boolean {
  const sorted = intervals.toSorted((a, b) => a.tenthsOfMs - b.tenthsOfMs);
  const all = sorted.reduce((sum, { times }) => sum + times, 0);
  let before = 0;
  const median = sorted.find(({ times }) => (before += times) * 2 >= all)?.tenthsOfMs ?? 0;
  const allowed = Math.max(roundingSeconds * 10_000, median * evenShare);
  return ({ tenthsOfMs }) => Math.abs(tenthsOfMs - median) <= allowed;
}
