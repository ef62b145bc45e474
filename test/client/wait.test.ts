import { beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../client/index.ts';
import { newTenant, sandboxPath, useStackDatabase } from '../support/api.ts';
import { useFaultyApi } from '../support/faulty-api.ts';

// A submission that never ends, and a client that really waits.

const database = useStackDatabase();
const api = useFaultyApi();
let client: Client;
let submissionId: string;

beforeAll(async () => {
  const { sandboxKey } = await newTenant(database);
  client = createClient({ baseUrl: api.url, apiKey: sandboxKey });
  ({ submissionId } = await client.submit({ blobPaths: [sandboxPath('pending')], sidekickIds: ['any'] }));
});

test('a wait ends with what its signal was aborted with, between polls', async () => {
  const changedMind = new AbortController();
  const waiting = client.waitUntilDone(submissionId, {
    signal: changedMind.signal,
    // The poll's answer is there; what comes next is the pause.
    onProgress: () => setImmediate(() => changedMind.abort('changed my mind')),
  });
  await expect(waiting).rejects.toBe('changed my mind');
  expect(api.requests).toHaveLength(1);
});

test('and in the midst of a Retry-After', async () => {
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

test('and does not begin where it is aborted already', async () => {
  const waiting = client.waitUntilDone(submissionId, { signal: AbortSignal.abort('too late') });
  await expect(waiting).rejects.toBe('too late');
  expect(api.requests).toEqual([]);
});

test('a wait has a time limit, and tells how far it came', async () => {
  await expect(client.waitUntilDone(submissionId, { timeoutMs: 2_000 })).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'the submission was not done after 2 s: 0 of 1 assets are',
  });
});

test('a wait for a service that is not there has it, too', async () => {
  api.fail(...Array<'no answer'>(100).fill('no answer'));
  await expect(client.waitUntilDone(submissionId, { timeoutMs: 300 })).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'the submission was not done after 0.3 s: it could not be read',
  });
});
