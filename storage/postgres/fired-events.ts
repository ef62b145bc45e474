import type { Actor } from '../../domain/actor.ts';
import type { AssetType } from '../../domain/asset-type.ts';
import type { Environment } from '../../domain/api-key.ts';
import { announcing } from './announcements.ts';
import { actorJson, insertEntries } from './audit-log.ts';
import { type Database, inTransaction, type Queryable } from './database.ts';
import { insertEvents, type NewEvent } from './events.ts';
import { isOutboxFull } from './outbox.ts';

/** An asset with the fields that a fired event contains. An event is fired by a request in the sandbox. */
export interface FireSubject {
  assetId: string;
  assetType: AssetType | null;
  environment: Environment;
  filename: string;
  /** Null until the asset has finished. */
  issueCount: number | null;
  /** Null unless the asset has failed. */
  errorMessage: string | null;
  /** True if the workspace has reached its outbox limit, so the request must be rejected. */
  isOutboxFull: boolean;
}

/**
 * Returns the assets of a submission in the order of the request. Returns null if the workspace has no such
 * submission.
 * @param mayBeLive false to find only sandbox submissions
 */
export async function readFireSubjects(
  db: Queryable,
  workspaceId: string,
  submissionId: string,
  mayBeLive: boolean,
): Promise<FireSubject[] | null> {
  const { rows } = await db.query<FireSubject>({
    name: 'read-fire-subjects',
    text: `
      select a.asset_id as "assetId", a.asset_type as "assetType", a.environment, a.filename, a.issue_count as "issueCount",
        a.error_message as "errorMessage", ${isOutboxFull('$2')} as "isOutboxFull"
      from assets a join submissions s on s.id = a.submission_id and s.expired_at is null
      where a.submission_id = $1 and a.workspace_id = $2 and ($3 or a.environment = 'sandbox')
        and a.erased_at is null
      order by a.position`,
    values: [submissionId, workspaceId, mayBeLive],
  });
  return rows.length === 0 ? null : rows;
}

/**
 * Writes the events that a sandbox request fires, and their deliveries. Locks the submission, so that it is not erased
 * meanwhile. Returns the pending deliveries, which wait for a delivery worker. Writes nothing if the submission has
 * expired or was erased.
 */
export async function insertFiredEvents(
  database: Database,
  workspaceId: string,
  submissionId: string,
  events: readonly NewEvent[],
  actor: Actor | null = null,
): Promise<{ deliveryId: string; eventId: string }[]> {
  const write = async (tx: Queryable, isNotifying: boolean) => {
    const { rowCount } = await tx.query({
      name: 'lock-fired-submission',
      text: `
        with fired as (
          select id from submissions where id = $1 and workspace_id = $2 and expired_at is null for share
        ), audited as (${insertEntries({
          actor: '$3',
          workspaceId: '$2::uuid',
          action: `'event.fire'`,
          subject: `'submissions/' || id`,
          from: 'fired',
        })}
        )
        select from fired`,
      values: [submissionId, workspaceId, actorJson(actor)],
    });
    if (rowCount === 0) return [];
    return insertEvents(tx, workspaceId, submissionId, events, null, isNotifying);
  };
  return announcing(database, (isNotifying) => inTransaction(database, (tx) => write(tx, isNotifying)));
}
