import type { AssetStatus } from '../../domain/submission.ts';
import type { Queryable } from './database.ts';
import { assetJson } from './json.ts';
import type { WorkspaceRead } from './workspace-read.ts';

/** Ids: submission, asset. */
export const assetBody: WorkspaceRead = {
  name: 'read-asset',
  expression: `
    select ${assetJson}::text from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id`,
};

/** What `assetResults` reads. */
export interface AssetResults {
  status: AssetStatus;
  /** Where its issues are kept; null where there are none to keep. */
  issuesKey: string | null;
  topicsKey: string | null;
}

/** How far an asset is and where its results are, as `AssetResults`. Ids: submission, asset. */
export const assetResults: WorkspaceRead = {
  name: 'read-asset-results',
  expression: `
    select json_build_object('status', a.status, 'issuesKey', a.issues_key, 'topicsKey', a.topics_key)::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id`,
};

/** Tells a missing submission from a missing asset, for the text of a 404. */
export async function submissionExists(
  db: Queryable,
  workspaceId: string,
  submissionId: string,
): Promise<boolean> {
  const { rows } = await db.query({
    name: 'submission-exists',
    text: `select 1 from submissions where id = $1 and workspace_id = $2 and expired_at is null`,
    values: [submissionId, workspaceId],
  });
  return rows.length > 0;
}
