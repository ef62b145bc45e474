import type { AssetType } from '../../domain/asset-type.ts';
import type { Environment } from '../../domain/environment.ts';
import { type Database, inTransaction, type Queryable } from './database.ts';
import { insertEvents, type NewEvent } from './events.ts';
import { isOutboxFull } from './outbox.ts';

export interface FireSubject {
  assetId: string;
  assetType: AssetType | null;
  environment: Environment;
  filename: string;
  issueCount: number | null;
  errorMessage: string | null;
  /** Whether its workspace has as many deliveries to be begun as it may have. */
  isOutboxFull: boolean;
}

/** The assets of a submission as an event tells of them, in order; null when the workspace has no such submission. */
export async function readFireSubjects(
  db: Queryable,
  workspaceId: string,
  submissionId: string,
): Promise<FireSubject[] | null> {
  const { rows } = await db.query<FireSubject>({
    name: 'read-fire-subjects',
    text: `
      select a.asset_id as "assetId", a.asset_type as "assetType", a.environment, a.filename, a.issue_count as "issueCount",
        a.error_message as "errorMessage", ${isOutboxFull('$2')} as "isOutboxFull"
      from assets a join submissions s on s.id = a.submission_id and s.expired_at is null
      where a.submission_id = $1 and a.workspace_id = $2 order by a.position`,
    values: [submissionId, workspaceId],
  });
  return rows.length === 0 ? null : rows;
}

/** Writes events that were fired by hand and their deliveries; returns the deliveries to be started, each with its event. */
export async function insertFiredEvents(
  database: Database,
  workspaceId: string,
  submissionId: string,
  events: readonly NewEvent[],
): Promise<{ deliveryId: string; eventId: string }[]> {
  return inTransaction(database, (tx) => insertEvents(tx, workspaceId, submissionId, events));
}
