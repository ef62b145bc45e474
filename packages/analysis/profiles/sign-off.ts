import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { Report, ReportIssue } from '@assay/domain/contracts/report.ts';
import type { ManualResult } from '@assay/domain/contracts/sign-off.ts';
import { compareSeverities, type Severity } from '@assay/domain/sidekick.ts';
import type { JudgedVerdict, Verdict } from '@assay/domain/verdict.ts';
import { sidekickDescriptions } from '../sidekicks/catalogue.ts';
import { countMade } from './checks.ts';
import { judgeVerdict } from './verdict.ts';

/**
 * Returns whether a person has to sign a file off: its profile has manual checks, or issues fail it. A file that failed
 * to be examined is retried instead.
 */
export function needsSignOff(
  profile: Pick<Profile, 'manualChecks'> | null,
  verdict: Verdict | null,
  isFailed: boolean,
): boolean {
  return profile !== null && !isFailed && (profile.manualChecks.length > 0 || verdict === 'fail');
}

/** Returns the issues that a sign-off needs a decision about. */
export function issuesToDecide<Item extends { severity: Severity }>(
  issues: readonly Item[],
  failsAt: Severity,
): Item[] {
  return issues.filter(({ severity }) => compareSeverities(severity, failsAt) <= 0);
}

/** Returns whether a person decided that an issue does not fail the file: it may stay, or the finding is wrong. */
export function isSettled({ decision }: Pick<ReportIssue, 'decision'>): boolean {
  return decision?.decision === 'waived' || decision?.decision === 'disputed';
}

const gaps: ReadonlySet<string> = new Set(
  sidekickDescriptions.flatMap(({ rules }) =>
    rules.filter(({ isGap }) => isGap === true).map(({ code }) => code),
  ),
);

/**
 * Returns the verdict of a file after its sign-off. Issues that are waived or disputed do not fail it, a failed manual
 * check does, and a check that was not made is still missing.
 * @param report the report with the decisions
 */
export function judgeSignedOff(
  {
    issues,
    checks,
    problems,
    verdict: { failsAt },
  }: Pick<Report, 'issues' | 'checks' | 'problems' | 'verdict'>,
  manualChecks: readonly ManualResult[],
): JudgedVerdict {
  const { verdict, reason } = judgeVerdict({
    found: issues
      .filter((issue) => !isSettled(issue))
      .flatMap(({ contributors }) => contributors)
      .map(({ ruleCode, severity }) => ({ ruleCode, severity, isGap: gaps.has(ruleCode) })),
    missing: problems.filter(({ blocking }) => blocking).map(({ sidekick, message }) => sidekick ?? message),
    checks: countMade(checks),
    failsAt,
  });
  const refused = manualChecks.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code);
  const notes = (['waived', 'disputed'] as const).flatMap((kind) => {
    const count = issues.filter(({ decision }) => decision?.decision === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  if (refused.length > 0)
    return {
      verdict: 'fail',
      reason: [`Manual checks failed: ${refused.join(', ')}`, ...(verdict === 'fail' ? [reason] : [])].join(
        '; ',
      ),
    };
  return {
    verdict: verdict === 'pass' && notes.length > 0 ? 'pass_with_notes' : verdict,
    reason: [reason, ...notes].join('; '),
  };
}
