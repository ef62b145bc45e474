import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { AssetStatus } from '@assay/domain/contracts/submission.ts';
import type { MediaFacts } from '@assay/domain/media-facts.ts';
import type { Queryable } from '../database/database.ts';
import { assetJson, storedProfileJson } from '../database/json.ts';
import { isPreviewRetryable, type PreviewState } from './previews.ts';
import { ofNewestReport, reportKeySql } from './reports.ts';
import { isVisible, type WorkspaceRead } from '../accounts/workspace-read.ts';

/** Reads an asset as JSON in the format of the API. `$2` is the submission id, and `$3` the asset id. */
export const assetBody: WorkspaceRead = {
  name: 'read-asset',
  expression: `
    select ${assetJson}::text from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`,
};

export interface AssetFile {
  /** Key of the permanent copy. Null in the sandbox, and until the copy is made. */
  blobKey: string | null;
  filename: string;
  /** Null in the sandbox. */
  sizeBytes: number | null;
  mimeType: string | null;
  /** Null until the bytes have been hashed. */
  sha256: string | null;
  assetType: AssetType | null;
  /** Null if no preview was requested. */
  preview: PreviewState | null;
  /** Null if the file was not decoded. */
  facts: MediaFacts | null;
}

/** Reads the `AssetFile` of an asset. `$2` is the submission id, and `$3` the asset id. */
export const assetFile: WorkspaceRead = {
  name: 'read-asset-file',
  expression: `
    select json_build_object('blobKey', a.blob_key, 'filename', a.filename, 'sizeBytes', a.size_bytes,
      'mimeType', a.mime_type, 'sha256', encode(a.sha256, 'hex'), 'assetType', a.asset_type, 'preview', (
        select json_build_object('status', p.status, 'isRetryable', ${isPreviewRetryable})
        from previews p where p.submission_id = a.submission_id and p.asset_id = a.asset_id), 'facts', a.media)::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`,
};

export interface AssetSeries {
  /** Null if the asset has no series or has not finished. */
  seriesKey: string | null;
  /** The version of the profile that judges the asset. Null without a profile. */
  profile: Profile | null;
}

/** Reads the `AssetSeries` of an asset. `$2` is the submission id, and `$3` the asset id. */
export const assetSeries: WorkspaceRead = {
  name: 'read-asset-series',
  expression: `
    select json_build_object('seriesKey', a.series_key, 'profile', ${storedProfileJson})::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`,
};

export interface AssetResults {
  status: AssetStatus;
  filename: string;
  issuesKey: string | null;
  topicsKey: string | null;
  /** Key of the newest report. Null if there is none. */
  reportKey: string | null;
}

/** Reads the `AssetResults` of an asset. `$2` is the submission id, and `$3` the asset id. */
export const assetResults: WorkspaceRead = {
  name: 'read-asset-results',
  expression: `
    select json_build_object('status', a.status, 'filename', a.filename, 'issuesKey', a.issues_key, 'topicsKey', a.topics_key,
      'reportKey', ${ofNewestReport(reportKeySql)})::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`,
};

export interface AssetReport extends Omit<AssetResults, 'topicsKey'>, AssetSeries {
  /** The signature of the report as JSON. Null if the report is not signed. */
  signature: string | null;
  /** The time stamp of the signature in base64. Null if there is none. */
  timeStamp: string | null;
}

/** Reads the `AssetReport` of an asset. `$2` is the submission id, and `$3` the asset id. */
export const assetReport: WorkspaceRead = {
  name: 'read-asset-report',
  expression: `
    select json_build_object('status', a.status, 'filename', a.filename, 'issuesKey', a.issues_key,
      'seriesKey', a.series_key, 'profile', ${storedProfileJson},
      'reportKey', case when r.number is not null then ${reportKeySql} end, 'signature', r.signature,
      'timeStamp', r.time_stamp)::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    left join lateral ${ofNewestReport('r.*')} r on true
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`,
};

export interface AssetSignature {
  status: AssetStatus;
  hasReport: boolean;
  /** The signature of the newest report as JSON. Null if the report is not signed. */
  signature: string | null;
  /** The time stamp of the signature in base64. Null if there is none. */
  timeStamp: string | null;
}

/** Reads the `AssetSignature` of an asset. `$2` is the submission id, and `$3` the asset id. */
export const assetSignature: WorkspaceRead = {
  name: 'read-asset-signature',
  expression: `
    select json_build_object('status', a.status, 'hasReport', r.number is not null, 'signature', r.signature,
      'timeStamp', r.time_stamp)::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    left join lateral ${ofNewestReport('r.*')} r on true
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`,
};

/**
 * Returns whether the workspace has the submission. A 404 response for an asset uses this to state whether the
 * submission or the asset is missing.
 * @param mayBeLive false to find only sandbox submissions
 */
export async function submissionExists(
  db: Queryable,
  workspaceId: string,
  submissionId: string,
  mayBeLive: boolean,
): Promise<boolean> {
  const { rows } = await db.query({
    name: 'submission-exists',
    text: `
      select 1 from submissions
      where id = $1 and workspace_id = $2 and expired_at is null and ($3 or environment = 'sandbox')`,
    values: [submissionId, workspaceId, mayBeLive],
  });
  return rows.length > 0;
}
