import type { Report, ReportCheck } from '@assay/domain/contracts/report.ts';
import { line, verdictWords } from '@assay/domain/report-formats/words.ts';
import { compareSeverities } from '@assay/domain/sidekick.ts';
import type { FindingWithRule } from '../../contract/issues.ts';
import type { ReportCurve } from '@assay/reports/curves-view.ts';

/** The report about a file, the findings that its issues merge, and the seconds that its examination took. */
export interface CheckedFile {
  report: Report;
  findings: readonly FindingWithRule[];
  curves: readonly ReportCurve[];
  seconds: number;
}

/** Returns the verdict of a file with its reason as one line. */
export function verdictLine({ verdict: { verdict, reason, failsAt }, profile }: Report): string {
  const basis = profile === null ? 'all checks' : `${line(profile.name)}, version ${profile.version}`;
  return `${verdictWords[verdict]}: ${line(reason)} (${basis}; fails at ${failsAt})`;
}

/** Returns whether the findings of a severity fail the file. */
export function isFailing(severity: ReportCheck['severity'], { verdict }: Pick<Report, 'verdict'>): boolean {
  return severity !== 'off' && compareSeverities(severity, verdict.failsAt) <= 0;
}
