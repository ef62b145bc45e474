import { type Check, type Evidence, violationsOf } from './check.ts';

interface DeliveryRow {
  deliveryId: string;
  subscriptionId: string;
  eventId: string;
  payload: string;
  status: string;
}

/** Every event there is to be was received by everyone it is for, under one id, as it was written. */
export async function checkEvents(evidence: Evidence): Promise<Check> {
  const { database, receiver, subscriptions } = evidence;
  const nameOf = new Map([...subscriptions].map(([name, id]) => [id, name]));
  const { rows } = await database.query<DeliveryRow>(
    `select d.id as "deliveryId", d.subscription_id as "subscriptionId", e.id as "eventId", e.payload, d.status
     from deliveries d join events e on e.id = d.event_id`,
  );
  const taken = new Map<string, string[]>();
  for (const { subscription, eventId, payload } of receiver.taken) {
    const key = `${subscription} ${eventId}`;
    taken.set(key, [...(taken.get(key) ?? []), payload]);
  }
  const violations: string[] = [];
  const wanted = new Set<string>();
  for (const { deliveryId, subscriptionId, eventId, payload, status } of rows) {
    const key = `${nameOf.get(subscriptionId)} ${eventId}`;
    wanted.add(key);
    const payloads = taken.get(key) ?? [];
    if (payloads.length === 0) violations.push(`delivery ${deliveryId} of event ${eventId}: never received`);
    if (payloads.some((received) => received !== payload))
      violations.push(`event ${eventId}: received other than it was written`);
    if (status !== 'succeeded') violations.push(`delivery ${deliveryId}: ${status}`);
  }
  for (const key of taken.keys()) if (!wanted.has(key)) violations.push(`received, and nobody’s: ${key}`);
  for (const refused of receiver.refused) violations.push(`not genuine: ${refused}`);
  const repeated = receiver.taken.length - taken.size;
  return {
    name: 'every event is received at least once, with one id',
    looked: `${rows.length} deliveries, ${receiver.taken.length} received, ${repeated} of them again`,
    violations: [...violations, ...(await missingEvents(evidence))],
  };
}

/** Ends of assets without their one event or its deliveries, and what fire said it had dispatched. */
async function missingEvents({ database, journal, subscriptions }: Evidence): Promise<string[]> {
  const { rows } = await database.query<{ subject: string; why: string }>(
    `select a.submission_id || '/' || a.asset_id || ' v' || v.version as subject,
       count(distinct e.id) || ' events, ' || count(d.id) || ' deliveries' as why
     from submission_versions v
     join assets a on a.submission_id = v.submission_id and a.asset_id = any(v.asset_ids)
     left join events e on e.submission_id = v.submission_id and e.asset_id = a.asset_id and e.version = v.version
     left join deliveries d on d.event_id = e.id
     where a.environment = 'live' and (v.version < a.version or a.status in ('complete', 'failed'))
     group by a.submission_id, a.asset_id, v.version
     having count(distinct e.id) <> 1 or count(d.id) <> $1
     union all
     -- One event, however its asset has ended.
     select e.submission_id || '/' || e.asset_id, 'an event of the sandbox that nobody fired'
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
  const wrong = fired.flatMap(({ submissionId, dispatched, assets }) => {
    const said = journal.fired.get(submissionId) ?? { dispatched: 0, unanswered: 0 };
    const most = said.dispatched + said.unanswered * assets * subscriptions.size;
    return dispatched < said.dispatched || dispatched > most
      ? [
          `${submissionId}: fire said ${said.dispatched} (${said.unanswered} without an answer), there are ${dispatched}`,
        ]
      : [];
  });
  return [...violationsOf(rows), ...wrong];
}
