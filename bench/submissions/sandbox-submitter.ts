import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createCall } from '../call.ts';
import { atIntervals } from '../in-lanes.ts';
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

  /** Returns when its outcome is on record and has been seen. */
  async function untilRecorded(): Promise<void> {
    let submission = await create();
    // The answer waits for the outcome, but not for long.
    while (submission.status === 'processing') {
      await setTimeout(pollMs);
      submission = await call<Submission>('GET', `${path}/${submission.submissionId}`);
    }
    if (submission.status !== 'complete') throw new WrongAnswer(`it became ${submission.status}`);
  }

  return {
    untilRecorded,

    /** How long each of so many took until then, in milliseconds, one begun every so often. */
    recordingTimesMs: async ({ count, everyMs }: { count: number; everyMs: number }): Promise<number[]> => {
      const times: number[] = [];
      await atIntervals(count, everyMs, async () => {
        const begunMs = performance.now();
        await untilRecorded();
        times.push(performance.now() - begunMs);
      });
      return times;
    },

    /** One that simulates work for `simulatedMs`: its answer does not wait for the outcome. */
    queue: async (): Promise<void> => {
      await create(`?simulationDelaySeconds=${simulatedMs / 1000}`);
    },
  };
}
