/**
 * SQL condition for the last `where` of a statement that leases work. It is always true, and makes the transaction
 * commit without waiting for the disk. If Postgres crashes within the next second, the lease can be lost. Another
 * worker then repeats the work, as after an expired lease. A delivery is sent again with the same id. A workflow is
 * started only once, because its id exists already.
 */
export const withoutFlush = `(select set_config('synchronous_commit', 'off', true)) = 'off'`;
