import type { Client } from '@temporalio/client';
import type { TemporalConfig } from '../config.ts';
import { temporalConnection } from '../runtime/bootstrap.ts';

/**
 * Returns a client of the configured Temporal. The client connects with its first request; the caller must close it.
 */
export async function connectTemporal(config: TemporalConfig): Promise<Client> {
  // Loaded only on demand: few commands need the client, and loading it takes as long as loading everything else.
  const { createTemporalClient } = await import('../temporal/temporal-client.ts');
  return createTemporalClient(await temporalConnection(config), config.TEMPORAL_NAMESPACE);
}
