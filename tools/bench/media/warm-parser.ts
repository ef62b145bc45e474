import { createParsers } from '@assay/analysis/media-runtime.ts';
import { WrongResult } from '../api-call.ts';
import { openCountedFile } from './counted-file.ts';

const maxComputeMs = 60_000;

/**
 * Calls `use` with a function that measures the file in a parser process. The process has already measured the file
 * once.
 */
export async function withWarmParser<T>(
  file: string,
  mimeType: string,
  use: (measure: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const pool = createParsers();
  const parsers = pool.forTenant('bench');
  const { signal } = new AbortController();
  const measure = async () => {
    const { source, close } = await openCountedFile(file);
    try {
      const limits = { signal, maxComputeMs };
      const measured = await parsers.run('measureContent', { mimeType }, source, limits);
      if (measured.outcome !== 'measured') throw new WrongResult(`${file}: ${JSON.stringify(measured)}`);
    } finally {
      close();
    }
  };
  try {
    await measure();
    return await use(measure);
  } finally {
    pool.close();
  }
}
