import type { Bed } from './bed.ts';

/** What a benchmark is held to: its ratio, or its value where there is no baseline, at least or at most this. */
export interface Goal {
  atLeast?: number;
  atMost?: number;
}

/** One measured number. */
export interface Measurement {
  name: string;
  value: number;
  unit: string;
  /** The bare counterpart's value in the same run; null where something is counted and not compared. */
  baseline: number | null;
  goal: Goal;
}

export interface Outcome {
  measurement: Measurement;
  /** What a reader wants to know besides the number, as lines of Markdown. */
  notes?: string[];
}

export interface Benchmark {
  name: string;
  title: string;
  run: (bed: Bed) => Promise<Outcome>;
}
