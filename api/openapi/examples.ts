import recorded from './examples.json' with { type: 'json' };

/** Examples by operation id: the request body, and the response body by status. */
export type Examples = Record<string, { request?: unknown; responses: Record<string, unknown> }>;

/** Recorded from the service. A test sends the same requests again and compares the responses. */
export const examples: Examples = recorded;
