import type { Actor } from '@assay/domain/actor.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import { type Database, type Queryable, retryDeadlocks } from '../database/database.ts';
import { givenEvents, insertWantedEvents, type NewEvent, type WrittenDelivery } from './events.ts';
import { isOutboxFull } from '../submissions/outbox.ts';

/** An asset with the fields that a fired event contains. A sandbox request fires events, to test a consumer. */
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
 * Writes the events that a sandbox request fires, and their deliveries, in one statement. Locks the submission and the
 * assets, so that they are not erased concurrently. Returns the pending deliveries, which wait for a delivery worker.
 * Writes nothing if the submission has expired or was erased, and no event of an erased asset.
 */
export function insertFiredEvents(
  database: Database,
  workspaceId: string,
  submissionId: string,
  events: readonly NewEvent[],
  actor: Actor | null = null,
): Promise<WrittenDelivery[]> {
  const write = async () => {
    const { rows } = await database.query<WrittenDelivery>({
      name: 'insert-fired-events',
      // A statement does not see what a concurrent erasure commits, except in rows that the statement locks. The assets
      // are locked after the submission, as in an erasure.
      text: `
        with fired as (
          select id from submissions where id = $2 and workspace_id = $1 and expired_at is null for share
        ), present as (
          select a.asset_id from fired join assets a on a.submission_id = fired.id
          where a.erased_at is null and a.asset_id in (select "assetId" from ${givenEvents}) for share of a
        ), audited as (${insertEntries({
          actor: '$5',
          workspaceId: '$1::uuid',
          action: 'event.fire',
          subject: `'submissions/' || id`,
          from: '(select id from fired where exists (select from present)) fired',
        })}
        ), wanted as (
          select w.* from ${givenEvents} join present on present.asset_id = w."assetId"
        ), ${insertWantedEvents}`,
      values: [workspaceId, submissionId, JSON.stringify(events), null, actorJson(actor)],
    });
    return rows;
  };
  return retryDeadlocks(write);
}
