import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createCall } from '../call.ts';
import { WrongAnswer } from '../wrong-answer.ts';

const path = '/api/integrations/submissions';
const pollMs = 50;
export const simulatedMs = 1_000;

interface Submission {
  submissionId: string;
  status: string;
}

/** Makes functions that create sandbox submissions of one asset over HTTP. */
export function createSandboxSubmitter(apiUrl: string, sandboxKey: string) {
  const call = createCall(apiUrl, sandboxKey);
  const create = (query = '') =>
    call<Submission>('POST', `${path}${query}`, {
      assets: [{ blobPath: `${randomUUID()}/clip__sandbox_pass__.mp4` }],
      sidekickIds: ['any'],
    });

  return {
    /** Returns when its outcome is on record and has been seen. */
    untilRecorded: async (): Promise<void> => {
      let submission = await create();
      // The answer waits for the outcome, but not for long.
      while (submission.status === 'processing') {
        await setTimeout(pollMs);
        submission = await call<Submission>('GET', `${path}/${submission.submissionId}`);
      }
      if (submission.status !== 'complete') throw new WrongAnswer(`it became ${submission.status}`);
    },

    /** One that simulates work for `simulatedMs`: its answer does not wait for the outcome. */
    queue: async (): Promise<void> => {
      await create(`?simulationDelaySeconds=${simulatedMs / 1000}`);
    },
  };
}
