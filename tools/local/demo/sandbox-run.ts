import { randomUUID } from 'node:crypto';
import { type Client, dataOf, type Submission } from '@assay/client/index.ts';
import { step } from '../progress.ts';
import type { Receiver } from './receiver.ts';

const webhookTimeoutMs = 30_000;

export interface SandboxRun {
  submission: Submission;
  eventsReceived: number;
}

/** Creates a sandbox submission, fires an event for each of its assets, and waits for the events. */
export async function runSandbox(client: Client, receiver: Receiver): Promise<SandboxRun> {
  return step('Running the sandbox', async () => {
    const blobPaths = ['pass', 'fail'].map((marker) => `${randomUUID()}/clip__sandbox_${marker}__.mp4`);
    const submission = await client.submit({ blobPaths, sidekickIds: ['any'] });
    const { submissionId } = submission;
    dataOf(
      await client.api.POST('/api/integrations/sandbox/events/fire', {
        body: { eventType: 'asset.processing.failed', submissionId, errorMessage: 'Fired by the demo' },
      }),
    );
    const events = await receiver.waitFor(
      submission.assets.length,
      (event) => event.data.submission_id === submissionId,
      webhookTimeoutMs,
    );
    return { submission, eventsReceived: events.length };
  });
}
