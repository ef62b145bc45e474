import type { Queryable } from '../database/database.ts';
import { deliveryInputColumns, isUnstarted, type UnstartedDelivery } from '../submissions/outbox.ts';
import {
  type Endpoint,
  isConfirmed,
  isLeased,
  type PendingDelivery,
  pendingDeliveryColumns,
  pendingDeliverySources,
} from './pending-deliveries.ts';

// Deliveries wait in Postgres until a delivery worker has capacity. The worker leases a delivery before it makes the
// first attempt or starts the workflow. If the worker dies, another worker can lease the delivery after the lease ends.

/** Postgres channel (LISTEN and NOTIFY) that announces new deliveries to the workers. */
export const newDeliveriesChannel = 'assay_deliveries';

/** SQL expression of a `returning` clause: notifies the workers of new deliveries when the transaction commits. */
export const announceDeliveries = `pg_notify('${newDeliveriesChannel}', '')`;

/**
 * Maximum number of deliveries of a confirmed endpoint in one lease, if the endpoint is not among
 * `FreeCapacity.endpoints`.
 */
const maxLeasedPerEndpoint = 5;

/** A workspace with items (deliveries or sandbox submissions) that are being started or were started recently. */
export interface StartingWorkspace {
  workspaceId: string;
  /** Number of items that use a slot, because they are being started. */
  starting: number;
  /** Number of further items that can be started now. */
  free: number;
}

export interface Leased<Item> {
  leased: Item[];
  /**
   * Number of items that the statement chose. It exceeds the number of leased items if another worker leased some of
   * the chosen items at the same time.
   */
  chosenCount: number;
}

/** The free capacity of a delivery worker. */
export interface FreeCapacity {
  limit: number;
  /** Seconds after which another worker may lease the deliveries. */
  leaseSeconds: number;
  /**
   * Endpoints with attempts in progress or in the last minute. `free` is the number of further attempts that the
   * endpoint allows now. The least recently attempted endpoint comes first.
   */
  endpoints: readonly (Endpoint & { free: number })[];
  /** Workspaces with attempts in progress or in the last minute. The least recently served workspace comes first. */
  workspaces: readonly StartingWorkspace[];
}

/** A leased delivery, with the data of its next attempt and of its workflow. */
export interface LeasedDelivery extends PendingDelivery, UnstartedDelivery {
  /**
   * End of the lease, as text with microseconds. Each lease ends at a different time, so the end identifies the lease.
   */
  leasedUntil: string;
  /** True if an earlier lease ended because its worker died. The endpoint may have received its request. */
  isInterrupted: boolean;
}

const lowestSubscriptionId = (condition: string) => `
  select d.subscription_id as id from deliveries d where ${isUnstarted} and ${condition} order by 1 limit 1`;

/**
 * Leases the next deliveries to start, round-robin over workspaces. The workspace whose attempts use the fewest slots
 * comes first. If several workspaces have the same number, the least recently served one comes first. Within a
 * workspace, deliveries are chosen round-robin over endpoints, oldest first. Rows that another worker is leasing are
 * skipped.
 *
 * While an endpoint is not confirmed, at most one delivery of its subscription is leased, by all workers together: the
 * oldest one. Retries do not count, because they are not leased.
 *
 * The recursion is a loose index scan over the subscriptions with waiting deliveries. At most `limit` deliveries of
 * each subscription are read, so the cost does not grow with the number of waiting deliveries. The limit is a subquery,
 * which hides its value from the planner. Postgres therefore reuses one plan instead of planning each execution.
 */
