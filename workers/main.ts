import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { NativeConnection, type Worker } from '@temporalio/worker';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import { createHttpsSender } from '@assay/sender/https-sender.ts';
import { loadWorkerConfig } from '@assay/runtime/config.ts';
import { runDispatcher } from '@assay/runtime/temporal/dispatcher.ts';
import { registerSearchAttributes } from '@assay/runtime/temporal/namespace.ts';
import { createStarter } from '@assay/runtime/temporal/starter.ts';
import { createDataConverter, encryptsPayloads } from '@assay/runtime/temporal/payload-codec.ts';
import { createTemporalClient, createWorkerClient } from '@assay/runtime/temporal/temporal-client.ts';
import { ensureUpkeepSchedules } from '@assay/runtime/temporal/upkeep.ts';
import type { WorkerRole } from '@assay/domain/task-queues.ts';
import {
  exitOnConfigError,
  exitSoon,
  onStop,
  openStorage,
  temporalConnection,
  untilConnected,
} from '@assay/runtime/bootstrap.ts';
import { createReportSigner } from '../activities/record/sign-report.ts';
import { createSecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import { createLogger } from '@assay/runtime/telemetry/logger.ts';
import { createMetrics } from '@assay/runtime/telemetry/metrics.ts';
import { createActivityMetrics } from './activity-metrics.ts';
import { traceStarts } from '@assay/runtime/telemetry/trace-starts.ts';
import { tracingOf } from '@assay/runtime/telemetry/tracing.ts';
import { traceActivities, traceSender } from './trace-work.ts';
import { addBacklogMetrics } from './backlog-metrics.ts';
import { bundleWorkflows, encodeFailures } from './bundle.ts';
import { createDeliveryMetrics } from './delivery-metrics.ts';
import { createDeliveryRuntime } from './delivery-runtime.ts';
import { addDiskMetrics } from './disk-metrics.ts';
import { createRoleWorkers } from './run-worker.ts';
import { besideTextReaders, mediaMemoryBytes, parserSlots, textReaderSlots, thisMachine } from './slots.ts';
import { installRuntime } from './runtime.ts';
import { serveHealth } from './serve-health.ts';
import { startSandboxSubmissions } from './start-sandbox-submissions.ts';
import { startWaitingDeliveries } from './start-waiting-deliveries.ts';
import { addTrustListMetrics } from './trust-list-metrics.ts';
import { freeLoopbackAddress, withTemporalMetrics } from './temporal-metrics.ts';

const config = exitOnConfigError(loadWorkerConfig);
const roles = config.WORKER_ROLES;
const log = createLogger(`worker ${roles.join('+')}`, config);

const metricsAddress = config.HEALTH_PORT === null ? null : await freeLoopbackAddress();
installRuntime(log, metricsAddress);

const serviceName = `assay-worker-${roles.join('-')}`;
const tracing = await tracingOf(config, serviceName, log);
const { database, blobs, close } = openStorage(config, serviceName, log, tracing);
const sender = createHttpsSender({
  allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
  allowedPorts: config.WEBHOOK_ALLOWED_PORTS,
  proxy: config.WEBHOOK_PROXY_URL === null ? null : new URL(config.WEBHOOK_PROXY_URL),
  dnsServers: config.WEBHOOK_DNS_SERVERS,
  timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1000,
  extraCa: config.WEBHOOK_CA_FILE === null ? null : await readFile(config.WEBHOOK_CA_FILE, 'utf8'),
});
/** The machine without the memory that the text readers use. The slots of all other work are computed from it. */
const machine =
  config.TEXT_READER === 'on' && roles.includes('media') ? besideTextReaders(thisMachine()) : thisMachine();
const mediaRuntime = roles.includes('media')
  ? await createMediaRuntime({
      workDir: config.WORK_DIR ?? tmpdir(),
      sandbox: config.MEDIA_SANDBOX,
      searchPath: config.searchPath,
      textModels: config.TEXT_READER === 'on' ? config.TEXT_MODELS : null,
      maxProcesses: parserSlots(machine),
      maxTextReaders: textReaderSlots(thisMachine()),
      onDeath: (job, reason) => log.warn({ job, reason }, 'a parser process died'),
      trustListFiles: {
        signers: config.C2PA_TRUST_LIST_FILE,
        timeStamps: config.C2PA_TSA_TRUST_LIST_FILE,
        anchors: config.C2PA_ANCHORS_FILE,
      },
      onTrustListFault: (list, reason) =>
        log.error({ list, reason }, 'a changed trust list cannot be used; the earlier one is used'),
    })
  : null;
if (mediaRuntime !== null) {
  const { memoryBytes } = thisMachine();
  const neededBytes = mediaMemoryBytes(machine) + memoryBytes - machine.memoryBytes;
  if (neededBytes > memoryBytes) {
    log.warn({ memoryBytes, neededBytes }, 'a media worker with this little memory may be killed');
  }
  const { containment } = mediaRuntime.tools;
  const level = containment === 'limits' || containment === 'none' ? 'warn' : 'info';
  log[level]({ containment }, 'isolation of ffmpeg and ffprobe');
}

const temporal = await temporalConnection(config);
const dataConverter = createDataConverter(config);
const startInterceptors = tracing === null ? [] : [traceStarts(tracing)];
const client = createTemporalClient(temporal, config.TEMPORAL_NAMESPACE, startInterceptors, dataConverter);
const metrics = metricsAddress === null ? null : createMetrics({ main: database });
if (metrics !== null && roles.includes('orchestration')) {
  addBacklogMetrics(metrics, { database, temporal: client, namespace: config.TEMPORAL_NAMESPACE, log });
}
if (metrics !== null && mediaRuntime !== null) {
  addDiskMetrics(metrics, mediaRuntime.workDir.space);
  addTrustListMetrics(metrics, mediaRuntime.trustLists);
}
const workers = new Map<WorkerRole, Worker[]>();
const health = await serveHealth(config, {
  database,
  blobs,
  temporal: client,
  containment: mediaRuntime?.tools.containment ?? null,
  workers: (role) => workers.get(role) ?? [],
  metrics: metrics === null ? null : withTemporalMetrics(metrics, metricsAddress!),
  log,
});

const connection = await untilConnected(log, 'Temporal', () => NativeConnection.connect(temporal));
await untilConnected(log, 'search attributes', () => registerSearchAttributes(client));
if (roles.includes('orchestration'))
  await untilConnected(log, 'schedules', () => ensureUpkeepSchedules(client));

const bundled =
  config.WORKFLOW_BUNDLE === null ? { code: await bundleWorkflows() } : { codePath: config.WORKFLOW_BUNDLE };
const workflowBundle = encryptsPayloads(config) ? await encodeFailures(bundled) : bundled;
const tracedSender = tracing === null ? sender : traceSender(sender, tracing);
const secrets = config.encryptionKeys === null ? null : createSecretCipher(config.encryptionKeys);
const delivery = roles.includes('delivery')
  ? createDeliveryRuntime({
      database,
      sender: tracedSender,
      secrets: secrets!,
      schedule: config.WEBHOOK_RETRY_SCHEDULE_SECONDS,
      contact: config.WEBHOOK_CONTACT,
      onAttempt: metrics === null ? undefined : createDeliveryMetrics(metrics),
      warn: (message, fields) => log.warn(fields, message),
    })
  : null;
const deps = {
  database,
  blobs,
  temporal: client,
  sender: tracedSender,
  secrets,
  delivery,
  mediaRuntime,
  readsText: config.TEXT_READER === 'on',
  publicUrl: config.PUBLIC_URL,
  reportSigner:
    config.REPORT_SIGNING_KEY_FILE === null
      ? null
      : createReportSigner(database, config.REPORT_SIGNING_KEY_FILE),
  timeStampAuthority: config.timeStampAuthority,
  tracing: tracing ?? undefined,
  interceptors: [
    ...(metrics === null ? [] : [createActivityMetrics(metrics)]),
    ...(tracing === null ? [] : [traceActivities(tracing)]),
  ],
};
const workerConnection = { connection, namespace: config.TEMPORAL_NAMESPACE, workflowBundle, dataConverter };
await Promise.all(
  roles.map(async (role) => workers.set(role, await createRoleWorkers(role, workerConnection, deps))),
);
const stopDispatcher = roles.includes('orchestration')
  ? runDispatcher(database, createStarter(client, database, tracing?.continueFrom), log)
  : () => Promise.resolve();

const all = [...workers.values()].flat();
const running = Promise.all(all.map((worker) => worker.run()));
// Only a client on the connection of the workers can start workflows eagerly.
const workerClient = createWorkerClient(
  connection,
  config.TEMPORAL_NAMESPACE,
  startInterceptors,
  dataConverter,
);
const eagerStarter = createStarter(workerClient, database, tracing?.continueFrom);
const stopSandbox = roles.includes('orchestration')
  ? startSandboxSubmissions({ database, log, starter: eagerStarter })
  : () => Promise.resolve();
const stopDeliveries =
  delivery === null
    ? () => Promise.resolve()
    : startWaitingDeliveries({
        database,
        log,
        runtime: delivery,
        firstAttempt: config.WEBHOOK_FIRST_ATTEMPT,
        starter: eagerStarter,
        continueFrom: tracing?.continueFrom,
        attemptTimeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1000,
      });
let deliveriesStopped: Promise<unknown> = Promise.resolve();
onStop(() => {
  log.info('stopping');
  for (const worker of all) worker.shutdown();
  deliveriesStopped = Promise.all([stopDeliveries(), stopSandbox()]);
});
log.info('ready');
process.send?.('ready');
await running;
await deliveriesStopped;
// The health server is closed before the connections that it checks, because a check would open them again.
await health.close();
await stopDispatcher();
await connection.close();
sender.close();
mediaRuntime?.parserPool.close();
mediaRuntime?.textReaders?.close();
await close();
await tracing?.close();
// An open channel to the supervisor would keep the process alive.
if (process.connected) process.disconnect();
log.info('stopped');
exitSoon();
