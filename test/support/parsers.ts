import { afterAll } from 'vitest';
import { createParsers, type Parsers } from '../../analysis/media-runtime.ts';

/** Creates a parser pool and closes it after the tests of the test file. */
export function useParsers(onDeath?: (job: string, how: string) => void): Parsers {
  const parsers = createParsers(onDeath === undefined ? {} : { onDeath });
  afterAll(() => parsers.close());
  return parsers;
}
