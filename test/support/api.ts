import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { createTenant } from '../../tools/local/stack/tenant.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // Of type `any`, because tests read response bodies of every shape.
  body: any;
}

export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Returns the value of a JSON body, the text of another body, and null for none. */
function bodyOf(text: string, contentType: string | null): unknown {
  if (text === '') return null;
  return contentType?.startsWith('application/json') === false ? text : (JSON.parse(text) as unknown);
}

/**
 * Returns a function that sends requests with the given key and returns the response whatever its status. By
 * default, requests are sent to the stack under test.
 */
export function caller(key: string | null, apiUrl = inject('stack').apiUrl): Caller {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { 'X-API-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: bodyOf(text, response.headers.get('content-type')),
    };
  };
}

export interface Tenant {
  workspaceId: string;
  live: Caller;
  sandbox: Caller;
  liveKey: string;
  sandboxKey: string;
}

/** Connects to the database of the stack under test, for steps that the API does not offer. */
export function useStackDatabase(): Database {
  const database = createPool({
    databaseUrl: inject('stack').databaseUrl,
    applicationName: 'test',
    maxConnections: 3,
    onIdleError: () => undefined,
  });
  afterAll(() => database.end());
  return database;
}

/** Creates a workspace with a live key and a sandbox key. */
export async function newTenant(database: Database, plan = 'unlimited'): Promise<Tenant> {
  const keys = await createTenant(database, 'Test', plan);
  return { ...keys, live: caller(keys.liveKey), sandbox: caller(keys.sandboxKey) };
}

/** Creates a tenant before the tests of the test file. */
export function useTenant(database: Database, plan?: string): Tenant {
  const tenant = {} as Tenant;
  beforeAll(async () => {
    Object.assign(tenant, await newTenant(database, plan));
  });
  return tenant;
}

/** Returns a sandbox blob path. Its marker selects the outcome of the asset. */
export function sandboxPath(marker: string, extension = 'mp4'): string {
  return `${randomUUID()}/clip__sandbox_${marker}__.${extension}`;
}

/** Creates a sandbox submission with one asset per marker. */
export function submitSandbox(tenant: Tenant, markers: readonly string[], query = ''): Promise<Answer> {
  const assets = markers.map((marker) => ({ blobPath: sandboxPath(marker) }));
  return tenant.sandbox('POST', `/api/integrations/submissions${query}`, { assets, sidekickIds: ['any'] });
}

/** Uploads a file as a client does, and returns its blob path. */
export async function uploadFile(
  call: Caller,
  filename: string,
  contentType: string,
  bytes: Uint8Array,
): Promise<string> {
  const { body } = await call('POST', '/uploads/url', { filename, contentType });
  const { uploadUrl, headers, blobPath } = body as {
    uploadUrl: string;
    headers: Record<string, string>;
    blobPath: string;
  };
  const response = await fetch(uploadUrl, { method: 'PUT', headers, body: Buffer.from(bytes) });
  if (!response.ok) throw new Error(`the upload failed with status ${response.status}`);
  return blobPath;
}

/** Calls `read` until `check` accepts the value. Throws an error with the last value after `timeoutMs`. */
export async function until<T>(
  read: () => T | Promise<T>,
  check: (value: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (check(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`condition not met within ${timeoutMs} ms; last value: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Reads a submission repeatedly until its status is no longer `processing`. */
export async function untilDone(call: Caller, submissionId: string, timeoutMs = 100_000): Promise<Answer> {
  return until(
    () => call('GET', `/api/integrations/submissions/${submissionId}`),
    (answer) => answer.body.status !== 'processing',
    timeoutMs,
  );
}
