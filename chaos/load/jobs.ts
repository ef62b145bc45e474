import { randomUUID } from 'node:crypto';
import { type Client, dataOf, type Submission } from '../../client/index.ts';
import type { SandboxOutcome } from '../../domain/sandbox.ts';
import { pick, type Random } from '../random.ts';
import { type Caller, pause } from './caller.ts';
import type { Notes, Sent } from './journal.ts';
import type { Sample } from './samples.ts';

/** What the clients do. */
export interface JobDeps {
  notes: Notes;
  samples: readonly Sample[];
  sidekickIds: readonly string[];
  random: Random;
  /** Either API, with a live or a sandbox key. */
  live: () => Caller;
  sandbox: () => Caller;
  /** Aborted when the run ends, however far a job is. */
  signal: AbortSignal;
}

/** Often enough for whatever a fault may have made fail. */
const maxRetries = 6;
const outcomes: readonly (readonly [number, SandboxOutcome])[] = [
  [3, 'pass'],
  [2, 'advisory'],
  [2, 'fail'],
  [1, 'error'],
  [2, 'retryable_error'],
  [1, 'pending'],
];

/** Upload, estimate, create; then, mostly, wait for the end, have what failed retried, and read what was found. */
export async function liveJob(deps: JobDeps, count = 1 + Math.floor(deps.random() * 2)): Promise<void> {
  const { samples, random, live, signal, sidekickIds } = deps;
  const blobPaths: string[] = [];
  for (let i = 0; i < count; i++) {
    const { filename, contentType, body } = pick(
      random,
      samples.map((sample) => [sample.weight, sample] as const),
    );
    const blobPath = await live().insist('upload', signal, (client) =>
      client.upload({ filename, contentType, body }),
    );
    if (blobPath === null) return;
    blobPaths.push(blobPath);
  }
  const estimate = await live().insist('estimate', signal, (client) => client.estimate(blobPaths));
  if (estimate === null) return;
  for (const file of estimate.files)
    if (!file.priceable) deps.notes.unexpected(`estimate: ${file.blobPath} is not priceable`);
  const submission = await create(deps, live, { environment: 'live', blobPaths }, (client) =>
    client.submit({ blobPaths, sidekickIds }),
  );
  if (submission === null) return;
  if (submission.creditsCharged !== estimate.totalCredits)
    deps.notes.unexpected(
      `${submission.submissionId}: charged ${submission.creditsCharged}, estimated ${estimate.totalCredits}`,
    );
  // Who does not wait is not to lose anything either.
  if (random() < 0.25) return;
  await follow(deps, live, submission.submissionId);
}

/** Create with markers, wait, have what failed retried, fire. */
export async function sandboxJob(deps: JobDeps): Promise<void> {
  const { random, sandbox, signal, notes } = deps;
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
    if ('refused' in fired) notes.unexpected(`fire: ${fired.refused.message}`);
    else if (!signal.aborted) notes.fired(submissionId, 'value' in fired ? fired.value.dispatched : null);
  }
}

/**
 * Creates, and repeats what had no answer, most of the time: then a 409 says that there is a submission. Null where no 201
 * came of it.
 */
async function create(
  { notes, random, signal }: JobDeps,
  caller: () => Caller,
  sent: Sent,
  submit: (client: Client) => Promise<Submission>,
): Promise<Submission | null> {
  for (let unsure = false; ; unsure = true) {
    const outcome = await caller().once('create', submit);
    if ('value' in outcome) {
      notes.created(outcome.value.submissionId, sent);
      return outcome.value;
    }
    if ('refused' in outcome) {
      if (outcome.refused.status === 409 && unsure) notes.unanswered(sent, true);
      else notes.unexpected(`create: ${outcome.refused.message} (${sent.blobPaths.join(', ')})`);
      return null;
    }
    if (signal.aborted || random() < 0.15) {
      notes.unanswered(sent, false);
      return null;
    }
    await pause();
  }
}

/** Waits for the end, and has what can be retried retried until it is complete; reads the issues of all that ended. */
async function follow(deps: JobDeps, caller: () => Caller, submissionId: string): Promise<void> {
  const { notes, signal } = deps;
  for (let retries = 0; ; retries++) {
    const done = await caller().insist('wait', signal, (client) =>
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
      if ('value' in outcome) notes.retried(submissionId, assetId, outcome.value.version);
      // A 409 to a repetition of what had no answer.
      else if ('refused' in outcome && outcome.refused.status !== 409)
        notes.unexpected(`retry: ${outcome.refused.message} (${submissionId}/${assetId})`);
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
  await caller().insist('issues', deps.signal, async (client) => {
    const path = { submission_id: submissionId, asset_id: assetId };
    const read = client.api.GET('/api/integrations/submissions/{submission_id}/assets/{asset_id}/issues', {
      params: { path },
    });
    return dataOf(await read).total;
  });
}
