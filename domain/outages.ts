/** Type of the failure of an activity that ended because Postgres or S3 was unavailable. */
export const outageType = 'outage';

/**
 * Maximum time in hours for which the examination of an asset waits for Postgres or S3, from the first fault on: one
 * week. The asset then fails and can be retried.
 */
export const maxOutageHours = 7 * 24;

/** Maximum time in hours for which a worker keeps the observations of a decoding that cannot be stored. */
export const maxKeepHours = 24;
