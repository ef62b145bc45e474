import { assayVersion } from '@assay/analysis/check/version.ts';
import { listChecks } from '@assay/analysis/profiles/checks.ts';
import { namedSidekicks, recordedRun } from '@assay/analysis/profiles/named-sidekicks.ts';
import { defaultFailsAt } from '@assay/analysis/profiles/verdict.ts';
import { examines } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import type { Issue } from '@assay/domain/contracts/issue.ts';
import { type Report, type ReportProblem, toReportIssue } from '@assay/domain/contracts/report.ts';
import type { MediaFacts } from '@assay/domain/media-facts.ts';
import type { AssetToRecord } from '@assay/storage/submissions/asset-ends.ts';
import { judgeIssues, missingSidekicks } from './judge-asset.ts';

/** The end of an asset, as its report states it. */
export interface EndOfAsset {
  submissionId: string;
  version: number;
  at: Date;
  /** Null if every sidekick completed or was skipped. */
  failure: { errorType: string; errorMessage: string } | null;
  issues: readonly Issue[];
  /** True if the charge is reversed, unless an earlier version has examined the asset. */
  reverseCharge: boolean;
  /** SHA-256 hash of the bytes, facts and version of ffmpeg of the decode. Null if this version decoded nothing. */
  sha256: string | null;
  media: MediaFacts | null;
  ffmpeg: string | null;
}

/**
 * Returns the report of a finished asset: what was checked, by which rules and thresholds, and what was found. It does
 * not depend on later changes of rules, profiles or workspaces.
 * @param readsText true if media workers read text in pictures
 */
export function buildReport(asset: AssetToRecord, end: EndOfAsset, readsText: boolean): Report {
  const { profile, filename, metric, metricValue, results } = asset;
  const { submissionId, version, failure, issues, sha256, media } = end;
  const type = asset.assetType as Report['asset']['type'];
  const named = namedSidekicks(asset, readsText);
  const runs = named.map((each) => recordedRun(each, failure === null ? 'complete' : 'failed'));
  const checks = type === null ? [] : listChecks(runs, profile, type);
  const skipped = runs
    .filter(({ state, sidekick }) => state === 'skipped' && examines(sidekick, type, profile))
    .map(({ sidekick }) => sidekick.code);
  const ran = runs.filter(({ state }) => state === 'ran');
  const missing =
    profile === null
      ? skipped
      : missingSidekicks(
          type,
          profile,
          ran.map(({ sidekick }) => sidekick),
        );
  return {
    schemaVersion: 1,
    checkedAt: end.at.toISOString(),
    asset: {
      name: filename,
      path: filename,
      bytes: asset.sizeBytes,
      sha256: sha256 ?? asset.sha256,
      type,
      mimeType: asset.mimeType,
      metric: metric === null || metricValue === null ? null : { name: metric, value: metricValue },
      media: media ?? asset.media,
    },
    submission: {
      submissionId,
      assetId: asset.assetId,
      version,
      previousReport: asset.previousReport,
      credits: end.reverseCharge && results.length === 0 ? 0 : asset.credits,
    },
    profile: profile && { id: profile.id, code: profile.code, name: profile.name, version: profile.version },
    tools: { assay: assayVersion(), node: process.versions.node, ffmpeg: end.ffmpeg },
    sidekicks: named.map(({ sidekick: { id, code, name, version: rules } }) => ({
      ...{ id, code, name },
      version: rules,
    })),
    checks,
    issues: issues.map(toReportIssue),
    verdict: {
      ...judgeIssues(type, profile, { runs: ran, missing }, issues, failure?.errorMessage ?? null),
      failsAt: profile?.failsAt ?? defaultFailsAt,
    },
    problems: [
      ...(failure === null ? [] : [problem(failure.errorType, null, failure.errorMessage)]),
      ...skipped.map((code) => problem('skipped', code, 'it did not examine this file')),
    ],
    signOff: null,
  };
}

const problem = (code: string, sidekick: string | null, message: string): ReportProblem => ({
  ...{ code, sidekick, message },
  blocking: true,
});
