import type { AssetStatus } from '../../domain/submission.ts';
import type { Queryable } from './database.ts';
import { assetJson } from './json.ts';

/** The asset body as JSON text; null when the workspace has no such asset in that submission. */
export async function readAsset(
  db: Queryable,
  workspaceId: string,
  submissionId: string,
  assetId: string,
): Promise<string | null> {
  const { rows } = await db.query<{ body: string }>({
    name: 'read-asset',
    text: `
      select ${assetJson}::text as body from assets a
      where a.submission_id = $1 and a.asset_id = $2 and a.workspace_id = $3`,
    values: [submissionId, assetId, workspaceId],
  });
  return rows[0]?.body ?? null;
}

export interface AssetResults {
  status: AssetStatus;
  /** Null where there are no issues to keep. */
  issuesKey: string | null;
  topicsKey: string | null;
}

/** Where an asset's issues and topics are kept; null when the workspace has no such asset in that submission. */
export async function readAssetResults(
  db: Queryable,
  workspaceId: string,
  submissionId: string,
  assetId: string,
): Promise<AssetResults | null> {
  const { rows } = await db.query<AssetResults>({
    name: 'read-asset-results',
    text: `
      select status, issues_key as "issuesKey", topics_key as "topicsKey" from assets
      where submission_id = $1 and asset_id = $2 and workspace_id = $3`,
    values: [submissionId, assetId, workspaceId],
  });
  return rows[0] ?? null;
}

/** Tells a missing submission from a missing asset, for the text of a 404. */
export async function submissionExists(
  db: Queryable,
  workspaceId: string,
  submissionId: string,
): Promise<boolean> {
  const { rows } = await db.query({
    name: 'submission-exists',
    text: `select 1 from submissions where id = $1 and workspace_id = $2`,
    values: [submissionId, workspaceId],
  });
  return rows.length > 0;
}
