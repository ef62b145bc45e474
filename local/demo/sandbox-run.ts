import { randomUUID } from 'node:crypto';
import { step } from '../progress.ts';
import type { Call } from './api.ts';
import type { Submission } from './live-run.ts';
import type { Receiver } from './receiver.ts';

const webhookTimeoutMs = 30_000;

export interface SandboxRun {
  submission: Submission;
  dispatched: number;
}

/** A sandbox submission, whose outcome its file names choose, and an event fired by hand. */
export async function sandboxRun(call: Call, receiver: Receiver): Promise<SandboxRun> {
  return step('Running the sandbox', async () => {
    const assets = ['pass', 'fail'].map((marker) => ({
      blobPath: `${randomUUID()}/clip__sandbox_${marker}__.mp4`,
    }));
    const submission = await call<Submission>('POST', '/api/integrations/submissions', {
      assets,
      sidekickIds: ['any'],
    });
    const { submissionId } = submission;
    const { dispatched } = await call<{ dispatched: number }>(
      'POST',
      '/api/integrations/sandbox/events/fire',
      {
        eventType: 'asset.processing.failed',
        submissionId,
        errorMessage: 'Fired by the demo',
      },
    );
    await receiver.waitFor(
      dispatched,
      (event) => event.data.submission_id === submissionId,
      webhookTimeoutMs,
    );
    return { submission, dispatched };
  });
}
