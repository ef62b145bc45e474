import { readFile } from 'node:fs/promises';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { createHttpsSender } from '../activities/net/https-sender.ts';
import { loadWorkerConfig } from '../config.ts';
import { runDispatcher } from '../dispatch/dispatcher.ts';
import { createStarter } from '../dispatch/starter.ts';
import { createTemporalClient } from '../dispatch/temporal-client.ts';
import { exitOnConfigError, onStop, openStorage, untilConnected } from '../process.ts';
import { bundleWorkflows } from './bundle.ts';
import { openWorkshop } from './open-workshop.ts';
import { createRoleWorker } from './run-worker.ts';
import { registerSearchAttributes } from './search-attributes.ts';

const config = exitOnConfigError(loadWorkerConfig);
const roles = config.WORKER_ROLES;
const log = pino({ level: config.LOG_LEVEL, name: `worker ${roles.join('+')}` });

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

const { database, blobs, close } = openStorage(config, `assay-worker-${roles.join('-')}`, log);
const sender = createHttpsSender({
  allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
  timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1000,
  extraCa: config.WEBHOOK_CA_FILE === null ? null : await readFile(config.WEBHOOK_CA_FILE, 'utf8'),
});
const workshop = roles.includes('media') ? await openWorkshop(config, log) : null;

const connection = await untilConnected(log, 'Temporal', () =>
  NativeConnection.connect({ address: config.TEMPORAL_ADDRESS }),
);
const client = createTemporalClient(config.TEMPORAL_ADDRESS, config.TEMPORAL_NAMESPACE);
await untilConnected(log, 'search attributes', () => registerSearchAttributes(client));

const workflowBundle =
  config.WORKFLOW_BUNDLE === null ? { code: await bundleWorkflows() } : { codePath: config.WORKFLOW_BUNDLE };
const deps = {
  database,
  blobs,
  sender,
  workshop,
  retrySchedule: config.WEBHOOK_RETRY_SCHEDULE_SECONDS,
};
const workers = await Promise.all(
  roles.map((role) =>
    createRoleWorker(role, { connection, namespace: config.TEMPORAL_NAMESPACE, workflowBundle }, deps),
  ),
);
const stopDispatcher = roles.includes('orchestration')
  ? runDispatcher(database, createStarter(client, database), log)
  : () => Promise.resolve();

onStop(() => {
  log.info('stopping');
  for (const worker of workers) worker.shutdown();
});
const running = Promise.all(workers.map((worker) => worker.run()));
log.info('ready');
process.send?.('ready');
await running;
await stopDispatcher();
await client.connection.close();
await connection.close();
sender.close();
workshop?.isolates.close();
await close();
// The channel to a supervisor would keep the process.
if (process.connected) process.disconnect();
