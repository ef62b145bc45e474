import { failingLimit } from '../../domain/retry-schedule.ts';
import { type Database, despiteDeadlocks, type Queryable } from './database.ts';
import { attemptJson } from './json.ts';

/** A delivery that is still to be made, with what an attempt needs. */
export interface PendingDelivery {
  attemptId: string;
  /** The attempt that is to be made next. */
  attemptNumber: number;
  /** For how long it has been due; negative while it is due later. */
  lateMs: number;
  /** When it was written, with its event. */
  createdAt: Date;
  eventId: string;
  payload: string;
  workspaceId: string;
  subscriptionId: string;
  endpointUrl: string;
  secret: string | null;
  /** The one that was rotated out, while it signs too. */
  previousSecret: string | null;
  /** Whether the subscription takes it: it is enabled, and was when the attempt was scheduled. */
  wanted: boolean;
}

/** Whether its subscription `s` takes attempt `t`. */
export const isWanted = `(s.enabled and (s.enabled_at is null or t.created_at >= s.enabled_at))`;

/**
 * Null once the delivery has ended, or another sequence of attempts has taken the place of this one.
 * @param attemptsBefore how many attempts the delivery had before the sequence
 */
export async function readPendingDelivery(
  db: Queryable,
  deliveryId: string,
  attemptsBefore = 0,
): Promise<PendingDelivery | null> {
  const { rows } = await db.query<PendingDelivery>({
    name: 'read-pending-delivery',
    text: `
      select t.id as "attemptId", t.attempt_number as "attemptNumber",
        round(extract(epoch from clock_timestamp() - t.next_attempt_at) * 1000)::float8 as "lateMs",
        d.created_at as "createdAt", e.id as "eventId", e.payload, e.workspace_id as "workspaceId",
        s.id as "subscriptionId", s.endpoint_url as "endpointUrl", s.secret, ${isWanted} as wanted,
        case when s.previous_secret_until > now() then s.previous_secret end as "previousSecret"
      from deliveries d
      join events e on e.id = d.event_id
      join subscriptions s on s.id = d.subscription_id
      join attempts t on t.delivery_id = d.id and t.status = 'pending'
      where d.id = $1 and d.status = 'pending' and d.attempts_before = $2`,
    values: [deliveryId, attemptsBefore],
  });
  return rows[0] ?? null;
}

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
  disabling: boolean;
}

/** What the history says of an attempt whose sequence was begun anew before it was made. */
export const supersededReason = 'superseded: another delivery was asked for';

/** What it says of one that subscription `s` does not take. */
const unwantedReason = `
  'disabled: ' || case when s.deleted_at is not null then 'the subscription was deleted'
    when s.enabled then 'before it was enabled again' else coalesce(s.disabled_reason, 'by the workspace') end`;

/** Why subscription `s` is to be disabled, if it is. */
const disableReason = `
  coalesce($9::text, case when not $3 and s.failing_since <= $4::timestamptz - make_interval(secs => $10) then $11::text end)`;

/**
 * Records an attempt that was made, judges its endpoint by it, ends the delivery or schedules the next attempt: one statement,
 * which may wait for a replay that waits for it, and must not make the attempt be sent again. A subscription that is disabled at
 * this moment is not seen: `skipUnwantedDelivery` sees it then.
 */
