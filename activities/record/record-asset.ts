import { v7 as uuidV7 } from 'uuid';
import { type Issue, storedIssueList } from '@assay/domain/contracts/issue.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { MediaFacts } from '@assay/domain/media-facts.ts';
import { needsSignOff } from '@assay/analysis/profiles/sign-off.ts';
import { buildEvent } from '@assay/domain/event.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readAssetToRecord, recordAssetEnd } from '@assay/storage/submissions/asset-ends.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import type { Verdict } from '@assay/domain/verdict.ts';
import { createAddPrecedents } from './add-precedents.ts';
import { buildReport } from './build-report.ts';
import { carryDecisions } from './carry-decisions.ts';
import { mergeFindings, readStoredJson } from './merge-findings.ts';
import type { ReportSigner } from './sign-report.ts';
import type { TimeStampAuthority } from './stamp-report.ts';
import type { AssetStep } from './secure-asset.ts';
import { storeResults } from './store-results.ts';

export interface AssetFailure {
  /** Stable code of the failure, for programs. */
  errorType: string;
  /** Message for the consumer. */
  errorMessage: string;
  isRetryable: boolean;
}

export interface RecordAssetInput extends AssetStep {
  /** The failure of the asset. Null if every sidekick completed or was skipped. */
  failure: AssetFailure | null;
  /** True if this version did not examine the asset. The charge is reversed if no version has examined it. */
  reverseCharge: boolean;
  /** The key that `takePictures` returned. Null or absent if it did not run, failed, or found no issues. */
  picturesKey?: string | null;
  /** The hash that `observeAsset` returned. Absent or null if nothing was decoded. */
  sha256?: string | null;
  /** The facts that `observeAsset` returned. Absent or null if nothing was decoded. */
  media?: MediaFacts | null;
  /** The key that `observeAsset` returned. Absent or null if there are no curves. */
  seriesKey?: string | null;
  /** The version of ffmpeg that `observeAsset` returned. Absent or null if nothing was decoded. */
  ffmpeg?: string | null;
  /** True to record no issues, because the findings cannot be merged into issues. Absent: false. */
  withoutIssues?: boolean;
}

export interface RecordedAsset {
  /** Null without a profile, and if this call has recorded nothing. */
  verdict: Verdict | null;
  /** SHA-256 hash of the report if its signature is to get a time stamp. Null otherwise. */
  toStamp: string | null;
}

export interface RecordAssetDeps {
  database: Database;
  blobs: BlobStore;
  /** True if media workers read text in pictures. */
  readsText: boolean;
  /** Signs reports. Null if reports are not signed. */
  signer: ReportSigner | null;
  /** Gives signatures time stamps. Null if they get none. */
  authority: TimeStampAuthority | null;
  /** URL at which people open the console. Links of precedents begin with it. Null: they are paths. */
  publicUrl: string | null;
  /** Returns the W3C trace context of the current span, or null when there is none. */
  traceparent?: (() => string | null) | undefined;
}

/**
 * Finishes an asset: stores its issues, topics and report, then records its outcome, event and deliveries in one
 * transaction.
 * Idempotent: a repeated run changes nothing. The deliveries wait for a delivery worker.
 */
export function createRecordAsset(deps: RecordAssetDeps) {
  const { database, blobs, readsText, signer, authority, publicUrl, traceparent } = deps;
  const addPrecedents = createAddPrecedents(database, publicUrl);
  return async function recordAsset(input: RecordAssetInput): Promise<RecordedAsset> {
    const { submissionId, version, assetId, failure, picturesKey = null, withoutIssues = false } = input;
    const { sha256 = null, media = null, seriesKey = null, ffmpeg = null, reverseCharge } = input;
    const asset = await readAssetToRecord(database, submissionId, assetId, version);
    if (asset === null) return { verdict: null, toStamp: null };
    const now = new Date();
    const merged = withoutIssues
      ? { issues: [], storedKey: null }
      : await mergedIssues({ submissionId, assetId }, asset.profile, picturesKey, now);
    const issues = await addPrecedents(asset, merged.issues);
    const storedKey = issues === merged.issues ? merged.storedKey : null;
    const report = buildReport(
      asset,
      { submissionId, version, at: now, failure, issues, reverseCharge, sha256, media, ffmpeg },
      readsText,
    );
    const [carried, results, reportSha256] = await Promise.all([
      carryDecisions(blobs, asset.replaced, issues, seriesKey ?? asset.seriesKey),
      storeResults(blobs, { submissionId, assetId }, issues, storedKey),
      // An operator can cancel an asset, or the write of its results, because S3 does not respond.
      failure?.errorType === 'cancelled' || withoutIssues
        ? null
        : blobs.putReport(submissionId, assetId, JSON.stringify(report)),
    ]);
    const signed =
      reportSha256 === null || signer === null
        ? null
        : await signer.sign(report, reportSha256, asset.revokedReportKeys);
    const signature = signed && { keyId: signed.keyId, json: JSON.stringify(signed.jws) };
    const verdict = asset.profile === null ? null : report.verdict;
    const isSignOffNeeded =
      reportSha256 !== null && needsSignOff(asset.profile, report.verdict.verdict, failure !== null);
    const event = buildEvent(
      uuidV7(),
      now,
      { assetId, submissionId, workspaceId: asset.workspaceId, filename: asset.filename },
      failure === null
        ? { status: 'completed', issueCount: results.issueCount }
        : { status: 'failed', errorMessage: failure.errorMessage },
    );
    await recordAssetEnd(
      database,
      submissionId,
      version,
      {
        assetId,
        failure,
        ...results,
        reportSha256,
        signature,
        verdict,
        needsSignOff: isSignOffNeeded,
        sha256,
        media,
        seriesKey,
        carried,
      },
      { ...event, assetId, version, workspaceId: asset.workspaceId, traceparent: traceparent?.() ?? null },
      reverseCharge ? uuidV7() : null,
    );
    const toStamp = signed === null || authority === null ? null : reportSha256;
    return { verdict: verdict?.verdict ?? null, toStamp };
  };

  /**
   * Returns the issues that `takePictures` stored, and their key. If these issues are missing or do not match the
   * schema, merges the findings into issues without pictures, and the key is null. Missing pictures must not fail an
   * asset.
   */
  async function mergedIssues(
    subject: { submissionId: string; assetId: string },
    profile: Profile | null,
    picturesKey: string | null,
    at: Date,
  ): Promise<{ issues: Issue[]; storedKey: string | null }> {
    const stored = picturesKey === null ? undefined : await readStoredJson(blobs, picturesKey);
    const complete = storedIssueList.safeParse(stored);
    if (complete.success) return { issues: complete.data.issues, storedKey: picturesKey };
    return { issues: await mergeFindings({ database, blobs }, subject, profile, at), storedKey: null };
  }
}
