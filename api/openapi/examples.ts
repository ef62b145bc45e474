import recorded from './examples.json' with { type: 'json' };

/** Examples by operation id. `request` is the request body, and `responses` has the response body for each status. */
export type Examples = Record<string, { request?: unknown; responses: Record<string, unknown> }>;

/** Examples recorded from the service. A test sends the same requests again and compares the responses. */
export const examples: Examples = recorded;
