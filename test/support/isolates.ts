import { afterAll } from 'vitest';
import { createIsolates, type Isolates } from '../../activities/isolate/isolate.ts';

/** Isolates of the test file's own. */
export function useIsolates(onDeath?: (job: string, how: string) => void): Isolates {
  const isolates = createIsolates(onDeath === undefined ? {} : { onDeath });
  afterAll(() => isolates.close());
  return isolates;
}
