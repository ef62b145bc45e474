import type { ProblemBody } from '@assay/client/shapes.ts';

/** Thrown if the service returns an error. `message` is the service's text for people. */
export class ApiFault extends Error {
  readonly status: number;
  /** The invalid fields of a request that got a 422. */
  readonly fields: readonly { field: string; message: string }[];
  /** Seconds until another try may succeed; null if the response has no `Retry-After` header. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: ProblemBody | null, retryAfter: string | null) {
    super(textOf(body) ?? `The service returned HTTP ${status}.`);
    this.status = status;
    this.fields = body !== null && 'fields' in body ? body.fields : [];
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
  }
}

/** Thrown if the service cannot be reached or does not respond in time. */
export class Unreachable extends Error {}

function textOf(body: ProblemBody | null): string | null {
  if (body === null) return null;
  if ('detail' in body) return body.detail;
  if ('fields' in body) return body.fields.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return 'message' in body ? body.message : body.error;
}

/** Maximum milliseconds to wait for a response. The API waits up to 60 s for the measurements that a price needs. */
const timeoutMs = 70_000;
const listeners: (() => void)[] = [];

/** Calls `listener` when the service rejects the session of this browser. */
export function onSessionEnd(listener: () => void): void {
  listeners.push(listener);
}

/** When the last response arrived, in milliseconds since 1970. */
export let lastResponseAt = 0;

/** Milliseconds without input after which requests count as background requests, which do not extend the session. */
const inputMs = 5 * 60_000;
let lastInputAt = Date.now();
for (const type of ['pointerdown', 'keydown'])
  addEventListener(type, () => (lastInputAt = Date.now()), { capture: true, passive: true });

/**
 * Sends a request with the session's cookie to the console's API, and returns the JSON of the response.
 * @param path the path below `/console/api`
 * @throws ApiFault, Unreachable
 */
export async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`/console/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(Date.now() - lastInputAt < inputMs ? {} : { 'assay-background': '1' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new Unreachable('The service cannot be reached.', { cause: error });
  });
  const text = await response.text();
  lastResponseAt = Date.now();
  if (response.ok) return (text === '' ? null : JSON.parse(text)) as T;
  if (response.status === 401 && !path.startsWith('/sign-in') && path !== '/session')
    for (const listener of listeners) listener();
  throw new ApiFault(response.status, parseProblem(text), response.headers.get('retry-after'));
}

function parseProblem(text: string): ProblemBody | null {
  try {
    return JSON.parse(text) as ProblemBody;
  } catch {
    return null;
  }
}

/** Returns whether the same request may succeed later: the service was not reached, failed (5xx), or returned 429. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    (error instanceof ApiFault && (error.status === 429 || error.status >= 500))
  );
}
