import { afterAll, beforeAll, inject } from 'vitest';
import path from 'node:path';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import type { TextReaders } from '@assay/analysis/text/reader/text-readers.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureTextModels } from '../../tools/local/programs/text-models.ts';

/** Creates the processes that read text, in the sandbox if there is one, and ends them after the tests of the file. */
export function useTextReaders(onDeath?: (job: string, how: string) => void): TextReaders {
  let readers: TextReaders | undefined;
  beforeAll(async () => {
    const { cacheDir, environment } = loadLocalConfig();
    const searchPath = environment['PATH'] ?? '';
    const textModels = await ensureTextModels(cacheDir, searchPath);
    if (textModels === null) throw new Error('the tests of the reader of text need its weights');
    const workDir = path.join(inject('scratchDir'), 'text-readers');
    const runtime = await createMediaRuntime({
      workDir,
      sandbox: 'auto',
      searchPath,
      textModels,
      ...(onDeath === undefined ? {} : { onDeath }),
    });
    readers = runtime.textReaders!;
  }, 300_000);
  afterAll(() => readers?.close());
  return {
    forTenant: (tenant) => readers!.forTenant(tenant),
    close: () => readers?.close(),
  };
}
