import { afterAll } from 'vitest';
import { createParsers, type Parsers } from '../../analysis/media-runtime.ts';

/** Parsers of the test file's own. */
export function useParsers(onDeath?: (job: string, how: string) => void): Parsers {
  const parsers = createParsers(onDeath === undefined ? {} : { onDeath });
  afterAll(() => parsers.close());
  return parsers;
}
