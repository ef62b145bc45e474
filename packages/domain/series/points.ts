import { type CurveDescription, noValue } from './series.ts';

/** A range of the steps of a curve. One step is the time that one stored value covers. `end` is exclusive. */
export interface StepRange {
  first: number;
  end: number;
  stepsPerPoint: number;
}

/** Decimal places to which times and values are rounded, so that floating-point errors are not shown. */
const places = 6;
const rounded = (value: number) => Number(value.toFixed(places));

/** Returns the steps of a curve in a time range in seconds, divided into at most `points` points. */
export function stepsIn(
  {
    startSeconds,
    stepSeconds,
    count,
  }: Pick<CurveDescription, 'startSeconds' | 'stepSeconds'> & { count: number },
  {
    from = -Infinity,
    to = Infinity,
    points,
  }: { from?: number | undefined; to?: number | undefined; points: number },
): StepRange {
  const stepAt = (seconds: number, round: (step: number) => number) =>
    Math.min(count, Math.max(0, round(rounded((seconds - startSeconds) / stepSeconds))));
  const first = stepAt(from, Math.floor);
  const end = Math.max(first, stepAt(to, Math.ceil));
  return { first, end, stepsPerPoint: Math.max(1, Math.ceil((end - first) / points)) };
}

export interface CurvePoints {
  startSeconds: number;
  stepSeconds: number;
  channels: { name: string; min: (number | null)[]; max: (number | null)[] }[];
}

/**
 * Returns the smallest and the largest value of each point, by channel. Both are null if nothing was measured in the
 * point.
 * @param values the stored integers of the steps in the range, for all channels
 */
export function pointsOf(
  { startSeconds, stepSeconds, scale, channels }: CurveDescription,
  { first, end, stepsPerPoint }: StepRange,
  values: Int16Array,
): CurvePoints {
  const count = Math.ceil((end - first) / stepsPerPoint);
  return {
    startSeconds: rounded(startSeconds + first * stepSeconds),
    stepSeconds: rounded(stepsPerPoint * stepSeconds),
    channels: channels.map((name, channel) => {
      const extremes = Array.from({ length: count }, (_, point) => {
        const until = Math.min(end - first, (point + 1) * stepsPerPoint);
        let min = Infinity;
        let max = -Infinity;
        for (let step = point * stepsPerPoint; step < until; step++) {
          const value = values[step * channels.length + channel]!;
          if (value === noValue) continue;
          min = Math.min(min, value);
          max = Math.max(max, value);
        }
        return min > max ? null : { min: rounded(min * scale), max: rounded(max * scale) };
      });
      return {
        name,
        min: extremes.map((each) => each?.min ?? null),
        max: extremes.map((each) => each?.max ?? null),
      };
    }),
  };
}
