import { setTimeout } from 'node:timers/promises';
import { createCall } from '../call.ts';
import { sidekicksFor } from '../sidekicks-for.ts';
import { upload } from '../upload.ts';
import { WrongAnswer } from '../wrong-answer.ts';

const pollMs = 20;

const sidekickIds = sidekicksFor('document').map(({ id }) => id);

/** Makes functions that submit text files, as cheap to examine as a file can be, over HTTP. */
export function createLiveSubmitter(apiUrl: string, liveKey: string) {
  const call = createCall(apiUrl, liveKey);

  return {
    /** Uploads so many files and has them measured; answers them as a submission names them. */
    measured: async (count: number): Promise<{ blobPath: string }[]> => {
      const files: { blobPath: string }[] = [];
      for (let file = 0; file < count; file++) {
        files.push(await upload(call, 'text.txt', 'text/plain', `A short text, ${file}.\n`));
      }
      await call('POST', '/api/pricing/estimate', { files });
      return files;
    },

    /** Submits files to every sidekick for documents; returns when the submission has been seen to be complete. */
    untilEnded: async (assets: readonly { blobPath: string }[]): Promise<void> => {
      let submission = await call<{ submissionId: string; status: string }>(
        'POST',
        '/api/integrations/submissions',
        { assets, sidekickIds },
      );
      while (submission.status === 'processing') {
        await setTimeout(pollMs);
        submission = await call('GET', `/api/integrations/submissions/${submission.submissionId}`);
      }
      if (submission.status !== 'complete') throw new WrongAnswer(`it became ${submission.status}`);
    },
  };
}
