import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { Verdict } from '@assay/domain/verdict.ts';
import type { Queryable } from '../database/database.ts';
import { storedProfileJson } from '../database/json.ts';
import type { AssetInWork } from '../submissions/asset-ends.ts';

/** Age in days of the oldest submissions whose assets a trial judges again. */
export const maxTrialDays = 30;
/** Maximum number of assets of a trial. */
export const maxTrialAssets = 200;

export interface AssetId {
  submissionId: string;
  assetId: string;
}

/** SQL condition: asset `a` of submission `s` has finished, and neither was erased. */
const isKept = `a.status in ('complete', 'failed') and a.environment = 'live' and a.erased_at is null
  and s.expired_at is null`;

/**
 * Returns the finished live assets of a workspace that any version of a profile has judged, newest first. They are at
 * most `maxTrialDays` old, and at most `maxTrialAssets`.
 */
export async function readTrialAssets(
  db: Queryable,
  workspaceId: string,
  profileId: string,
): Promise<AssetId[]> {
  const { rows } = await db.query<AssetId>({
    name: 'read-trial-assets',
    text: `
      select a.submission_id as "submissionId", a.asset_id as "assetId"
      from submissions s join assets a on a.submission_id = s.id
      where s.workspace_id = $1 and s.profile_id = $2 and s.environment = 'live'
        and s.created_at > now() - make_interval(days => ${maxTrialDays}) and ${isKept} and a.verdict is not null
      order by s.id desc, a.asset_id limit ${maxTrialAssets}`,
    values: [workspaceId, profileId],
  });
  return rows;
}

/** A finished asset with what is needed to judge it again. */
export interface FinishedAsset extends Omit<AssetInWork, 'etag' | 'sandboxOutcome' | 'profile'> {
  submissionId: string;
  /** The version of the profile that has judged the asset. */
  profile: Profile;
  verdict: Verdict;
  /** Null if the asset completed. */
  errorMessage: string | null;
}

/** Returns a finished live asset that a profile has judged. Null if the workspace has none, or it was erased. */
export async function readFinishedAsset(
  db: Queryable,
  workspaceId: string,
  { submissionId, assetId }: AssetId,
): Promise<FinishedAsset | null> {
  const { rows } = await db.query<FinishedAsset>({
    name: 'read-finished-asset',
    text: `
      select a.submission_id as "submissionId", a.workspace_id as "workspaceId", a.asset_id as "assetId", a.filename,
        a.mime_type as "mimeType", a.asset_type as "assetType", a.metric_value as "metricValue",
        a.size_bytes as "sizeBytes", a.blob_key as "blobKey", coalesce(a.blob_etag, a.etag) as "blobEtag",
        s.sidekick_ids as "sidekickIds", ${storedProfileJson} as profile, a.verdict,
        case when a.status = 'failed' then a.error_message end as "errorMessage"
      from assets a join submissions s on s.id = a.submission_id
      where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = $1 and ${isKept} and a.verdict is not null`,
    values: [workspaceId, submissionId, assetId],
  });
  return rows[0] ?? null;
}

/** Returns the file names of those of the given assets that were not erased, by asset id. */
export async function readFilenames(
  db: Queryable,
  workspaceId: string,
  assetIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ assetId: string; filename: string }>({
    name: 'read-filenames',
    text: `
      select a.asset_id as "assetId", a.filename from assets a join submissions s on s.id = a.submission_id
      where a.asset_id = any($2::uuid[]) and a.workspace_id = $1 and ${isKept}`,
    values: [workspaceId, assetIds],
  });
  return new Map(rows.map(({ assetId, filename }) => [assetId, filename]));
}
