import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import { createIsolates } from '../activities/isolate/isolate.ts';
import { createMediaTools } from '../activities/media/media-tools.ts';
import { createProcessSandbox } from '../activities/media/process-sandbox.ts';
import { createWorkDirectory, sweepWorkDirectories } from '../activities/media/work-directory.ts';
import type { MediaWorkshop } from '../activities/media-deps.ts';
import type { WorkerConfig } from '../config.ts';

/** Sets up what a media worker opens files with, and says what holds the processes that do. */
export async function openWorkshop(config: WorkerConfig, log: Logger): Promise<MediaWorkshop> {
  const workDir = config.WORK_DIR ?? tmpdir();
  await mkdir(workDir, { recursive: true });
  await sweepWorkDirectories(workDir);
  const tools = await createMediaTools(
    await createProcessSandbox(config.MEDIA_SANDBOX, await createWorkDirectory(workDir), config.searchPath),
  );
  const level = tools.containment === 'limits' || tools.containment === 'none' ? 'warn' : 'info';
  log[level]({ containment: tools.containment }, 'ffmpeg and ffprobe are held by this');
  const isolates = createIsolates({ onDeath: (job, how) => log.warn({ job, how }, 'an isolate died') });
  return { isolates, tools, workDir };
}
