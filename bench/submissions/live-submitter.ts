import { setTimeout } from 'node:timers/promises';
import { catalogue } from '../../activities/sidekicks/catalogue.ts';
import { createCall } from '../call.ts';
import { WrongAnswer } from '../wrong-answer.ts';

const pollMs = 20;

const sidekickIds = catalogue
  .filter(({ assetTypes }) => (assetTypes as readonly string[]).includes('document'))
  .map(({ id }) => id);

/** Makes functions that submit text files, as cheap to examine as a file can be, over HTTP. */
export function createLiveSubmitter(apiUrl: string, liveKey: string) {
  const call = createCall(apiUrl, liveKey);

  return {
    /** Uploads so many files and has them measured; answers them as a submission names them. */
    measured: async (count: number): Promise<{ blobPath: string }[]> => {
      const files: { blobPath: string }[] = [];
      for (let file = 0; file < count; file++) {
        const { uploadUrl, headers, blobPath } = await call<{
          uploadUrl: string;
          headers: Record<string, string>;
          blobPath: string;
        }>('POST', '/uploads/url', { filename: 'text.txt', contentType: 'text/plain' });
        const { ok } = await fetch(uploadUrl, { method: 'PUT', headers, body: `A short text, ${file}.\n` });
        if (!ok) throw new WrongAnswer('the upload was refused');
        files.push({ blobPath });
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