export async function leaseDeliveries(
  db: Queryable,
  capacity: FreeCapacity,
): Promise<Leased<LeasedDelivery>> {
  const { limit, leaseSeconds, endpoints, workspaces } = capacity;
  const { rows } = await db.query<LeasedDelivery | { deliveryId: null }>({
    name: 'lease-deliveries',
    text: `
      with recursive subscribers as (
        (${lowestSubscriptionId('true')})
        union all
        select (${lowestSubscriptionId('d.subscription_id > subscribers.id')}) from subscribers where id is not null
      ), endpoints as (
        select * from unnest($3::uuid[], $4::text[], $5::boolean[], $6::integer[])
          with ordinality as e (workspace_id, endpoint_url, is_confirmed, free, place)
      ), workspaces as (
        select * from unnest($7::uuid[], $8::integer[], $9::integer[])
          with ordinality as w (workspace_id, starting, free, place)
      ), oldest as (
        select d.id, d.created_at, s.workspace_id, s.endpoint_url, s.is_confirmed, s.free, s.place
        from (
          select s.id, s.workspace_id, s.endpoint_url, ${isConfirmed} as is_confirmed, e.place,
            least($1, coalesce(e.free, ${maxLeasedPerEndpoint}), coalesce(w.free, $1),
              case when not ${isConfirmed} then 1 end) as free
          from subscribers join subscriptions s using (id)
          left join endpoints e on e.workspace_id = s.workspace_id and e.endpoint_url = s.endpoint_url
            and e.is_confirmed = ${isConfirmed}
          left join workspaces w on w.workspace_id = s.workspace_id
        ) s cross join lateral (
          select d.id, d.created_at, ${isLeased} as is_leased from deliveries d
          -- Comparing and ordering by both columns makes the planner use the partial index on both, whatever
          -- the statistics.
          where (d.subscription_id, d.created_at) >= (s.id, '-infinity')
            and (d.subscription_id, d.created_at) < (s.id, 'infinity') and ${isUnstarted}
            -- If the oldest delivery to an endpoint that is not confirmed is leased, the later ones wait.
            and (not s.is_confirmed or not ${isLeased})
          order by d.subscription_id, d.created_at limit s.free
        ) d
        where not d.is_leased
      ), of_endpoints as (
        select *, row_number() over (partition by workspace_id, endpoint_url, is_confirmed order by created_at) as number
        from oldest
      ), of_workspaces as (
        select *, row_number() over (partition by workspace_id order by number, place nulls first, created_at) as turn
        from of_endpoints where number <= free
      ), chosen as (
        select o.id, o.workspace_id, o.endpoint_url, coalesce(w.starting, 0) + o.turn as turn, w.place, o.created_at
        from of_workspaces o left join workspaces w using (workspace_id)
        where o.turn <= coalesce(w.free, $1)
        order by turn, place nulls first, created_at limit (select $1)
      ), locked as (
        select d.id from deliveries d
        -- The array and the case make the planner use the primary key, whatever the statistics.
        where d.id = any(array(select id from chosen))
          and case when ${isUnstarted} and not ${isLeased} then true end
        for no key update of d skip locked
      ), leased as (
        update deliveries d set leased_until = clock_timestamp() + make_interval(secs => $2), open_leases = open_leases + 1
        where d.id = any(array(select id from locked))
        returning d.*
      )
      select c.*
      -- Every leased delivery was chosen. A full join makes the planner hash both sides instead of comparing all pairs.
      from chosen full join (
        select ${deliveryInputColumns}, ${pendingDeliveryColumns}, d.leased_until::text as "leasedUntil",
          d.open_leases > 1 as "isInterrupted"
        from leased d ${pendingDeliverySources}
        -- A redelivery that was committed after the snapshot has an attempt that this statement does not see.
        where t.attempt_number > d.attempts_before
      ) c on c."deliveryId" = chosen.id
      order by chosen.turn, chosen.place nulls first, chosen.created_at`,
    values: [
      limit,
      leaseSeconds,
      endpoints.map(({ workspaceId }) => workspaceId),
      endpoints.map(({ endpointUrl }) => endpointUrl),
      endpoints.map(({ isConfirmed: confirmed }) => confirmed),
      endpoints.map(({ free }) => free),
      workspaces.map(({ workspaceId }) => workspaceId),
      workspaces.map(({ starting }) => starting),
      workspaces.map(({ free }) => free),
    ],
  });
  const leased = rows.filter((row): row is LeasedDelivery => row.deliveryId !== null);
  return { leased, chosenCount: rows.length };
}

/**
 * Ends the leases of deliveries that were not attempted, or whose attempt was not recorded. Does not change deliveries
 * that have been leased again since.
 * @param delaySeconds seconds after which the deliveries can be leased again
 */
export async function releaseLeases(
  db: Queryable,
  leases: readonly Pick<LeasedDelivery, 'deliveryId' | 'leasedUntil'>[],
  delaySeconds = 0,
): Promise<void> {
  await db.query({
    name: 'release-leases',
    text: `
      update deliveries d set leased_until = clock_timestamp() + make_interval(secs => $3), open_leases = 0
      from unnest($1::uuid[], $2::timestamptz[]) as c (id, leased_until)
      where d.id = any($1) and d.id = c.id and d.leased_until = c.leased_until`,
    values: [leases.map((lease) => lease.deliveryId), leases.map((lease) => lease.leasedUntil), delaySeconds],
  });
}
