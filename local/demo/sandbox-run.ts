import { randomUUID } from 'node:crypto';
import { type Client, dataOf, type Submission } from '../../client/index.ts';
import { step } from '../progress.ts';
import type { Receiver } from './receiver.ts';

const webhookTimeoutMs = 30_000;

export interface SandboxRun {
  submission: Submission;
  dispatched: number;
}

/** A sandbox submission, whose outcome its file names choose, and an event fired by hand. */
export async function sandboxRun(client: Client, receiver: Receiver): Promise<SandboxRun> {
  return step('Running the sandbox', async () => {
    const blobPaths = ['pass', 'fail'].map((marker) => `${randomUUID()}/clip__sandbox_${marker}__.mp4`);
    const submission = await client.submit({ blobPaths, sidekickIds: ['any'] });
    const { submissionId } = submission;
    const { dispatched } = dataOf(
      await client.api.POST('/api/integrations/sandbox/events/fire', {
        body: { eventType: 'asset.processing.failed', submissionId, errorMessage: 'Fired by the demo' },
      }),
    );
    await receiver.waitFor(
      dispatched,
      (event) => event.data.submission_id === submissionId,
      webhookTimeoutMs,
    );
    return { submission, dispatched };
  });
}
