import { setTimeout } from 'node:timers/promises';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { loadApiConfig } from '@assay/runtime/config.ts';
import { createStarter } from '@assay/runtime/temporal/starter.ts';
import { createDataConverter } from '@assay/runtime/temporal/payload-codec.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import {
  exitOnConfigError,
  exitSoon,
  onStop,
  openDatabase,
  openStorage,
  temporalConnection,
} from '@assay/runtime/bootstrap.ts';
import { healthChecks } from '@assay/runtime/health.ts';
import { createSecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import { createLogger } from '@assay/runtime/telemetry/logger.ts';
import { createMetrics, type PoolState } from '@assay/runtime/telemetry/metrics.ts';
import { serveOperators } from '@assay/runtime/operator-port.ts';
import { traceStarts } from '@assay/runtime/telemetry/trace-starts.ts';
import { tracingOf } from '@assay/runtime/telemetry/tracing.ts';
import { createApp, conditionOf } from './app.ts';
import { readConsoleFiles } from './console/console-files.ts';
import { consoleSettings } from './console/settings.ts';
import { createSignInLimiter } from './console/sign-in-limiter.ts';
import { createConnectionShares } from './connection-shares.ts';
import { createListReader, divideConnections, listTimeoutMs, maxListConnectMs } from './list-reader.ts';
import { createApiMetrics } from './metrics.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createReportWriter } from './report-writer.ts';
import { createResultReader } from './result-reader.ts';
import { createCompletionPoller } from './submit/completion-poller.ts';
import { createMeasurer } from './submit/measurer.ts';
import { createWorkspaceLimits } from './workspace-limits.ts';

const config = exitOnConfigError(loadApiConfig);
const log = createLogger('api', config);

const tracing = await tracingOf(config, 'assay-api', log);
const connections = divideConnections(config.DATABASE_MAX_CONNECTIONS);
const { database, blobs, close } = openStorage(
  { ...config, DATABASE_MAX_CONNECTIONS: connections.others },
  'assay-api',
  log,
  tracing,
);
const lists = openDatabase(
  { ...config, DATABASE_MAX_CONNECTIONS: connections.lists },
  'assay-api-lists',
  log,
  tracing,
  {
    statementTimeoutMs: listTimeoutMs,
    connectionTimeoutMs: maxListConnectMs,
  },
);
const temporal = createTemporalClient(
  await temporalConnection(config),
  config.TEMPORAL_NAMESPACE,
  tracing === null ? [] : [traceStarts(tracing)],
  createDataConverter(config),
);

const shares = createConnectionShares(database, connections.others);
const main: PoolState = Object.create(database, { waitingCount: { get: shares.waitingCount } }) as PoolState;
const metrics = config.HEALTH_PORT === null ? null : createMetrics({ main, lists });
if (config.TEXT_READER === 'off') {
  const sidekicks = sidekickDescriptions.filter(({ readsText }) => readsText).map(({ code }) => code);
  log.warn(
    { sidekicks },
    'TEXT_READER is off: no text in pictures is read, so these sidekicks examine documents at most',
  );
}
let draining = false;
const rateLimitStore = config.RATE_LIMIT_STORE === 'memory' ? 'memory' : database;
const app = createApp({
  database,
  shares,
  blobs,
  secrets: createSecretCipher(config.encryptionKeys),
  temporal,
  starter: createStarter(temporal, database, tracing?.continueFrom),
  measure: createMeasurer(temporal, database),
  waitForCompletion: createCompletionPoller(database),
  limiter: createRateLimiter(rateLimitStore),
  workspaceLimits: createWorkspaceLimits(),
  readList: createListReader(lists, connections.lists),
  results: createResultReader(blobs),
  writeReport: createReportWriter(),
  log,
  apiKeyHeaderCase: config.API_KEY_HEADER_CASE,
  publicUrl: config.PUBLIC_URL,
  requireContentLength: config.UPLOAD_CONTENT_LENGTH === 'required',
  trustProxy: config.TRUST_PROXY,
  readsText: config.TEXT_READER === 'on',
  maxRequests: config.MAX_REQUESTS_IN_PROGRESS,
  draining: () => draining,
  tracing: tracing ?? undefined,
  metrics: metrics === null ? undefined : createApiMetrics(metrics),
  console:
    config.CONSOLE_DIR === null
      ? undefined
      : { files: await readConsoleFiles(config.CONSOLE_DIR), storageBase: () => blobs.publicBase() },
  signIn:
    config.CONSOLE_DIR === null
      ? undefined
      : { settings: consoleSettings(config.PUBLIC_URL!), limiter: createSignInLimiter(rateLimitStore) },
});
const operators = await serveOperators(config, {
  checks: healthChecks({ database, blobs, temporal }),
  condition: () => conditionOf(draining),
  metrics,
  log,
});

await app.listen({ port: config.PORT, host: config.HOST });
process.send?.('ready');

onStop(async () => {
  log.info('stopping');
  draining = true;
  await setTimeout(config.DRAIN_SECONDS * 1000);
  await app.close();
  await operators.close();
  await Promise.all([close(), lists.end()]);
  await tracing?.close();
  // Close the channel to the supervisor, because an open channel would keep the process running.
  if (process.connected) process.disconnect();
  log.info('stopped');
  exitSoon();
});
