import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { createHttpsSender } from '../activities/net/https-sender.ts';
import { loadWorkerConfig } from '../config.ts';
import { runDispatcher } from '../dispatch/dispatcher.ts';
import { createStarter } from '../dispatch/starter.ts';
import { createTemporalClient } from '../dispatch/temporal-client.ts';
import { exitOnConfigError, untilConnected } from '../process.ts';
import { createPool } from '../storage/postgres/database.ts';
import { createBlobStore } from '../storage/s3/blob-store.ts';
import { bundleWorkflows } from './bundle.ts';
import { createRoleWorker } from './run-worker.ts';
import { registerSearchAttributes } from './search-attributes.ts';

const config = exitOnConfigError(loadWorkerConfig);
const log = pino({ level: config.LOG_LEVEL, name: `worker ${config.WORKER_ROLES.join('+')}` });

Runtime.install({
  // Signals are handled below: the workers drain before the rest is closed.
  shutdownSignals: [],
  logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
    const method =
      level === 'TRACE' || level === 'DEBUG'
        ? 'debug'
        : level === 'INFO'
          ? 'info'
          : level === 'WARN'
            ? 'warn'
            : 'error';
    log[method]({ ...meta }, message);
  }),
});

const database = createPool({
  databaseUrl: config.DATABASE_URL,
  applicationName: `assay-worker-${config.WORKER_ROLES.join('-')}`,
  maxConnections: config.DATABASE_MAX_CONNECTIONS,
  onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
});
const blobs = createBlobStore({
  endpoint: config.S3_ENDPOINT,
  publicEndpoint: config.S3_PUBLIC_ENDPOINT,
  region: config.AWS_REGION,
  bucket: config.S3_BUCKET,
});
const sender = createHttpsSender({
  allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
  timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1000,
  extraCa: config.WEBHOOK_CA_FILE === null ? null : await readFile(config.WEBHOOK_CA_FILE, 'utf8'),
});
const workDir = config.WORK_DIR ?? tmpdir();
await mkdir(workDir, { recursive: true });

const connection = await untilConnected(log, 'Temporal', () =>
  NativeConnection.connect({ address: config.TEMPORAL_ADDRESS }),
);
const client = createTemporalClient(config.TEMPORAL_ADDRESS, config.TEMPORAL_NAMESPACE);
await untilConnected(log, 'search attributes', () => registerSearchAttributes(client));

const workflowBundle =
  config.WORKFLOW_BUNDLE === null ? { code: await bundleWorkflows() } : { codePath: config.WORKFLOW_BUNDLE };
const workers = await Promise.all(
  config.WORKER_ROLES.map((role) =>
    createRoleWorker(
      role,
      { connection, namespace: config.TEMPORAL_NAMESPACE, workflowBundle },
      { database, blobs, sender, workDir, retrySchedule: config.WEBHOOK_RETRY_SCHEDULE_SECONDS },
    ),
  ),
);
const stopDispatcher = config.WORKER_ROLES.includes('orchestration')
  ? runDispatcher(database, createStarter(client, database), log)
  : () => Promise.resolve();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    log.info('stopping');
    for (const worker of workers) worker.shutdown();
  });
}
const running = Promise.all(workers.map((worker) => worker.run()));
log.info('ready');
process.send?.('ready');
await running;
await stopDispatcher();
await client.connection.close();
await connection.close();
sender.close();
blobs.close();
await database.end();
