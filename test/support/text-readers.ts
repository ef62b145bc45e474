import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import type { TextReaders } from '@assay/analysis/text/reader/text-readers.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureTextModels } from '../../tools/local/programs/text-models.ts';

// A process that reads text loads its networks for a second. The test files of a process that are not isolated
// therefore share the readers, which end with it.
let shared: Promise<TextReaders> | undefined;

async function createReaders(onDeath?: (job: string, how: string) => void): Promise<TextReaders> {
  const { cacheDir, environment } = loadLocalConfig();
  const searchPath = environment['PATH'] ?? '';
  const textModels = await ensureTextModels(cacheDir, searchPath);
  if (textModels === null) throw new Error('the tests of the reader of text need its weights');
  const runtime = await createMediaRuntime({
    workDir: await mkdtemp(path.join(inject('scratchDir'), 'text-readers-')),
    sandbox: 'auto',
    searchPath,
    textModels,
    ...(onDeath === undefined ? {} : { onDeath }),
  });
  return runtime.textReaders!;
}

/**
 * Returns the processes that read text, which run in the sandbox if there is one. With `onDeath`, creates them, and
 * ends them after the tests of the test file.
 */
export function useTextReaders(onDeath?: (job: string, how: string) => void): TextReaders {
  let readers: TextReaders | undefined;
  beforeAll(async () => {
    readers = await (onDeath === undefined ? (shared ??= createReaders()) : createReaders(onDeath));
  }, 300_000);
  if (onDeath !== undefined) afterAll(() => readers?.close());
  return { forTenant: (...of) => readers!.forTenant(...of), close: () => readers?.close() };
}
