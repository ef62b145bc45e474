import type { Client } from '@temporalio/client';
import { afterAll, inject } from 'vitest';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';

/** Returns a client of the stack's Temporal server. It is closed after the tests of the file. */
export function useTemporalClient(): Client {
  const client = createTemporalClient({ address: inject('stack').temporalAddress }, 'default');
  afterAll(() => client.connection.close());
  return client;
}
