import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createApiCall, WrongResult } from './api-call.ts';

const path = '/api/integrations/submissions';
const pollMs = 50;

interface Submission {
  submissionId: string;
  status: string;
}

/** Creates functions that each submit one sandbox asset over HTTP. */
export function createSandboxSubmitter(apiUrl: string, sandboxKey: string) {
  const call = createApiCall(apiUrl, sandboxKey);
  const create = (query = '') =>
    call<Submission>('POST', `${path}${query}`, {
      assets: [{ blobPath: `${randomUUID()}/clip__sandbox_pass__.mp4` }],
      sidekickIds: ['any'],
    });

  return {
    /** Submits an asset and waits until the outcome is recorded. */
    submitAndWait: async (): Promise<void> => {
      let submission = await create();
      // The API waits up to 2 s for the outcome before it responds.
      while (submission.status === 'processing') {
        await setTimeout(pollMs);
        submission = await call<Submission>('GET', `${path}/${submission.submissionId}`);
      }
      if (submission.status !== 'complete') throw new WrongResult(`the submission is ${submission.status}`);
    },

    /** Submits an asset with a simulated delay of one second, so the API does not wait for the outcome. */
    submitDelayed: async (): Promise<void> => {
      await create('?simulationDelaySeconds=1');
    },
  };
}
