import type { BenchStack } from './bench-stack.ts';

/**
 * A lower or upper limit for the ratio to the baseline. Without a baseline, the limit applies to the value itself.
 */
export interface Goal {
  atLeast?: number;
  atMost?: number;
}

export interface Measurement {
  name: string;
  value: number;
  unit: string;
  /** The value of the bare counterpart in the same run; null if the measurement has no counterpart. */
  baseline: number | null;
  goal: Goal;
}

export interface Outcome {
  measurement: Measurement;
  /** Details that are printed below the result, as lines of Markdown. */
  notes?: string[];
}

export interface Benchmark {
  name: string;
  title: string;
  run: (bench: BenchStack) => Promise<Outcome>;
}
