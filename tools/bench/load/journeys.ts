import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { builtInSidekicks } from '../api-call.ts';

/** Sends the requests that one consumer would send, and returns the outcome in words. */
export type Journey = () => Promise<string>;

const submissions = '/api/integrations/submissions';
const pollMs = 250;
const maxWaitMs = 120_000;

interface ApiResponse {
  status: number;
  body: Record<string, unknown>;
}

function createSend(url: string, key: string) {
  return async (method: string, path: string, body?: unknown): Promise<ApiResponse> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
  };
}
type Send = ReturnType<typeof createSend>;

/** Returns a journey that reports a network error as its outcome instead of throwing the error. */
function withErrorOutcome(journey: Journey): Journey {
  return () => journey().catch((error: unknown) => `no response (${(error as Error).message})`);
}

/** Polls a submission until it has finished, and returns the outcome in words. */
async function waitUntilDone(send: Send, response: ApiResponse): Promise<string> {
  const deadline = performance.now() + maxWaitMs;
  let { status, body } = response;
  while (status < 300 && body['status'] === 'processing') {
    if (performance.now() > deadline) return 'still processing';
    await setTimeout(pollMs);
    ({ status, body } = await send('GET', `${submissions}/${String(body['submissionId'])}`));
  }
  return status < 300 ? `submission ${String(body['status'])}` : `status ${status}`;
}

const textSidekicks = builtInSidekicks('document').map(({ id }) => id);

/** The kinds of load. Each function prepares a journey for the API at `url` with the API key `key`. */
export const journeys = {
  /** Prepares a journey that submits a sandbox asset and waits for its outcome. */
  sandbox(url: string, key: string): Promise<Journey> {
    const send = createSend(url, key);
    const assets = () => [{ blobPath: `${randomUUID()}/clip__sandbox_pass__.mp4` }];
    return Promise.resolve(
      withErrorOutcome(async () =>
        waitUntilDone(send, await send('POST', submissions, { assets: assets(), sidekickIds: ['any'] })),
      ),
    );
  },

  /** Prepares a journey that uploads and submits a text file and waits until the submission has finished. */
  live(url: string, key: string): Promise<Journey> {
    const send = createSend(url, key);
    return Promise.resolve(
      withErrorOutcome(async () => {
        const { status, body } = await send('POST', '/uploads/url', {
          filename: 'text.txt',
          contentType: 'text/plain',
        });
        if (status !== 200) return `status ${status}`;
        const headers = body['headers'] as Record<string, string>;
        const put = await fetch(body['uploadUrl'] as string, {
          method: 'PUT',
          headers,
          body: 'A short text.\n',
        });
        if (!put.ok) return `status ${put.status} of the upload`;
        const assets = [{ blobPath: body['blobPath'] }];
        return waitUntilDone(send, await send('POST', submissions, { assets, sidekickIds: textSidekicks }));
      }),
    );
  },

  /** Prepares a journey that reads a finished submission. */
  async read(url: string, key: string): Promise<Journey> {
    const send = createSend(url, key);
    const assets = [{ blobPath: `${randomUUID()}/clip__sandbox_pass__.mp4` }];
    const { status, body } = await send('POST', submissions, { assets, sidekickIds: ['any'] });
    if (status !== 201) throw new Error(`creating the sandbox submission to read returned ${status}`);
    const path = `${submissions}/${String(body['submissionId'])}`;
    return withErrorOutcome(async () => `status ${(await send('GET', path)).status}`);
  },
} satisfies Record<string, (url: string, key: string) => Promise<Journey>>;
