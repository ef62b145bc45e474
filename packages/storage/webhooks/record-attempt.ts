import { failingLimit } from '@assay/domain/retry-schedule.ts';
import { type Database, type Queryable, retryDeadlocks } from '../database/database.ts';
import { interruptionNote, isDeliverable, undeliverableReason } from './pending-deliveries.ts';

export interface SuccessRecord {
  deliveryId: string;
  attemptId: string;
  startedAt: Date;
  durationMs: number;
  responseStatus: number;
  /** Error text of the successful attempt. Null or absent if there is nothing to note. */
  note?: string | null;
}

export interface FailureRecord extends Omit<SuccessRecord, 'responseStatus' | 'note'> {
  /** Null if there was no response. */
  responseStatus: number | null;
  /** Error text of the form `class: details`. */
  error: string;
  /** Milliseconds until the next attempt. Null if there is no next attempt. */
  nextDelayMs: number | null;
  /** Reason for disabling the subscription, if the endpoint returned 410. Null to leave it enabled. */
  disableReason: string | null;
  /** True if the delivery has a workflow. False if the caller starts the workflow after a failed first attempt. */
  hasWorkflow: boolean;
}

export interface RecordedFailure {
  /**
   * Delivery status after the attempt: pending if a next attempt is scheduled, skipped if the subscription does not
   * accept the next attempt, failed if there is no next attempt. Null if another worker recorded this attempt first, or
   * if a newer redelivery was requested.
   */
  status: 'pending' | 'failed' | 'skipped' | null;
  /** True if this attempt disabled the subscription. */
  disabledSubscription: boolean;
}

/** SQL condition: attempt `t` can be recorded. An attempt that was skipped while it was being sent counts as sent. */
const isRecordable = `t.status in ('pending', 'skipped')`;

/**
 * Records successful attempts in one statement. Ends their deliveries, resets `failing_since` of their
 * subscriptions, and sets `confirmed_at` if it is not set.
 * @returns the ids of the deliveries that ended. An id is missing if another worker recorded the attempt first, or if a
 *   newer redelivery was requested.
 */
export async function recordSuccesses(
  database: Database,
  attempts: readonly SuccessRecord[],
): Promise<Set<string>> {
  const statement = {
    name: 'record-successes',
    text: `
      with target as (
        select t.id, t.subscription_id, r.started_at, r.duration_ms, r.response_status, r.note
        from unnest($1::uuid[], $2::timestamptz[], $3::integer[], $4::integer[], $5::text[])
          as r (id, started_at, duration_ms, response_status, note)
        join attempts t using (id)
        -- The array makes the planner use the primary key, even with statistics of an empty table.
        where t.id = any($1::uuid[]) and ${isRecordable}
        order by t.id
        for no key update of t
      ), endpoint as (
        -- Most attempts do not update this row, so that the deliveries to one endpoint do not wait for its row lock.
        update subscriptions s set failing_since = null, confirmed_at = coalesce(s.confirmed_at, now())
        where (s.failing_since is not null or s.confirmed_at is null) and s.enabled and exists (
          select from target join attempts t using (id) where t.subscription_id = s.id and ${isDeliverable})
      ), recorded as (
        update attempts a set status = 'succeeded', created_at = target.started_at, duration_ms = target.duration_ms,
          response_status = target.response_status, next_attempt_at = null,
          -- A pending attempt has an error text if an earlier request was interrupted.
          error = nullif(concat_ws('; ', target.note, case when a.status = 'pending' then a.error end), '')
        from target where a.id = target.id
        returning a.delivery_id, a.attempt_number
      )
      update deliveries d set
        status = 'succeeded', workflow_started_at = coalesce(d.workflow_started_at, now()), completed_at = now()
      from recorded r where d.id = r.delivery_id and r.attempt_number > d.attempts_before
      returning d.id`,
    values: [
      attempts.map(({ attemptId }) => attemptId),
      attempts.map(({ startedAt }) => startedAt),
      attempts.map(({ durationMs }) => durationMs),
      attempts.map(({ responseStatus }) => responseStatus),
      attempts.map(({ note = null }) => note),
    ],
  };
  const { rows } = await retryDeadlocks(() => database.query<{ id: string }>(statement));
  return new Set(rows.map(({ id }) => id));
}

/** SQL expression: the reason why this attempt disables subscription `s`, or null. */
const disableReason = `
  coalesce($8::text, case when s.failing_since <= $3::timestamptz - make_interval(secs => $9) then $10::text end)`;

/**
 * Records a failed attempt, sets `failing_since`, and disables the subscription if it has failed for too long. Then
 * schedules the next attempt or ends the delivery. All of this is one statement. If the statement deadlocks with a
 * request for redelivery, only the statement is retried, so the attempt is not sent again. The statement does not see a
 * subscription that is disabled concurrently, so the caller must call `skipIfUndeliverable` afterwards.
 */
