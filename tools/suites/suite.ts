import type { LocalConfig } from '@assay/runtime/config.ts';
import type { MeasurementOutcome } from '@assay/analysis/measure/measurement.ts';
import type { SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';

/** A public set of test files with verdicts from another project. The files are not part of this repository. */
export interface Suite {
  /** The name on the command line, and of the folder that contains the clone. */
  name: string;
  repository: string;
  /** The commit with which `explanations` were written. */
  commit: string;
  /** Compares the files of the suite one by one. Throws if the suite is not complete. */
  compare: (tools: SuiteTools) => AsyncIterable<Verdict>;
  explanations: readonly Explanation[];
}

/** The expected verdict about one file, and the verdict of this project. They agree if the words are equal. */
export interface Verdict {
  /** Path of the file in the suite. */
  item: string;
  /** The question that both verdicts answer, for example `damage`. */
  check: string;
  expected: string;
  ours: string;
  /** Reasons of the verdicts, which are printed if they disagree. */
  details: string;
}

export interface Explanation {
  check: string;
  items: readonly string[];
  reason: string;
}

export interface SuiteTools {
  /** The folder with the clone of the suite. */
  directory: string;
  config: LocalConfig;
  /** Runs a built-in sidekick on a file, as a worker does. Throws if the file cannot be examined. */
  examine: (code: SidekickCode, file: string) => Promise<Finding[]>;
  /** Measures the pages or the duration of a file, as a worker does. */
  measure: (file: string) => Promise<MeasurementOutcome>;
}
