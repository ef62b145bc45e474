import { afterAll } from 'vitest';
import { createParsers, type MediaRuntime, type Parsers } from '@assay/analysis/jobs/media-runtime.ts';

/** Creates a parser pool and closes it after the tests of the test file. */
export function useParserPool(onDeath?: (job: string, how: string) => void): MediaRuntime['parserPool'] {
  const pool = createParsers(onDeath === undefined ? {} : { onDeath });
  afterAll(() => pool.close());
  return pool;
}

/** Creates parsers of one tenant and closes them after the tests of the test file. */
export function useParsers(onDeath?: (job: string, how: string) => void): Parsers {
  return useParserPool(onDeath).forTenant('test');
}
