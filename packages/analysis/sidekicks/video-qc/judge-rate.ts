import type { Finding } from '../../contract/finding.ts';
import { formatFinding } from './judge-format.ts';
import type { VideoRules } from './rules.ts';
import type { Interval, PictureMeasurements } from './watch-pictures.ts';

/** The frame rates of ITU-R BT.2020 (first edition, 2012). This project added 48, 100, 48/1.001 and 120/1.001. */
export const standardRates = [
  ...[24, 25, 30, 48, 50, 60, 100, 120],
  ...[24, 30, 48, 60, 120].map((rate) => rate / 1.001),
];

/** Maximum difference in percent from a usual frame rate that was probably intended. */
const maxNearPercent = 5;
/** Tolerance in seconds of an interval between two frames. Containers may round timestamps to milliseconds. */
const roundingSeconds = 0.0015;
/** Maximum deviation of an interval between two frames from the median interval, as a share of the median. */
const maxDeviation = 0.1;

/**
 * Returns the mean frame rate in frames per second; null if there is only one frame. The mean is over the intervals
 * close to the median, so dropped frames do not affect it.
 */
export function measuredRate({ intervals }: PictureMeasurements): number | null {
  const usual = intervals.filter(isUsualIn(intervals));
  const seconds = usual.reduce((sum, interval) => sum + interval.seconds, 0);
  return seconds > 0 ? usual.reduce((sum, { times }) => sum + times, 0) / seconds : null;
}

export function judgeRate(seen: PictureMeasurements, rate: number, rules: VideoRules): Finding[] {
  const uneven = unevenPercent(seen);
  const { threshold } = rules['format.variable_frame_rate'];
  if (uneven >= threshold) {
    const intervalsMs = seen.intervals.map(({ tenthsOfMs }) => tenthsOfMs / 10);
    return [
      formatFinding(rules['format.variable_frame_rate'], uneven, {
        summary: `The frame rate varies: ${uneven} % of the intervals between pictures differ from the median`,
        details:
          `Intervals between pictures range from ${Math.min(...intervalsMs)} to ${Math.max(...intervalsMs)} ms; the usual rate is ` +
          `${rate.toFixed(3)} pictures per second. ${uneven} % of the intervals differ from the median by more than ` +
          `${maxDeviation * 100} %; the limit is ${threshold} %.`,
        headline: 'Variable frame rate',
        reasoning:
          'Editing and broadcast systems count frames: motion becomes uneven and the sound goes out of sync.',
        action: 'convert',
        resolution: 'Convert to a constant frame rate.',
      }),
    ];
  }
  const nearest = standardRates.reduce((a, b) => (Math.abs(b - rate) < Math.abs(a - rate) ? b : a));
  const offPercent = (Math.abs(rate - nearest) / nearest) * 100;
  const roundingPercent = (2 * roundingSeconds * 100) / Math.max(seen.lastSeconds - seen.firstSeconds, 0.1);
  if (offPercent <= rules['format.frame_rate'].threshold + roundingPercent) return [];
  const isNear = offPercent <= maxNearPercent;
  const known = isNear
    ? `the nearest usual frame rate is ${nearest.toFixed(3)}`
    : 'no usual frame rate is near it';
  return [
    formatFinding(rules['format.frame_rate'], Number(offPercent.toFixed(2)), {
      severity: isNear ? rules['format.frame_rate'].severity : 'info',
      summary: `The frame rate of ${rate.toFixed(3)} is unusual`,
      details: `The decoded video has ${rate.toFixed(3)} pictures per second; ${known}.`,
      headline: `${rate.toFixed(3)} pictures per second`,
      reasoning: isNear
        ? 'The rate is probably meant to be the usual one. Conversion drops or repeats pictures, which makes motion uneven.'
        : 'Screen recordings, web and surveillance cameras have such rates. Conversion to a usual rate repeats pictures.',
      action: 'convert',
      resolution: isNear
        ? `Deliver the video at a usual frame rate, such as ${nearest.toFixed(3)}.`
        : 'Confirm that the frame rate is intended, or deliver the video at a usual frame rate.',
    }),
  ];
}

/** Returns the percentage of frame intervals that deviate from the median interval by more than `maxDeviation`. */
export function unevenPercent({ intervals }: PictureMeasurements): number {
  const isUsual = isUsualIn(intervals);
  const timesOf = (some: readonly Interval[]) => some.reduce((sum, { times }) => sum + times, 0);
  const uneven = timesOf(intervals.filter((interval) => !isUsual(interval)));
  return uneven === 0 ? 0 : Number(((uneven / timesOf(intervals)) * 100).toFixed(1));
}

function isUsualIn(intervals: readonly Interval[]): (interval: Interval) => boolean {
  const sorted = intervals.toSorted((a, b) => a.tenthsOfMs - b.tenthsOfMs);
  const all = sorted.reduce((sum, { times }) => sum + times, 0);
  let before = 0;
  const median = sorted.find(({ times }) => (before += times) * 2 >= all)?.tenthsOfMs ?? 0;
  const allowed = Math.max(roundingSeconds * 10_000, median * maxDeviation);
  return ({ tenthsOfMs }) => Math.abs(tenthsOfMs - median) <= allowed;
}
