import { beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '@assay/client/index.ts';
import { newTenant, sandboxPath, useStackDatabase } from '../../support/api.ts';
import { useFaultyApi } from '../../support/faulty-api.ts';

// In these tests the submission never finishes, and the client sleeps in real time.

const database = useStackDatabase();
const api = useFaultyApi();
let client: Client;
let submissionId: string;

beforeAll(async () => {
  const { sandboxKey } = await newTenant(database);
  client = createClient({ baseUrl: api.url, apiKey: sandboxKey });
  ({ submissionId } = await client.submit({ blobPaths: [sandboxPath('pending')], sidekickIds: ['any'] }));
});

test('waitUntilDone rejects with the reason of its signal, between polls', async () => {
  const changedMind = new AbortController();
  const waiting = client.waitUntilDone(submissionId, {
    signal: changedMind.signal,
    // At this point the response has arrived. The client sleeps next, so the wait is aborted during a sleep.
    onProgress: () => setImmediate(() => changedMind.abort('changed my mind')),
  });
  await expect(waiting).rejects.toBe('changed my mind');
  expect(api.requests).toHaveLength(1);
});

test('waitUntilDone rejects with the reason of its signal, during a Retry-After', async () => {
  api.fail({ status: 429, headers: { 'Retry-After': '3600' } });
  const changedMind = new AbortController();
  const waiting = client.waitUntilDone(submissionId, { signal: changedMind.signal });
  const aborting = setInterval(() => {
    if (api.requests.length > 0) changedMind.abort('changed my mind');
  }, 5);
  await expect(waiting).rejects.toBe('changed my mind');
  clearInterval(aborting);
  expect(api.requests).toHaveLength(1);
});

test('waitUntilDone sends no request if its signal is already aborted', async () => {
  const waiting = client.waitUntilDone(submissionId, { signal: AbortSignal.abort('too late') });
  await expect(waiting).rejects.toBe('too late');
  expect(api.requests).toEqual([]);
});

test('waitUntilDone times out with the progress in the error', async () => {
  await expect(client.waitUntilDone(submissionId, { timeoutMs: 2_000 })).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'the submission was not done after 2 s: 0 of 1 assets have finished',
  });
});

test('waitUntilDone times out if the service is unreachable', async () => {
  api.fail(...Array<'no response'>(100).fill('no response'));
  await expect(client.waitUntilDone(submissionId, { timeoutMs: 300 })).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'the submission was not done after 0.3 s: it could not be read',
  });
});
