import type { JudgedVerdict } from '@assay/domain/verdict.ts';
import { compareSeverities, type Severity } from '@assay/domain/sidekick.ts';

/** The least severity that fails a file without a profile. */
export const defaultFailsAt: Severity = 'major';

/** The results of a file that decide its verdict. */
export interface VerdictInput {
  /** The findings or issues that count. `isGap`: a finding that reports that something could not be judged. */
  found: readonly { ruleCode: string; severity: Severity; isGap: boolean }[];
  /** The checks that were not made, such as sidekicks that were skipped. Not empty if the file was not examined. */
  missing: readonly string[];
  /** Number of checks that were made. */
  checks: number;
  failsAt: Severity;
}

/**
 * Returns the verdict of a file. A known failure outweighs a check that could not be made: the file has to be corrected
 * in any case.
 */
export function judgeVerdict({ found, missing, checks, failsAt }: VerdictInput): JudgedVerdict {
  const codesOf = (some: VerdictInput['found']) => new Set(some.map(({ ruleCode }) => ruleCode)).size;
  const failing = found.filter(({ severity }) => compareSeverities(severity, failsAt) <= 0);
  if (failing.length > 0)
    return { verdict: 'fail', reason: `${codesOf(failing)} of ${inChecks(checks)} failed` };
  const gaps = found.filter(({ isGap }) => isGap);
  if (missing.length > 0 || gaps.length > 0) {
    const reasons = [...missing, ...new Set(gaps.map(({ ruleCode }) => ruleCode))];
    return { verdict: 'incomplete', reason: `Not judged: ${reasons.join(', ')}` };
  }
  if (checks === 0) return { verdict: 'incomplete', reason: 'Not judged: no check was made' };
  const notes = codesOf(found);
  return notes === 0
    ? { verdict: 'pass', reason: `${inChecks(checks)} passed` }
    : { verdict: 'pass_with_notes', reason: `${notes} of ${inChecks(checks)} with notes` };
}

const inChecks = (count: number) => `${count} ${count === 1 ? 'check' : 'checks'}`;
