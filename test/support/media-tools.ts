import path from 'node:path';
import { inject } from 'vitest';
import { createMediaTools, type MediaTools } from '@assay/analysis/decode/media-tools.ts';
import { createProcessSandbox } from '@assay/analysis/decode/process-sandbox.ts';

let created: Promise<MediaTools> | undefined;

/**
 * Returns ffmpeg and ffprobe in the sandbox. Where bubblewrap does not work, they run outside the sandbox with resource
 * limits only. They are set up once in a test process, because the set-up starts four processes.
 */
export function mediaTools(): Promise<MediaTools> {
  const create = async () => {
    const directory = path.join(inject('scratchDir'), `tools-${process.pid}`);
    return createMediaTools(await createProcessSandbox('auto', directory, process.env['PATH'] ?? ''));
  };
  return (created ??= create());
}
