import { pino } from 'pino';
import { loadApiConfig } from '../config.ts';
import { createStarter } from '../dispatch/starter.ts';
import { createTemporalClient } from '../dispatch/temporal-client.ts';
import { exitOnConfigError } from '../process.ts';
import { createPool } from '../storage/postgres/database.ts';
import { createBlobStore } from '../storage/s3/blob-store.ts';
import { createApp } from './app.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createResultReader } from './result-reader.ts';

const config = exitOnConfigError(loadApiConfig);
const log = pino({ level: config.LOG_LEVEL, name: 'api' });

const database = createPool({
  databaseUrl: config.DATABASE_URL,
  applicationName: 'assay-api',
  maxConnections: config.DATABASE_MAX_CONNECTIONS,
  onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
});
const blobs = createBlobStore({
  endpoint: config.S3_ENDPOINT,
  publicEndpoint: config.S3_PUBLIC_ENDPOINT,
  region: config.AWS_REGION,
  bucket: config.S3_BUCKET,
});
const temporal = createTemporalClient(config.TEMPORAL_ADDRESS, config.TEMPORAL_NAMESPACE);

const app = createApp({
  database,
  blobs,
  temporal,
  starter: createStarter(temporal, database),
  limiter: createRateLimiter(),
  results: createResultReader(blobs),
  log,
  apiKeyHeaderCase: config.API_KEY_HEADER_CASE,
});

const address = await app.listen({ port: config.PORT, host: config.HOST });
process.send?.({ ready: address });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void (async () => {
      await app.close();
      await temporal.connection.close();
      await database.end();
      blobs.close();
    })();
  });
}
