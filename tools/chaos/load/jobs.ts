import { randomUUID } from 'node:crypto';
import { type Client, dataOf, type Submission } from '@assay/client/index.ts';
import type { SandboxOutcome } from '@assay/domain/sandbox.ts';
import { pick, type Random } from '../random.ts';
import { type Caller, pause } from './caller.ts';
import type { Recorder, CreateRequest } from './journal.ts';
import type { Sample } from './samples.ts';

export interface JobDeps {
  recorder: Recorder;
  samples: readonly Sample[];
  sidekickIds: readonly string[];
  random: Random;
  /** Returns a caller of one of the two API processes, with a live key. */
  live: () => Caller;
  sandbox: () => Caller;
  /** Aborted when the run ends. */
  signal: AbortSignal;
}

/** Maximum number of retries per submission. Assets with the outcome `retryable_error` need one. */
const maxRetries = 6;
const outcomes: readonly (readonly [number, SandboxOutcome])[] = [
  [3, 'pass'],
  [2, 'advisory'],
  [2, 'fail'],
  [1, 'error'],
  [2, 'retryable_error'],
  [1, 'pending'],
];

/** Uploads, estimates and submits files. Three in four jobs then wait, retry failed assets and read the issues. */
export async function liveJob(deps: JobDeps, count = 1 + Math.floor(deps.random() * 2)): Promise<void> {
  const { samples, random, live, signal, sidekickIds } = deps;
  const blobPaths: string[] = [];
  for (let i = 0; i < count; i++) {
    const { filename, contentType, body } = pick(
      random,
      samples.map((sample) => [sample.weight, sample] as const),
    );
    const blobPath = await live().retryUntilResponse('upload', signal, (client) =>
      client.upload({ filename, contentType, body }),
    );
    if (blobPath === null) return;
    blobPaths.push(blobPath);
  }
  const estimate = await live().retryUntilResponse('estimate', signal, (client) =>
    client.estimate(blobPaths),
  );
  if (estimate === null) return;
  for (const file of estimate.files)
    if (!file.priceable) deps.recorder.unexpected(`estimate: ${file.blobPath} is not priceable`);
  const submission = await create(deps, live, { environment: 'live', blobPaths }, (client) =>
    client.submit({ blobPaths, sidekickIds }),
  );
  if (submission === null) return;
  if (submission.creditsCharged !== estimate.totalCredits)
    deps.recorder.unexpected(
      `${submission.submissionId}: charged ${submission.creditsCharged} credits, estimated ${estimate.totalCredits}`,
    );
  // One client in four does not wait. Submissions of these clients must not be lost either.
  if (random() < 0.25) return;
  await follow(deps, live, submission.submissionId);
}

/** Submits sandbox assets with outcome markers, waits, retries failed assets, and fires events. */
export async function sandboxJob(deps: JobDeps): Promise<void> {
  const { random, sandbox, signal, recorder } = deps;
  const marked = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, outcomes));
  const blobPaths = marked.map((outcome) => `${randomUUID()}/file__sandbox_${outcome}__.mp4`);
  const simulationDelaySeconds = random() < 0.5 ? 0 : 1 + Math.floor(random() * 3);
  const submission = await create(deps, sandbox, { environment: 'sandbox', blobPaths }, (client) =>
    client.submit({ blobPaths, sidekickIds: ['any'], simulationDelaySeconds }),
  );
  if (submission === null) return;
  const { submissionId } = submission;
  if (!marked.includes('pending')) await follow(deps, sandbox, submissionId);
  if (random() < 0.6) {
    const eventType = random() < 0.5 ? 'asset.processing.completed' : 'asset.processing.failed';
    const fired = await sandbox().once('fire', async (client) =>
      dataOf(
        await client.api.POST('/api/integrations/sandbox/events/fire', { body: { eventType, submissionId } }),
      ),
    );
    if ('rejected' in fired) recorder.unexpected(`fire: ${fired.rejected.message}`);
    else if (!signal.aborted) recorder.fired(submissionId, 'value' in fired ? fired.value.dispatched : null);
  }
}

/**
 * Creates a submission. Most requests without a response are repeated. If the repetition gets a 409, the first
 * request took effect. Returns null unless a 201 was received.
 */
async function create(
  { recorder, random, signal }: JobDeps,
  caller: () => Caller,
  request: CreateRequest,
  submit: (client: Client) => Promise<Submission>,
): Promise<Submission | null> {
  for (let isRepetition = false; ; isRepetition = true) {
    const outcome = await caller().once('create', submit);
    if ('value' in outcome) {
      recorder.created(outcome.value.submissionId, request);
      return outcome.value;
    }
    if ('rejected' in outcome) {
      if (outcome.rejected.status === 409 && isRepetition) recorder.unconfirmed(request, true);
      else recorder.unexpected(`create: ${outcome.rejected.message} (${request.blobPaths.join(', ')})`);
      return null;
    }
    if (signal.aborted || random() < 0.15) {
      recorder.unconfirmed(request, false);
      return null;
    }
    await pause();
  }
}

/** Waits until the submission has finished, retries failed assets at most `maxRetries` times, and reads all issues. */
async function follow(deps: JobDeps, caller: () => Caller, submissionId: string): Promise<void> {
  const { recorder, signal } = deps;
  for (let retries = 0; ; retries++) {
    const done = await caller().retryUntilResponse('wait', signal, (client) =>
      client.waitUntilDone(submissionId, { signal }),
    );
    if (done === null) return;
    const failed = done.assets.filter((asset) => asset.status === 'failed' && asset.isRetryable);
    if (failed.length === 0 || retries === maxRetries) {
      for (const asset of done.assets) await readIssues(deps, caller, submissionId, asset.assetId);
      return;
    }
    for (const { assetId } of failed) {
      const outcome = await caller().once('retry', (client) => client.retry(submissionId, assetId));
      if ('value' in outcome) recorder.retried(submissionId, assetId, outcome.value.version);
      // A 409 means that an earlier retry took effect although it got no response.
      else if ('rejected' in outcome && outcome.rejected.status !== 409)
        recorder.unexpected(`retry: ${outcome.rejected.message} (${submissionId}/${assetId})`);
      else await pause();
    }
  }
}

async function readIssues(
  deps: JobDeps,
  caller: () => Caller,
  submissionId: string,
  assetId: string,
): Promise<void> {
  await caller().retryUntilResponse('issues', deps.signal, async (client) => {
    const path = { submission_id: submissionId, asset_id: assetId };
    const read = client.api.GET('/api/integrations/submissions/{submission_id}/assets/{asset_id}/issues', {
      params: { path },
    });
    return dataOf(await read).total;
  });
}
