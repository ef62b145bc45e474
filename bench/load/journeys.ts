import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sidekicksFor } from '../sidekicks-for.ts';

/** One arrival: what a consumer does, from its first request to what it waits for; answers how that ended, in words. */
export type Journey = () => Promise<string>;

const submissions = '/api/integrations/submissions';
const pollMs = 250;
/** Who waits longer than this goes away. */
const maxWaitMs = 120_000;

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

function createSend(url: string, key: string) {
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
}
type Send = ReturnType<typeof createSend>;

/** What cannot be reached is an end like any other. */
function told(journey: Journey): Journey {
  return () => journey().catch((error: unknown) => `no answer (${(error as Error).message})`);
}

/** Polls until a submission has ended. */
async function ended(send: Send, answer: Answer): Promise<string> {
  const deadline = performance.now() + maxWaitMs;
  let { status, body } = answer;
  while (status < 300 && body['status'] === 'processing') {
    if (performance.now() > deadline) return 'still processing';
    await setTimeout(pollMs);
    ({ status, body } = await send('GET', `${submissions}/${String(body['submissionId'])}`));
  }
  return status < 300 ? `submission ${String(body['status'])}` : `status ${status}`;
}

const textSidekicks = sidekicksFor('document').map(({ id }) => id);

/** What can be asked for, by name; each is made once, for an API and a key. */
export const journeys = {
  /** A sandbox submission until its outcome is on record. */
  sandbox(url: string, key: string): Promise<Journey> {
    const send = createSend(url, key);
    const assets = () => [{ blobPath: `${randomUUID()}/clip__sandbox_pass__.mp4` }];
    return Promise.resolve(
      told(async () =>
        ended(send, await send('POST', submissions, { assets: assets(), sidekickIds: ['any'] })),
      ),
    );
  },

  /** A text file from its upload to the end of its submission. */
  live(url: string, key: string): Promise<Journey> {
    const send = createSend(url, key);
    return Promise.resolve(
      told(async () => {
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
        return ended(send, await send('POST', submissions, { assets, sidekickIds: textSidekicks }));
      }),
    );
  },

  /** A GET of a finished submission. */
  async read(url: string, key: string): Promise<Journey> {
    const send = createSend(url, key);
    const assets = [{ blobPath: `${randomUUID()}/clip__sandbox_pass__.mp4` }];
    const { status, body } = await send('POST', submissions, { assets, sidekickIds: ['any'] });
    if (status !== 201) throw new Error(`a sandbox submission to be read was answered ${status}`);
    const path = `${submissions}/${String(body['submissionId'])}`;
    return told(async () => `status ${(await send('GET', path)).status}`);
  },
} satisfies Record<string, (url: string, key: string) => Promise<Journey>>;
