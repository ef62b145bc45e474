import { openAsBlob } from 'node:fs';
import {
  type Asset,
  type Client,
  dataOf,
  type Estimate,
  type Issue,
  type Submission,
  type TopicList,
  type WebhookEvent,
} from '@assay/client/index.ts';
import { step } from '../progress.ts';
import type { DemoFile } from './media.ts';
import type { Receiver } from './receiver.ts';

export interface LiveRun {
  estimate: Estimate;
  submission: Submission;
  results: { file: DemoFile; asset: Asset; issues: Issue[]; topics: TopicList }[];
  events: WebhookEvent[];
}

const processingTimeoutMs = 10 * 60_000;
const webhookTimeoutMs = 30_000;

/**
 * Runs the live part of the demo through the API: uploads, estimates and submits the files, polls until the submission
 * is complete, reads issues and topics, and waits for the webhooks.
 */
export async function runLive(
  client: Client,
  files: readonly DemoFile[],
  receiver: Receiver,
): Promise<LiveRun> {
  const blobPaths = await step(`Uploading ${files.length} files through presigned URLs`, async (note) => {
    const paths: string[] = [];
    for (const file of files) {
      note(file.filename);
      paths.push(await client.upload({ ...file, body: await openAsBlob(file.path) }));
    }
    return paths;
  });
  const estimate = await step('Estimating the price', () => client.estimate(blobPaths));
  // Custom sidekicks are left out. They need their own worker, which may not be running.
  const sidekickIds = (await client.sidekicks()).filter(({ builtIn }) => builtIn).map(({ id }) => id);
  const { submissionId } = await step(`Submitting them to the ${sidekickIds.length} built-in sidekicks`, () =>
    client.submit({ blobPaths, sidekickIds }),
  );
  const submission = await step('Analysing', (note) =>
    client.waitUntilDone(submissionId, {
      timeoutMs: processingTimeoutMs,
      onProgress: (submission) => note(describeProgress(submission)),
    }),
  );
  const results = await step('Fetching issues and topics', () =>
    Promise.all(
      files.map(async (file, index) => {
        const asset = submission.assets[index]!;
        const { assetId } = asset;
        const issues = await Array.fromAsync(client.issues(submissionId, assetId));
        const topics = dataOf(
          await client.api.GET('/api/integrations/submissions/{submission_id}/assets/{asset_id}/topics', {
            params: { path: { submission_id: submissionId, asset_id: assetId } },
          }),
        );
        return { file, asset, issues, topics };
      }),
    ),
  );
  const events = await step('Waiting for the signed webhooks', () =>
    receiver.waitFor(files.length, (event) => event.data.submission_id === submissionId, webhookTimeoutMs),
  );
  return { estimate, submission, results, events };
}

/** Returns a text with the number of finished assets and the names and states of the unfinished ones. */
function describeProgress({ assets, progress: { finished, total } }: Submission): string {
  const unfinished = assets
    .filter(({ status }) => status === 'pending' || status === 'processing')
    .map(({ filename, status }) => `${filename} (${status})`);
  const waiting = unfinished.length === 0 ? '' : `, waiting for ${unfinished.join(', ')}`;
  return `${finished} of ${total} assets done${waiting}`;
}
