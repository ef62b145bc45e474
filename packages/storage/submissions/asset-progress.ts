import type { Queryable } from '../database/database.ts';

/** Stores the decoded share of an asset, from 0 to 1, if this version is processing the asset. */
export async function recordProgress(
  db: Queryable,
  submissionId: string,
  assetId: string,
  version: number,
  share: number,
): Promise<void> {
  await db.query({
    name: 'record-progress',
    text: `
      insert into asset_progress (submission_id, asset_id, version, share)
      select submission_id, asset_id, version, $4 from assets
      where submission_id = $1 and asset_id = $2 and version = $3 and status = 'processing'
      on conflict (submission_id, asset_id) do update set version = excluded.version, share = excluded.share`,
    values: [submissionId, assetId, version, share],
  });
}
