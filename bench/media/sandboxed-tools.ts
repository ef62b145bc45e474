import path from 'node:path';
import { createMediaTools, type MediaTools } from '../../analysis/media/media-tools.ts';
import { createProcessSandbox } from '../../analysis/media/process-sandbox.ts';
import { loadLocalConfig } from '../../config.ts';

/** Creates ffmpeg and ffprobe in the process sandbox that workers use. */
export async function createSandboxedTools(directory: string): Promise<MediaTools> {
  const scripts = path.join(directory, 'scripts');
  const searchPath = loadLocalConfig().environment['PATH'] ?? '';
  return createMediaTools(await createProcessSandbox('auto', scripts, searchPath));
}
