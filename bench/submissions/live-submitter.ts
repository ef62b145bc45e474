import { setTimeout } from 'node:timers/promises';
import type { AssetType } from '../../domain/asset-type.ts';
import { createCall } from '../call.ts';
import { sidekicksFor } from '../sidekicks-for.ts';
import { upload } from '../upload.ts';
import { WrongAnswer } from '../wrong-answer.ts';

const pollMs = 20;

export interface LiveFile {
  filename: string;
  contentType: string;
  assetType: AssetType;
  bytes: Buffer<ArrayBuffer> | string;
}

/** As cheap to examine as a file can be. */
const text: LiveFile = {
  filename: 'text.txt',
  contentType: 'text/plain',
  assetType: 'document',
  bytes: 'A short text.\n',
};

/** Makes functions that submit a file, again and again, over HTTP. */
export function createLiveSubmitter(apiUrl: string, liveKey: string, file: LiveFile = text) {
  const call = createCall(apiUrl, liveKey);
  const sidekickIds = sidekicksFor(file.assetType).map(({ id }) => id);
  const uploaded = () => upload(call, file.filename, file.contentType, file.bytes);
  /** Submits files to every sidekick for their type. */
  const begin = (assets: readonly { blobPath: string }[]) =>
    call<{ submissionId: string; status: string; completedAt: string | null }>(
      'POST',
      '/api/integrations/submissions',
      {
        assets,
        sidekickIds,
      },
    );

  return {
    /** Uploads a file; answers it as a submission names it. */
    uploaded,
    begin,

    /** The same with so many, which have been measured. */
    measured: async (count: number): Promise<{ blobPath: string }[]> => {
      const files: { blobPath: string }[] = [];
      for (let each = 0; each < count; each++) {
        files.push(await uploaded());
      }
      await call('POST', '/api/pricing/estimate', { files });
      return files;
    },

    /** Submits files; returns when the submission has been seen to be complete: the time of its end by its own account. */
    untilEnded: async (assets: readonly { blobPath: string }[], everyMs = pollMs): Promise<Date> => {
      let submission = await begin(assets);
      while (submission.status === 'processing') {
        await setTimeout(everyMs);
        submission = await call('GET', `/api/integrations/submissions/${submission.submissionId}`);
      }
      if (submission.status !== 'complete') throw new WrongAnswer(`it became ${submission.status}`);
      return new Date(submission.completedAt!);
    },
  };
}
