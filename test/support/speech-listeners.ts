import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, inject } from 'vitest';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import type { SpeechListeners } from '@assay/analysis/speech/listener/speech-listeners.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureSpeechModels } from '../../tools/local/programs/speech-models.ts';

let shared: Promise<SpeechListeners> | undefined;

async function createListeners(): Promise<SpeechListeners> {
  const { cacheDir, environment } = loadLocalConfig();
  const searchPath = environment['PATH'] ?? '';
  const speechModels = await ensureSpeechModels(cacheDir, searchPath);
  if (speechModels === null) throw new Error('the tests of speech need its packages and weights');
  const runtime = await createMediaRuntime({
    workDir: await mkdtemp(path.join(inject('scratchDir'), 'speech-listeners-')),
    sandbox: 'auto',
    searchPath,
    speechModels,
  });
  return runtime.speechListeners!;
}

/** Returns the processes that find and recognise speech, which run in the sandbox if there is one. */
export function useSpeechListeners(): SpeechListeners {
  let listeners: SpeechListeners | undefined;
  beforeAll(async () => {
    listeners = await (shared ??= createListeners());
  }, 600_000);
  return { forTenant: (...of) => listeners!.forTenant(...of), close: () => undefined };
}
