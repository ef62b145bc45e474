import type { Client } from '@temporalio/client';
import type { TemporalConfig } from '../config.ts';
import { temporalConnection } from '../runtime/bootstrap.ts';

/** Returns a client of the configured Temporal. It connects with the first request; the caller closes it. */
export async function connectTemporal(config: TemporalConfig): Promise<Client> {
  // Loading the client takes as long as loading everything else, and few commands need it.
  const { createTemporalClient } = await import('../temporal/temporal-client.ts');
  return createTemporalClient(await temporalConnection(config), config.TEMPORAL_NAMESPACE);
}
