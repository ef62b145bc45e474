import type { Client } from '@temporalio/client';
import { afterAll, inject } from 'vitest';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import { dataConverterOf } from '../../tools/local/stack/data-converter.ts';

/** Returns a client of the stack's Temporal server. It is closed after the tests of the file. */
export function useTemporalClient(): Client {
  const client = createTemporalClient(
    { address: inject('stack').temporalAddress },
    'default',
    [],
    dataConverterOf(inject('stack')),
  );
  afterAll(() => client.connection.close());
  return client;
}
