/**
 * SQL condition for the last `where` of a statement that leases work. It is always true, and makes the transaction
 * commit without waiting for the disk. If Postgres crashes within the next second, the lease can be lost. The work is
 * then done twice, as after the end of a lease: a delivery is sent again with the same id, and a workflow is started
 * once because its id is taken.
 */
export const withoutFlush = `(select set_config('synchronous_commit', 'off', true)) = 'off'`;
