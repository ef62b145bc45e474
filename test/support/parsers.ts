import { afterAll } from 'vitest';
import { createParsers, type MediaRuntime, type Parsers } from '@assay/analysis/jobs/media-runtime.ts';

// Starting a parser process and loading its libraries takes up to a second. The test files of a process that are not
// isolated therefore share one pool, whose processes end with it.
let shared: MediaRuntime['parserPool'] | undefined;

/**
 * Returns the parser pool of this test process. With `onDeath`, creates a pool, and closes it after the tests of the
 * test file.
 */
export function useParserPool(onDeath?: (job: string, how: string) => void): MediaRuntime['parserPool'] {
  if (onDeath === undefined) return (shared ??= createParsers());
  const pool = createParsers({ onDeath });
  afterAll(() => pool.close());
  return pool;
}

/** Returns the parsers of one tenant. `onDeath` as in `useParserPool`. */
export function useParsers(onDeath?: (job: string, how: string) => void): Parsers {
  return useParserPool(onDeath).forTenant('test');
}