export async function recordAttempt(database: Database, attempt: AttemptRecord): Promise<RecordedAttempt> {
  const statement = {
    name: 'record-attempt',
    text: `
      with target as (
        select t.id, t.subscription_id, case when not ${isWanted} then ${unwantedReason} end as unwanted
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
        where s.id = target.subscription_id and target.unwanted is null and s.enabled
          and ((s.failing_since is null) <> $3 or ${disableReason} is not null)
        returning s.enabled, s.disabled_reason
      ), made as (
        update attempts made set
          status = case when $3 then 'succeeded' else 'failed' end, created_at = $4, duration_ms = $5,
          response_status = $6,
          error = $7 || coalesce((select '; the subscription was disabled: ' || disabled_reason from judged), ''),
          next_attempt_at = case when made.status = 'pending' then clock_timestamp() + make_interval(secs => $8::float8) end
        from target where made.id = target.id
        returning made.delivery_id, made.subscription_id, made.attempt_number, made.next_attempt_at, target.unwanted
      ), planned as (
        select delivery_id, subscription_id, attempt_number, next_attempt_at,
          coalesce(unwanted, (select 'disabled: ' || disabled_reason from judged)) as unwanted
        from made
      ), scheduled as (
        insert into attempts (id, delivery_id, subscription_id, attempt_number, status, next_attempt_at, error)
        select gen_random_uuid(), delivery_id, subscription_id, attempt_number + 1,
          case when unwanted is null then 'pending' else 'skipped' end,
          case when unwanted is null then next_attempt_at end, unwanted
        from planned where next_attempt_at is not null
      ), become as (
        select *, case when $3 then 'succeeded' when $8 is null then 'failed'
          when next_attempt_at is null or unwanted is not null then 'skipped' else 'pending' end as status
        from planned
      ), delivery as (
        update deliveries d set
          status = b.status,
          workflow_started_at = coalesce(d.workflow_started_at, now()),
          completed_at = case when b.status <> 'pending' then now() end
        from become b where d.id = b.delivery_id and d.id = $1 and b.attempt_number > d.attempts_before
        returning d.status
      )
      select (select status from delivery), exists (select from judged where not enabled) as disabling`,
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

/** Notes in how long an attempt is made instead of when it was due. False where it is not to be made any more. */
export async function postponeAttempt(db: Queryable, attemptId: string, delayMs: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'postpone-attempt',
    text: `
      update attempts set next_attempt_at = clock_timestamp() + make_interval(secs => $2)
      where id = $1 and status = 'pending'`,
    values: [attemptId, delayMs / 1000],
  });
  return rowCount === 1;
}

/** What an attempt that is not made becomes; `error` is an expression. */
export const asSkipped = (error: string) =>
  `status = 'skipped', next_attempt_at = null, created_at = now(), error = ${error}`;

/** Ends the deliveries whose attempts `skipped` has. */
const endSkipped = `
  update deliveries d set
    status = 'skipped', completed_at = now(), workflow_started_at = coalesce(d.workflow_started_at, now())
  from skipped where d.id = skipped.delivery_id`;

/**
 * Ends a delivery unmade, if it is still in this sequence of attempts.
 * @param reason for whoever reads the history: a word for its class, a colon, and what happened
 * @returns false where it has ended, or its attempt was recorded at that moment
 */
export async function skipDelivery(
  database: Database,
  deliveryId: string,
  reason: string,
  attemptsBefore = 0,
): Promise<boolean> {
  const statement = {
    name: 'skip-delivery',
    text: `
      with skipped as (
        update attempts t set ${asSkipped('$2')}
        from deliveries d
        where d.id = $1 and d.attempts_before = $3 and t.delivery_id = d.id and t.status = 'pending'
        returning t.delivery_id
      )
      ${endSkipped}`,
    values: [deliveryId, reason, attemptsBefore],
  };
  const { rowCount } = await despiteDeadlocks(() => database.query(statement));
  return rowCount === 1;
}

/**
 * Ends a delivery unmade whose next attempt its subscription does not take, if it is still in this sequence of attempts.
 * @returns false where that is not so any more: the delivery has ended, or goes on
 */
export async function skipUnwantedDelivery(
  database: Database,
  deliveryId: string,
  attemptsBefore: number,
): Promise<boolean> {
  const statement = {
    name: 'skip-unwanted-delivery',
    text: `
      with unwanted as (
        select t.id, ${unwantedReason} as reason
        from deliveries d
        join subscriptions s on s.id = d.subscription_id
        join attempts t on t.delivery_id = d.id and t.status = 'pending'
        where d.id = $1 and d.attempts_before = $2 and not ${isWanted}
        -- Until this is done nobody enables it, and asks for the delivery again.
        for share of s
      ), skipped as (
        update attempts t set ${asSkipped('reason')}
        from unwanted u where t.id = u.id and t.status = 'pending'
        returning t.delivery_id
      )
      ${endSkipped}`,
    values: [deliveryId, attemptsBefore],
  };
  const { rowCount } = await despiteDeadlocks(() => database.query(statement));
  return rowCount === 1;
}

