import type { BenchStack } from './bench-stack.ts';

/**
 * A lower or upper limit for the ratio of the value to the baseline. Without a baseline, the limit applies to the value
 * itself.
 */
export interface Goal {
  atLeast?: number;
  atMost?: number;
}

export interface Measurement {
  name: string;
  value: number;
  unit: string;
  /**
   * The value of a minimal implementation of the same work, measured in the same run. Null if there is no such
   * implementation.
   */
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
  /** True if the benchmark takes minutes, and runs only if it is chosen by name. Absent: false. */
  isLong?: boolean;
  /** The goal with Temporal's production server. Absent: the goal of the measurement. */
  productionGoal?: Goal;
  run: (bench: BenchStack) => Promise<Outcome>;
}
