import { failingLimit } from '../../domain/retry-schedule.ts';
import { type Database, retryDeadlocks } from './database.ts';
import { isDeliverable, undeliverableReason } from './pending-deliveries.ts';

/** An attempt that was sent, and its result. */
export interface AttemptRecord {
  deliveryId: string;
  attemptId: string;
  succeeded: boolean;
  startedAt: Date;
  durationMs: number;
  responseStatus: number | null;
  /** Class of the fault, a colon, and details. Null if the attempt succeeded. */
  error: string | null;
  /** Milliseconds until the next attempt. Null if there is no next attempt. */
  nextDelayMs: number | null;
  /**
   * Reason for disabling the subscription, set if the endpoint returned 410. Null to leave the subscription
   * enabled.
   */
  disableReason: string | null;
}

/** The result of recording an attempt. */
export interface RecordedAttempt {
  /**
   * Delivery status after the attempt: pending if a next attempt is scheduled, skipped if the subscription
   * does not accept the next attempt. Null if another worker recorded this attempt first, or if a newer
   * sequence was started.
   */
  status: 'pending' | 'succeeded' | 'failed' | 'skipped' | null;
  /** True if this attempt disabled the subscription. */
  disabledSubscription: boolean;
}

/**
 * SQL expression: the reason for which this attempt disables subscription `s`. Null if the subscription stays
 * enabled.
 */
const disableReason = `
  coalesce($9::text, case when not $3 and s.failing_since <= $4::timestamptz - make_interval(secs => $10) then $11::text end)`;

/**
 * Records an attempt that was sent, and updates the health of the endpoint. Then schedules the next attempt
 * or ends the delivery. All of this is one statement. If the statement deadlocks with a request for redelivery,
 * only the statement is retried, so the attempt is not sent again. The statement does not see a subscription that is
 * disabled concurrently, so the caller must call `skipIfUndeliverable` afterwards.
 */
export async function recordAttempt(database: Database, attempt: AttemptRecord): Promise<RecordedAttempt> {
  const statement = {
    name: 'record-attempt',
    text: `
      with target as (
        select t.id, t.subscription_id, case when not ${isDeliverable} then ${undeliverableReason} end as undeliverable
        from attempts t join subscriptions s on s.id = t.subscription_id
        -- An attempt that was skipped while it was being sent is recorded as sent.
        where t.id = $2 and t.status in ('pending', 'skipped')
        for no key update of t
      ), endpoint as (
        update subscriptions s set
          failing_since = case when not $3::boolean then coalesce(s.failing_since, $4::timestamptz) end,
          enabled = ${disableReason} is null,
          disabled_reason = ${disableReason},
          updated_at = case when ${disableReason} is null then s.updated_at else now() end
        from target
        -- Most attempts do not update this row, so that the deliveries to one endpoint do not wait for its
        -- row lock.
        where s.id = target.subscription_id and target.undeliverable is null and s.enabled
          and ((s.failing_since is null) <> $3 or ${disableReason} is not null)
        returning s.enabled, s.disabled_reason
      ), recorded as (
        update attempts a set
          status = case when $3 then 'succeeded' else 'failed' end, created_at = $4, duration_ms = $5,
          response_status = $6,
          error = $7 || coalesce((select '; the subscription was disabled: ' || disabled_reason from endpoint), ''),
          next_attempt_at = case when a.status = 'pending' then clock_timestamp() + make_interval(secs => $8::float8) end
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
        select *, case when $3 then 'succeeded' when $8 is null then 'failed'
          when next_attempt_at is null or undeliverable is not null then 'skipped' else 'pending' end as status
        from next_attempt
      ), delivery as (
        update deliveries d set
          status = o.status,
          workflow_started_at = coalesce(d.workflow_started_at, now()),
          completed_at = case when o.status <> 'pending' then now() end
        from outcome o where d.id = o.delivery_id and d.id = $1 and o.attempt_number > d.attempts_before
        returning d.status
      )
      select (select status from delivery), exists (select from endpoint where not enabled) as "disabledSubscription"`,
    values: [
      attempt.deliveryId,
      attempt.attemptId,
      attempt.succeeded,
      attempt.startedAt,
      attempt.durationMs,
      attempt.responseStatus,
      attempt.error,
      attempt.nextDelayMs === null ? null : attempt.nextDelayMs / 1000,
      attempt.disableReason,
      failingLimit.seconds,
      failingLimit.reason,
    ],
  };
  const { rows } = await retryDeadlocks(() => database.query<RecordedAttempt>(statement));
  return rows[0]!;
}
