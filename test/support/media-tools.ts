import path from 'node:path';
import { inject } from 'vitest';
import { createMediaTools, type MediaTools } from '@assay/analysis/decode/media-tools.ts';
import { createProcessSandbox } from '@assay/analysis/decode/process-sandbox.ts';

/**
 * Returns ffmpeg and ffprobe in the sandbox. Where bubblewrap does not work, they run outside the sandbox
 * with resource limits only.
 */
export async function mediaTools(): Promise<MediaTools> {
  const directory = path.join(inject('scratchDir'), `tools-${process.pid}`);
  return createMediaTools(await createProcessSandbox('auto', directory, process.env['PATH'] ?? ''));
}
