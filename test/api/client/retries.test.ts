import { describe, expect, test } from 'vitest';
import { createClient } from '@assay/client/index.ts';
import { newTenant, sandboxPath, useStackDatabase } from '../../support/api.ts';
import { type Fault, useFaultyApi } from '../../support/faulty-api.ts';

const database = useStackDatabase();
const api = useFaultyApi();

const json = { 'Content-Type': 'application/json' };
const limited: Fault = {
  status: 429,
  headers: { ...json, 'Retry-After': '7' },
  body: '{"error":"Rate limit exceeded"}',
};
const internal: Fault = { status: 500, headers: json, body: '{"detail":"Internal server error"}' };
const badGateway: Fault = { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Gateway' };

/** Returns a client whose sleeps end immediately, and a list of the requested durations in milliseconds. */
async function newClient() {
  const { sandboxKey } = await newTenant(database);
  const pausesMs: number[] = [];
  const client = createClient({
    baseUrl: api.url,
    apiKey: sandboxKey,
    sleep(ms) {
      pausesMs.push(ms);
      return Promise.resolve();
    },
  });
  return { client, pausesMs };
}

const submission = { blobPaths: [sandboxPath('pass')], sidekickIds: ['any'] };
const create = 'POST /api/integrations/submissions';

describe('waitUntilDone', () => {
  test('continues after rate limits, server errors and broken connections', async () => {
    const { client, pausesMs } = await newClient();
    const { submissionId } = await client.submit({ ...submission, blobPaths: [sandboxPath('pass')] });
    api.fail(
      limited,
      internal,
      badGateway,
      'no response',
      'half a response',
      ...Array<Fault>(10).fill(internal),
    );
    expect(await client.waitUntilDone(submissionId)).toMatchObject({ submissionId, status: 'complete' });
    expect(api.requests).toEqual([
      create,
      ...Array<string>(16).fill(`GET /api/integrations/submissions/${submissionId}`),
    ]);
    // The first delay is that of Retry-After. The others are exponential backoff with full jitter: from zero to a limit
    // that doubles up to 20 s.
    const [first, ...others] = pausesMs;
    expect(first).toBeGreaterThanOrEqual(7_000);
    expect(first).toBeLessThan(7_500);
    expect(others).toHaveLength(14);
    for (const [index, pause] of others.entries()) {
      expect(pause).toBeLessThan(Math.min(500 * 2 ** (index + 1), 20_000));
    }
  });

  test.for([
    [{ status: 404, headers: json, body: '{"detail":"Submission not found"}' }, '404 Submission not found'],
    [{ status: 503, headers: { 'Retry-After': '1' } }, '503 without an explanation'],
    [{ status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, '302 without an explanation'],
  ] as const)('ends at once with a %o', async ([fault, message]) => {
    const { client, pausesMs } = await newClient();
    api.fail(fault);
    await expect(client.waitUntilDone(crypto.randomUUID())).rejects.toMatchObject({
      name: 'ApiProblem',
      message,
    });
    expect(api.requests).toHaveLength(1);
    expect(pausesMs).toEqual([]);
  });

  test('polls at growing intervals of at most ten seconds', async () => {
    const { client, pausesMs } = await newClient();
    const { submissionId } = await client.submit({ ...submission, blobPaths: [sandboxPath('pending')] });
    const enough = new AbortController();
    const waiting = client.waitUntilDone(submissionId, {
      signal: enough.signal,
      onProgress: () => {
        if (pausesMs.length === 30) enough.abort(new Error('enough'));
      },
    });
    await expect(waiting).rejects.toThrow('enough');
    for (const [poll, pause] of pausesMs.entries()) {
      const longest = Math.min(400 * 1.5 ** poll, 10_000);
      expect(pause).toBeGreaterThanOrEqual(longest / 2);
      expect(pause).toBeLessThan(longest);
    }
  });
});

describe('a request that only reads', () => {
  test.for([
    ['GET', 'sidekicks'],
    ['POST', 'estimate'],
  ] as const)('by %s (%s) is retried', async ([, method]) => {
    const { client } = await newClient();
    const read = () => (method === 'sidekicks' ? client.sidekicks() : client.estimate([sandboxPath('pass')]));
    api.fail(limited, internal, badGateway, 'no response', 'half a response');
    await read();
    expect(api.requests).toHaveLength(6);
  });

  test('fails with the last response after six attempts', async () => {
    const { client, pausesMs } = await newClient();
    api.fail(...Array<Fault>(5).fill(badGateway), internal);
    await expect(client.sidekicks()).rejects.toThrow('500 Internal server error');
    expect(api.requests).toHaveLength(6);
    expect(pausesMs).toHaveLength(5);
  });
});

describe('a request that creates something', () => {
  test('is retried on 429, with the same body', async () => {
    const { client } = await newClient();
    api.fail(limited, limited);
    const blobPath = sandboxPath('pass');
    const { assets } = await client.submit({ ...submission, blobPaths: [blobPath] });
    expect(assets.map((asset) => asset.blobPath)).toEqual([blobPath]);
    expect(api.requests).toEqual([create, create, create]);
  });

  test('is not retried on 429 if Retry-After is longer than an hour', async () => {
    const { client } = await newClient();
    api.fail({ ...limited, headers: { ...json, 'Retry-After': '3601' } });
    await expect(client.submit(submission)).rejects.toThrow('429 Rate limit exceeded');
    expect(api.requests).toEqual([create]);
  });

  test.for([
    [internal, '500 Internal server error'],
    [badGateway, '502 without an explanation'],
    ['no response' as const, 'fetch failed'],
    ['half a response' as const, 'terminated'],
  ] as const)('is not retried after %o', async ([fault, message]) => {
    const { client } = await newClient();
    api.fail(fault);
    await expect(client.submit(submission)).rejects.toThrow(message);
    expect(api.requests).toEqual([create]);
  });

  test('the retry of an asset is not retried either', async () => {
    const { client } = await newClient();
    api.fail(internal);
    await expect(client.retry(crypto.randomUUID(), crypto.randomUUID())).rejects.toThrow('500');
    expect(api.requests).toHaveLength(1);
  });
});