/** Whether pending attempt `t` has nobody at work on it: it is due later, or has been for longer than an attempt takes. */
export const isIdle = `
  -- Not by now(): the transaction may have begun before one that it waited for.
  (t.next_attempt_at > clock_timestamp() or t.next_attempt_at < now() - interval '10 minutes')`;

const waitingAtATime = 2_000;

/**
 * Ends the deliveries that wait for a subscription and that it does not take, so many in a statement. Those with an attempt
 * that is due are left to whoever makes it.
 * @param maxStatements what is left then is skipped when it is due
 */
export async function skipWaitingDeliveries(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  maxStatements = Infinity,
): Promise<void> {
  let after = '-infinity';
  for (let statements = 0; statements < maxStatements; statements++) {
    const statement = {
      name: 'skip-waiting-deliveries',
      text: `
        with s as (
          select * from subscriptions where id = $1 and workspace_id = $2
          -- Whoever enables it and asks for these again is to find them skipped.
          for share
        ), waiting as (
          select t.id, t.next_attempt_at, ${unwantedReason} as reason
          from s join attempts t on t.subscription_id = s.id
          where t.status = 'pending' and t.next_attempt_at >= $3 and ${isIdle} and not ${isWanted}
          order by t.next_attempt_at limit ${waitingAtATime}
          for no key update of t skip locked
        ), skipped as (
          update attempts t set ${asSkipped('reason')}
          from waiting w where t.id = w.id
          returning t.delivery_id
        ), ended as (${endSkipped})
        select count(*) as count, max(next_attempt_at)::text as last from waiting`,
      values: [subscriptionId, workspaceId, after],
    };
    const { rows } = await despiteDeadlocks(() =>
      database.query<{ count: number; last: string | null }>(statement),
    );
    const { count, last } = rows[0]!;
    if (count < waitingAtATime || last === null) return;
    after = last;
  }
}

/** Why a delivery has ended unmade, in this sequence of attempts; null where it has not. */
export async function readSkippedReason(
  db: Queryable,
  deliveryId: string,
  attemptsBefore: number,
): Promise<string | null> {
  const { rows } = await db.query<{ error: string }>({
    name: 'read-skipped-reason',
    text: `
      select t.error from deliveries d join attempts t on t.delivery_id = d.id
      where d.id = $1 and d.attempts_before = $2 and d.status = 'skipped'
      order by t.attempt_number desc limit 1`,
    values: [deliveryId, attemptsBefore],
  });
  return rows[0]?.error ?? null;
}

/** The delivery history as JSON text, newest first; null when the workspace has no such subscription. */
export async function readDeliveries(
  db: Queryable,
  workspaceId: string,
  subscriptionId: string,
  status: string | null,
  limit: number,
): Promise<string | null> {
  const { rows } = await db.query<{ body: string }>({
    name: 'read-deliveries',
    text: `
      select json_build_object(
        'attempts', (
          select coalesce(json_agg(${attemptJson} order by t.created_at desc, t.attempt_number desc, t.id), '[]')
          from (
            select * from attempts
            where subscription_id = s.id and ($3::text is null or status = $3)
            order by created_at desc, attempt_number desc limit $4
          ) t
          join deliveries d on d.id = t.delivery_id
          join events e on e.id = d.event_id),
        'total', (select count(*) from attempts
          where subscription_id = s.id and ($3::text is null or status = $3)))::text as body
      from subscriptions s
      where s.id = $1 and s.workspace_id = $2 and s.deleted_at is null`,
    values: [subscriptionId, workspaceId, status, limit],
  });
  return rows[0]?.body ?? null;
}
