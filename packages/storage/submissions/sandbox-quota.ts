// The sandbox quota is the maximum number of sandbox assets that a workspace submits per day (UTC). The counter in
// `sandbox_counts` makes the quota exact and cheap: concurrent requests lock the counter one after another, and no
// request counts assets.

const dayOf = (time: string): string => `(${time} at time zone 'utc')::date`;

/** Returns an SQL expression: the first instant of the day (UTC) that begins after a `timestamptz`. */
export const startOfNextDay = (time: string): string =>
  `((${dayOf(time)} + 1)::timestamp at time zone 'utc')`;

// A transaction that began before midnight can wait for one that began after it. The counter keeps the later day.
const added = 'excluded.assets + case when s.day < excluded.day then 0 else s.assets end';

/**
 * Returns the common table expression `sandbox_counted`, which adds assets to the count of a workspace if the quota
 * permits them. It has a row if they were added.
 * @param assets SQL expression: the number of assets
 * @param max SQL expression: the quota. If it is null, nothing is counted.
 */
export const countSandboxAssets = (workspaceId: string, assets: string, max: string): string => `
  sandbox_counted as (
    insert into sandbox_counts as s (workspace_id, day, assets)
    select ${workspaceId}, ${dayOf('now()')}, wanted.assets
    from (select ${assets} as assets) wanted where wanted.assets <= ${max}
    on conflict (workspace_id) do update set day = greatest(s.day, excluded.day), assets = ${added}
    where ${added} <= ${max}
    returning s.assets
  )`;

/** Returns an SQL condition after `countSandboxAssets`: there is no quota, or the assets are within it. */
export const isWithinSandboxQuota = (max: string): string =>
  `(${max} is null or exists (select from sandbox_counted))`;
