import type { LocalConfig } from '@assay/runtime/config.ts';
import type { MeasurementOutcome } from '@assay/analysis/measure/measurement.ts';
import type { SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';

/** A public set of test files with verdicts from another project. The files are not part of this repository. */
export interface Suite {
  /** Name of the suite on the command line, and of the folder with its clone. */
  name: string;
  repository: string;
  /** The commit for which `explanations` were written. */
  commit: string;
  /** Yields the verdicts about the files of the suite one by one. Throws if files of the suite are missing. */
  compare: (tools: SuiteTools) => AsyncIterable<Verdict>;
  explanations: readonly Explanation[];
}

/** The expected verdict about one file, and the verdict of Assay (`ours`). They agree if the texts are equal. */
export interface Verdict {
  /** Path of the file in the suite. */
  item: string;
  /** The question that both verdicts answer, for example `damage`. */
  check: string;
  expected: string;
  ours: string;
  /** Reasons of both verdicts, which are printed if the verdicts disagree. */
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
  /** Runs a built-in sidekick on a file, as a media worker does. Throws if the file cannot be examined. */
  examine: (code: SidekickCode, file: string) => Promise<Finding[]>;
  /** Measures the pages or the duration of a file, as a media worker does. */
  measure: (file: string) => Promise<MeasurementOutcome>;
}
