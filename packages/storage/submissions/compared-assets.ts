import { isVisible, type WorkspaceRead } from '../accounts/workspace-read.ts';
import { type AssetIssues, decisionsOf } from './decisions.ts';
import type { AssetKey } from './submissions.ts';

/** An asset as a comparison needs it. */
export interface ComparedAsset extends AssetIssues, AssetKey {
  filename: string;
  seriesKey: string | null;
}

export interface ComparedAssets {
  asset: ComparedAsset;
  /** The asset with which it is compared. Null if there is none, or if it is hidden. */
  earlier: ComparedAsset | null;
}

const comparedJson = (asset: string) => `json_build_object('submissionId', ${asset}.submission_id,
      'assetId', ${asset}.asset_id, 'filename', ${asset}.filename, 'status', ${asset}.status,
      'issuesKey', ${asset}.issues_key, 'seriesKey', ${asset}.series_key, 'decisions', ${decisionsOf(asset)})`;

/**
 * Reads the `ComparedAssets` of an asset. `$2` is the submission id, and `$3` the asset id. `$4` is the asset id of the
 * other asset, or null for the one that it replaces. In the sandbox, the newest asset with this id counts.
 */
export const comparedAssets: WorkspaceRead = {
  name: 'read-compared-assets',
  expression: `
    select json_build_object('asset', ${comparedJson('a')},
      'earlier', case when e.asset_id is not null then ${comparedJson('e')} end)::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    left join lateral (
      select o.* from assets o join submissions os on os.id = o.submission_id and os.expired_at is null
      where o.asset_id = coalesce($4::uuid, a.replaced_asset_id)
        and ($4::uuid is not null or o.submission_id = a.replaced_submission_id)
        and o.workspace_id = scope.workspace_id and o.environment = a.environment and o.erased_at is null
      order by o.submission_id desc limit 1
    ) e on true
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`,
};
