import { isDeepStrictEqual } from 'node:util';
import { ApplicationFailure } from '@temporalio/common';
import { checkFindings } from '@assay/analysis/contract/check-findings.ts';
import { NotMeasured } from '@assay/analysis/contract/contract.ts';
import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { attachRules, type FindingWithRule, toIssues } from '@assay/analysis/contract/issues.ts';
import { measuredByFindings, type MeasuredValues } from '@assay/analysis/contract/measured-values.ts';
import { requirementsFor, type SidekickSettings } from '@assay/analysis/contract/settings.ts';
import { finalFailureOf } from '@assay/analysis/jobs/final-failures.ts';
import { applyRules } from '@assay/analysis/profiles/apply-rules.ts';
import { countByRule, type SidekickRun } from '@assay/analysis/profiles/checks.ts';
import { settingsOf, sidekickCodes } from '@assay/analysis/profiles/profile.ts';
import { findSidekick } from '@assay/analysis/sidekicks/catalogue.ts';
import { findRuleSets } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import { type AssetType, isDecodable, showsText } from '@assay/domain/asset-type.ts';
import type { Issue } from '@assay/domain/contracts/issue.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { JudgedVerdict } from '@assay/domain/verdict.ts';
import type { FinishedAsset } from '@assay/storage/profiles/trials.ts';
import { isObjectMissing } from '@assay/storage/s3/storage-fault.ts';
import { readSidekickVersions } from '@assay/storage/submissions/custom-sidekicks.ts';
import { readResultsToMerge, type SidekickResult } from '@assay/storage/submissions/sidekick-results.ts';
import { judgeIssues, missingSidekicks } from '../record/judge-asset.ts';
import { readFindings } from '../record/merge-findings.ts';
import { raiseSeverities } from '../record/raise-severities.ts';
import { examineAsset } from './examine-asset.ts';
import type { MediaDeps } from './with-local-copy.ts';

export interface JudgedFile {
  issues: Issue[];
  verdict: JudgedVerdict;
  /** Why `verdict` may not be that of a new examination: something was not judged. Null if it is. */
  notJudged: string | null;
}

/** Thrown if the findings of a sidekick under a profile are not known. */
class NotJudged extends Error {}

/**
 * Judges a finished asset by a profile, without decoding the file. Stored findings are used unless the profile changes
 * a value that their sidekick judges by. The sidekick then judges its stored observation and the stored text again.
 * Only `requirements` then reads parts of the file: of images, PDFs and Matroska files.
 */
export async function judgeFileAgain(
  deps: Pick<MediaDeps, 'database' | 'blobs' | 'parserPool' | 'trustLists'>,
  asset: FinishedAsset,
  profile: Profile,
  signal: AbortSignal,
): Promise<JudgedFile> {
  const { database, blobs } = deps;
  const { submissionId, assetId, assetType } = asset;
  const { results, raised } = await readResultsToMerge(database, submissionId, assetId);
  const ruleSets = await findRuleSets(results, (wanted) => readSidekickVersions(database, wanted));
  const before = sidekickCodes(asset.profile);
  const codes = sidekickCodes(profile);
  // Sidekicks that only the earlier profile named would not run. Those that the submission named besides it would.
  const counted = results.filter(({ sidekickId }) => {
    const code = ruleSets.get(sidekickId)?.code;
    return code === undefined || codes.includes(code) || !before.includes(code);
  });
  const runs: SidekickRun[] = [];
  const found: FindingWithRule[] = [];
  const reasons: string[] = [];
  for (const result of counted) {
    const ruleSet = ruleSets.get(result.sidekickId);
    try {
      const { findings, counts, measured } = await judgementOf(result, ruleSet);
      found.push(...findings);
      if (ruleSet !== undefined) runs.push({ sidekick: ruleSet, state: 'ran', counts, measured });
    } catch (error) {
      if (ruleSet !== undefined) runs.push({ sidekick: ruleSet, state: 'failed' });
      reasons.push(`${ruleSet?.code ?? result.sidekickId}: ${reasonOf(error)}`);
    }
  }
  const isNamed = (code: string) =>
    before.includes(code) || asset.sidekickIds.some((id) => findSidekick(id)?.code === code);
  const examined = runs.map(({ sidekick }) => sidekick);
  // A sidekick that was named before and has no result was skipped or has failed, as in the first judgement.
  const missing = missingSidekicks(assetType, profile, examined);
  for (const code of missing) if (!isNamed(code)) reasons.push(`${code} did not examine this file`);
  if (!profile.assetTypes.includes(assetType as AssetType))
    reasons.push(`the profile is not for ${assetType} files`);
  const issues = toIssues(asset, raiseSeverities(applyRules(found, profile), raised), new Date());
  return {
    issues,
    verdict: judgeIssues(assetType, profile, { runs, missing }, issues, asset.errorMessage),
    notJudged: reasons.length === 0 ? null : reasons.join('; '),
  };

  /** Returns the findings of a sidekick under the profile, their numbers and the measured values. */
  async function judgementOf(
    result: SidekickResult,
    ruleSet: SidekickDescription | undefined,
  ): Promise<Pick<SidekickRun, 'counts' | 'measured'> & { findings: FindingWithRule[] }> {
    const sidekick = findSidekick(result.sidekickId);
    const settings = sidekick && settingsOf(sidekick, profile);
    if (sidekick === null || haveEqualValues(settingsOf(sidekick, asset.profile), settings!, assetType))
      return {
        findings: result.findingCount === 0 ? [] : await readFindings(blobs, result, ruleSet),
        counts: result.ruleCounts,
        measured: result.measured,
      };
    if (sidekick.version !== result.sidekickVersion)
      throw new NotJudged(
        `version ${result.sidekickVersion} examined this file, which is not the current one`,
      );
    let measured: MeasuredValues = {};
    const findings = await examineAsset(deps, asset, {
      submissionId,
      sidekick,
      decoded: sidekick.decodes && isDecodable(asset.mimeType!),
      readsText: sidekick.readsText && showsText(assetType, asset.mimeType!),
      settings: settings!,
      signal,
      progress: () => undefined,
      onMeasured: (values) => (measured = values),
    });
    return {
      findings: attachRules(sidekick, checkFindings(sidekick, findings)),
      counts: countByRule(findings),
      measured: { ...measured, ...measuredByFindings(findings) },
    };
  }

  /** Returns why findings are not known. Throws errors that a retry may not meet. */
  function reasonOf(error: unknown): string {
    signal.throwIfAborted();
    if (error instanceof NotJudged || error instanceof NotMeasured) return error.message;
    if (isObjectMissing(error)) return 'its observation of this file is not stored any more';
    if (error instanceof ApplicationFailure && error.nonRetryable === true) return error.message;
    const failure = finalFailureOf(error);
    if (failure === null) throw error;
    return failure.message;
  }
}

/** Returns whether a sidekick judges files of a type by the same values. Their sources may differ. */
function haveEqualValues(a: SidekickSettings, b: SidekickSettings, assetType: string | null): boolean {
  const valuesOf = ({ parameters, thresholds, requirements }: SidekickSettings) => ({
    parameters,
    thresholds: Object.entries(thresholds)
      .map(([code, { threshold }]) => [code, threshold])
      .sort(),
    requirements: requirementsFor(requirements, assetType as AssetType).map(
      ([name, { source: _, ...values }]) => [name, values],
    ),
  });
  return isDeepStrictEqual(valuesOf(a), valuesOf(b));
}
