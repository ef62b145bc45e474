import { createParsers } from '../../analysis/media-runtime.ts';
import { countedFile } from './counted-file.ts';
import { WrongAnswer } from '../wrong-answer.ts';

const maxComputeMs = 60_000;

/** Lets `use` measure a file in an isolate that has done so before. Throws when the file cannot be measured. */
export async function withWarmParser<T>(
  file: string,
  mimeType: string,
  use: (measure: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const parsers = createParsers();
  const { signal } = new AbortController();
  const measure = async () => {
    const { source, close } = await countedFile(file);
    try {
      const limits = { signal, maxComputeMs };
      const measured = await parsers.run('measureContent', { mimeType }, source, limits);
      if (measured.outcome !== 'measured') throw new WrongAnswer(`${file}: ${JSON.stringify(measured)}`);
    } finally {
      close();
    }
  };
  try {
    await measure();
    return await use(measure);
  } finally {
    parsers.close();
  }
}