export async function recordFailure(database: Database, attempt: FailureRecord): Promise<RecordedFailure> {
  const statement = {
    name: 'record-failure',
    text: `
      with target as (
        select t.id, t.subscription_id, case when not ${isDeliverable} then ${undeliverableReason} end as undeliverable
        from attempts t join subscriptions s on s.id = t.subscription_id
        where t.id = $2 and ${isRecordable}
        for no key update of t
      ), endpoint as (
        update subscriptions s set
          failing_since = coalesce(s.failing_since, $3::timestamptz),
          enabled = ${disableReason} is null,
          disabled_reason = ${disableReason},
          updated_at = case when ${disableReason} is null then s.updated_at else now() end
        from target
        -- Most attempts do not update this row, so that the deliveries to one endpoint do not wait for its
        -- row lock.
        where s.id = target.subscription_id and target.undeliverable is null and s.enabled
          and (s.failing_since is null or ${disableReason} is not null)
        returning s.enabled, s.disabled_reason
      ), recorded as (
        update attempts a set
          status = 'failed', created_at = $3, duration_ms = $4, response_status = $5,
          error = $6 || ${interruptionNote('a')} || coalesce((select '; the subscription was disabled: ' || disabled_reason from endpoint), ''),
          next_attempt_at = case when a.status = 'pending' then clock_timestamp() + make_interval(secs => $7::float8) end
        from target where a.id = target.id
        returning a.delivery_id, a.subscription_id, a.attempt_number, a.next_attempt_at, target.undeliverable
      ), next_attempt as (
        select delivery_id, subscription_id, attempt_number, next_attempt_at,
          coalesce(undeliverable, (select 'disabled: ' || disabled_reason from endpoint)) as undeliverable
        from recorded
      ), scheduled as (
        insert into attempts (id, delivery_id, subscription_id, attempt_number, status, next_attempt_at, error)
        select gen_random_uuid(), delivery_id, subscription_id, attempt_number + 1,
          case when undeliverable is null then 'pending' else 'skipped' end,
          case when undeliverable is null then next_attempt_at end, undeliverable
        from next_attempt where next_attempt_at is not null
      ), outcome as (
        select *, case when $7 is null then 'failed'
          when next_attempt_at is null or undeliverable is not null then 'skipped' else 'pending' end as status
        from next_attempt
      ), delivery as (
        update deliveries d set
          status = o.status,
          workflow_started_at =
            case when $11 or o.status <> 'pending' then coalesce(d.workflow_started_at, now()) else d.workflow_started_at end,
          leased_until = case when not $11 then d.leased_until end,
          open_leases = 0,
          completed_at = case when o.status <> 'pending' then now() end
        from outcome o where d.id = o.delivery_id and d.id = $1 and o.attempt_number > d.attempts_before
        returning d.status
      )
      select (select status from delivery), exists (select from endpoint where not enabled) as "disabledSubscription"`,
    values: [
      attempt.deliveryId,
      attempt.attemptId,
      attempt.startedAt,
      attempt.durationMs,
      attempt.responseStatus,
      attempt.error,
      attempt.nextDelayMs === null ? null : attempt.nextDelayMs / 1000,
      attempt.disableReason,
      failingLimit.seconds,
      failingLimit.reason,
      attempt.hasWorkflow,
    ],
  };
  const { rows } = await retryDeadlocks(() => database.query<RecordedFailure>(statement));
  return rows[0]!;
}

export interface AttemptResult {
  deliveryStatus: 'pending' | 'succeeded' | 'failed' | 'skipped';
  /** Null if the delivery ended before this attempt. */
  attemptStatus: 'pending' | 'succeeded' | 'failed' | 'skipped' | null;
  responseStatus: number | null;
  error: string | null;
}

/**
 * Returns the recorded result of an attempt. Returns null if a newer redelivery was requested.
 * @param sequence fencing number: number of attempts made before the caller's redelivery; 0 for the first delivery
 */
export async function readAttemptResult(
  db: Queryable,
  deliveryId: string,
  sequence: number,
  attemptNumber: number,
): Promise<AttemptResult | null> {
  const { rows } = await db.query<AttemptResult>({
    name: 'read-attempt-result',
    text: `
      select d.status as "deliveryStatus", t.status as "attemptStatus", t.response_status as "responseStatus", t.error
      from deliveries d left join attempts t on t.delivery_id = d.id and t.attempt_number = $3
      where d.id = $1 and d.attempts_before = $2`,
    values: [deliveryId, sequence, attemptNumber],
  });
  return rows[0] ?? null;
}
