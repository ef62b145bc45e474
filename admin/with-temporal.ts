import type { Client } from '@temporalio/client';
import type { TemporalConfig } from '../config.ts';
import { temporalConnection } from '../runtime/bootstrap.ts';

/** Lets `use` ask Temporal. Its client takes as long to load as all the rest, and few commands need it. */
export async function withTemporal<T>(
  config: TemporalConfig,
  use: (temporal: Client) => Promise<T>,
): Promise<T> {
  const { createTemporalClient } = await import('../temporal/temporal-client.ts');
  const temporal = createTemporalClient(await temporalConnection(config), config.TEMPORAL_NAMESPACE);
  try {
    return await use(temporal);
  } finally {
    await temporal.connection.close();
  }
}
