import { failingLimit } from '../../domain/retry-schedule.ts';
import { type Database, despiteDeadlocks } from './database.ts';
import { isDeliverable, undeliverableReason } from './pending-deliveries.ts';

export interface AttemptRecord {
  deliveryId: string;
  attemptId: string;
  succeeded: boolean;
  startedAt: Date;
  durationMs: number;
  responseStatus: number | null;
  error: string | null;
  /** In how long the next attempt is due; null when there will be none. */
  nextDelayMs: number | null;
  /** Set when the endpoint said that it wants no more: the subscription is disabled with this reason. */
  disableReason: string | null;
}

/** What an attempt that was made has come to. */
export interface RecordedAttempt {
  /**
   * Of the delivery: pending where the next attempt is scheduled, skipped where nobody wants it. Null where the attempt was on
   * record already, which then holds, or another sequence has taken the place of its own.
   */
  status: 'pending' | 'succeeded' | 'failed' | 'skipped' | null;
  /** Whether this attempt has disabled the subscription. */
  disabledSubscription: boolean;
}

/** Why subscription `s` is to be disabled, if it is. */
const disableReason = `
  coalesce($9::text, case when not $3 and s.failing_since <= $4::timestamptz - make_interval(secs => $10) then $11::text end)`;

/**
 * Records an attempt that was made, judges its endpoint by it, ends the delivery or schedules the next attempt: one statement,
 * which may wait for a replay that waits for it, and must not make the attempt be sent again. A subscription that is disabled at
 * this moment is not seen: `skipIfUndeliverable` sees it then.
 */
export async function recordAttempt(database: Database, attempt: AttemptRecord): Promise<RecordedAttempt> {
  const statement = {
    name: 'record-attempt',
    text: `
      with target as (
        select t.id, t.subscription_id, case when not ${isDeliverable} then ${undeliverableReason} end as undeliverable
        from attempts t join subscriptions s on s.id = t.subscription_id
        -- One that was under way when it was skipped was made all the same.
        where t.id = $2 and t.status in ('pending', 'skipped')
        for no key update of t
      ), judged as (
        update subscriptions s set
          failing_since = case when not $3::boolean then coalesce(s.failing_since, $4::timestamptz) end,
          enabled = ${disableReason} is null,
          disabled_reason = ${disableReason},
          updated_at = case when ${disableReason} is null then s.updated_at else now() end
        from target
        -- Not touched by every attempt: the deliveries to one endpoint would wait for each other.
        where s.id = target.subscription_id and target.undeliverable is null and s.enabled
          and ((s.failing_since is null) <> $3 or ${disableReason} is not null)
        returning s.enabled, s.disabled_reason
      ), made as (
        update attempts made set
          status = case when $3 then 'succeeded' else 'failed' end, created_at = $4, duration_ms = $5,
          response_status = $6,
          error = $7 || coalesce((select '; the subscription was disabled: ' || disabled_reason from judged), ''),
          next_attempt_at = case when made.status = 'pending' then clock_timestamp() + make_interval(secs => $8::float8) end
        from target where made.id = target.id
        returning made.delivery_id, made.subscription_id, made.attempt_number, made.next_attempt_at, target.undeliverable
      ), planned as (
        select delivery_id, subscription_id, attempt_number, next_attempt_at,
          coalesce(undeliverable, (select 'disabled: ' || disabled_reason from judged)) as undeliverable
        from made
      ), scheduled as (
        insert into attempts (id, delivery_id, subscription_id, attempt_number, status, next_attempt_at, error)
        select gen_random_uuid(), delivery_id, subscription_id, attempt_number + 1,
          case when undeliverable is null then 'pending' else 'skipped' end,
          case when undeliverable is null then next_attempt_at end, undeliverable
        from planned where next_attempt_at is not null
      ), outcome as (
        select *, case when $3 then 'succeeded' when $8 is null then 'failed'
          when next_attempt_at is null or undeliverable is not null then 'skipped' else 'pending' end as status
        from planned
      ), delivery as (
        update deliveries d set
          status = o.status,
          workflow_started_at = coalesce(d.workflow_started_at, now()),
          completed_at = case when o.status <> 'pending' then now() end
        from outcome o where d.id = o.delivery_id and d.id = $1 and o.attempt_number > d.attempts_before
        returning d.status
      )
      select (select status from delivery), exists (select from judged where not enabled) as "disabledSubscription"`,
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
  const { rows } = await despiteDeadlocks(() => database.query<RecordedAttempt>(statement));
  return rows[0]!;
}
