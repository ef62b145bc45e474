import { type Check, type Evidence, violationsOf } from './check.ts';

interface DeliveryRow {
  deliveryId: string;
  subscriptionId: string;
  eventId: string;
  payload: string;
  status: string;
}

/** Checks that every subscription received every event, each with a single id and with the stored payload. */
export async function checkEvents(evidence: Evidence): Promise<Check> {
  const { database, receiver, subscriptions } = evidence;
  const nameOf = new Map([...subscriptions].map(([name, id]) => [id, name]));
  const { rows } = await database.query<DeliveryRow>(
    `select d.id as "deliveryId", d.subscription_id as "subscriptionId", e.id as "eventId", e.payload, d.status
     from deliveries d join events e on e.id = d.event_id`,
  );
  const payloadsByKey = new Map<string, string[]>();
  for (const { subscription, eventId, payload } of receiver.accepted) {
    const key = `${subscription} ${eventId}`;
    payloadsByKey.set(key, [...(payloadsByKey.get(key) ?? []), payload]);
  }
  const violations: string[] = [];
  const expected = new Set<string>();
  for (const { deliveryId, subscriptionId, eventId, payload, status } of rows) {
    const key = `${nameOf.get(subscriptionId)} ${eventId}`;
    expected.add(key);
    const payloads = payloadsByKey.get(key) ?? [];
    if (payloads.length === 0) violations.push(`delivery ${deliveryId} of event ${eventId}: never received`);
    if (payloads.some((received) => received !== payload))
      violations.push(`event ${eventId}: the received payload differs from the stored one`);
    if (status !== 'succeeded') violations.push(`delivery ${deliveryId}: ${status}`);
  }
  for (const key of payloadsByKey.keys())
    if (!expected.has(key)) violations.push(`received, but there is no such delivery: ${key}`);
  for (const rejected of receiver.rejected) violations.push(`invalid request: ${rejected}`);
  const repeated = receiver.accepted.length - payloadsByKey.size;
  return {
    name: 'every event is received at least once, under one id',
    examined: `${rows.length} deliveries, ${receiver.accepted.length} received, ${repeated} of them duplicates`,
    violations: [...violations, ...(await missingEvents(evidence))],
  };
}

/**
 * Lists finished assets that do not have exactly one event with one delivery per subscription. Also lists sandbox
 * submissions with a wrong number of deliveries of fired events.
 */
async function missingEvents({ database, journal, subscriptions }: Evidence): Promise<string[]> {
  const { rows } = await database.query<{ subject: string; reason: string }>(
    `select a.submission_id || '/' || a.asset_id || ' v' || v.version as subject,
       count(distinct e.id) || ' events, ' || count(d.id) || ' deliveries' as reason
     from submission_versions v
     join assets a on a.submission_id = v.submission_id and a.asset_id = any(v.asset_ids)
     left join events e on e.submission_id = v.submission_id and e.asset_id = a.asset_id and e.version = v.version
     left join deliveries d on d.event_id = e.id
     where a.environment = 'live' and (v.version < a.version or a.status in ('complete', 'failed'))
     group by a.submission_id, a.asset_id, v.version
     having count(distinct e.id) <> 1 or count(d.id) <> $1
     union all
     -- In the sandbox only fired events exist; those have no version.
     select e.submission_id || '/' || e.asset_id, 'a sandbox event that was not fired'
     from events e join assets a on a.submission_id = e.submission_id and a.asset_id = e.asset_id
     where a.environment = 'sandbox' and e.version is not null`,
    [subscriptions.size],
  );
  const { rows: fired } = await database.query<{ submissionId: string; dispatched: number; assets: number }>(
    `select s.id as "submissionId",
       (select count(*) from events e join deliveries d on d.event_id = e.id
         where e.submission_id = s.id and e.version is null) as dispatched,
       (select count(*) from assets a where a.submission_id = s.id) as assets
     from submissions s where s.environment = 'sandbox'`,
  );
  const wrongFires = fired.flatMap(({ submissionId, dispatched, assets }) => {
    const answered = journal.fired.get(submissionId) ?? { dispatched: 0, unconfirmed: 0 };
    const maxDispatched = answered.dispatched + answered.unconfirmed * assets * subscriptions.size;
    return dispatched < answered.dispatched || dispatched > maxDispatched
      ? [
          `${submissionId}: ${dispatched} fired deliveries, but the API returned ${answered.dispatched} (and ${answered.unconfirmed} requests had no response)`,
        ]
      : [];
  });
  return [...violationsOf(rows), ...wrongFires];
}
