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
  /** A stored integer times `scale` is the value. */
  scale: number;
  limits: readonly SeriesLimit[];
}

export interface Curve extends CurveDescription {
  /** The integer of each channel for the first step, then for the second, and so on; `noValue` if there is none. */
  values: Int16Array;
}

/** The stored integer for a step in which nothing was measured. */
export const noValue = -32_768;

/** Pictures at equal intervals. */
export interface PictureTimes {
  count: number;
  startSeconds: number;
  stepSeconds: number;
}

/** One JPEG with pictures in rows. */
export interface StoryboardDescription extends PictureTimes {
  columns: number;
  rows: number;
}
