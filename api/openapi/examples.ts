import recorded from './examples.json' with { type: 'json' };

/** Examples by operation id: a request body, and an answer's body by status. */
export type Examples = Record<string, { request?: unknown; responses: Record<string, unknown> }>;

/** Recorded from the service; a test makes the same requests again and compares. */
export const examples: Examples = recorded;
