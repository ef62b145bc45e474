/** Names of the curves, in the order in which they are listed. */
export const seriesNames = ['loudness', 'peaks', 'phase', 'flashes', 'flash-area', 'luminance'] as const;
export type SeriesName = (typeof seriesNames)[number];

/** A limit that a rule sets for the values of a curve. */
export interface SeriesLimit {
  value: number;
  label: string;
  ruleCode: string;
}

/** A curve without its values. */
export interface CurveDescription {
  name: SeriesName;
  unit: string;
  channels: readonly string[];
  startSeconds: number;
  /** Time that each value covers, in seconds. */
  stepSeconds: number;
  /** Factor that converts a stored integer to a value in `unit`. */
  scale: number;
  limits: readonly SeriesLimit[];
}

export interface Curve extends CurveDescription {
  /**
   * Stored integers: first those of all channels for the first step, then those for the second step, and so on.
   * `noValue` means that nothing was measured in the step.
   */
  values: Int16Array;
}

/** The stored integer for a step in which nothing was measured. */
export const noValue = -32_768;

/** The number and the times of pictures at equal intervals. */
export interface PictureTimes {
  count: number;
  startSeconds: number;
  stepSeconds: number;
}

/** A storyboard: one JPEG that contains small pictures in rows. */
export interface StoryboardDescription extends PictureTimes {
  columns: number;
  rows: number;
}
