import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import type { Logger } from 'pino';
import {
  type ApiConfig,
  ConfigError,
  type StorageConfig,
  type TemporalConfig,
  type WorkerConfig,
} from './config.ts';
import type { TemporalConnection } from './temporal/temporal-client.ts';
import { createPool, type Database, type PoolOptions } from '@assay/storage/database/database.ts';
import type { RequestMiddleware } from '@assay/storage/s3/client.ts';
import { traceDatabase } from './telemetry/trace-database.ts';
import type { Tracing } from './telemetry/tracing.ts';
import { type BlobStore, type BlobStoreOptions, createBlobStore } from '@assay/storage/s3/blob-store.ts';

/** Returns the configuration from `load`. If the configuration is invalid, prints its faults and exits the process. */
export function exitOnConfigError<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`The configuration is invalid:\n${error.message}`);
    process.exit(1);
  }
}

/** Retries `connect` forever, with exponential backoff. A dependency may start after this process. */
export async function untilConnected<T>(log: Logger, what: string, connect: () => Promise<T>): Promise<T> {
  for (let delayMs = 250; ; delayMs = Math.min(delayMs * 2, 5_000)) {
    try {
      return await connect();
    } catch (error) {
      log.warn({ err: error }, `${what} cannot be reached yet`);
      await sleep(delayMs);
    }
  }
}

/** Opens a pool of connections to the configured database. */
export function openDatabase(
  config: Pick<ApiConfig | WorkerConfig, 'DATABASE_URL' | 'DATABASE_MAX_CONNECTIONS'>,
  applicationName: string,
  log: Logger,
  tracing: Tracing | null = null,
  timeouts: Pick<PoolOptions, 'statementTimeoutMs' | 'connectionTimeoutMs'> = {},
): Database {
  const database = createPool({
    databaseUrl: config.DATABASE_URL,
    applicationName,
    maxConnections: config.DATABASE_MAX_CONNECTIONS,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection failed'),
    ...timeouts,
  });
  if (tracing !== null) traceDatabase(database, tracing);
  return database;
}

/** Opens the configured database and S3 storage. `close` waits for database queries in progress. */
export function openStorage(
  config: ApiConfig | WorkerConfig,
  applicationName: string,
  log: Logger,
  tracing: Tracing | null = null,
): { database: Database; blobs: BlobStore; close: () => Promise<void> } {
  const database = openDatabase(config, applicationName, log, tracing);
  const middleware: RequestMiddleware | undefined =
    tracing === null
      ? undefined
      : (operation, request) => tracing.inSpan(`s3 ${operation}`, { kind: SpanKind.CLIENT }, request);
  const blobs = createBlobStore({ ...blobStoreOptions(config), middleware });
  const close = async () => {
    await database.end();
    blobs.close();
  };
  return { database, blobs, close };
}

export function blobStoreOptions(config: StorageConfig): BlobStoreOptions {
  return {
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.AWS_REGION,
    bucket: config.S3_BUCKET,
  };
}

/** Returns the address and credentials of Temporal. Reads certificates and keys from their files. */
export async function temporalConnection(config: TemporalConfig): Promise<TemporalConnection> {
  const address = config.TEMPORAL_ADDRESS;
  if (!config.TEMPORAL_TLS) return { address };
  const content = async (file: string | null) => (file === null ? undefined : await readFile(file));
  const crt = await content(config.TEMPORAL_TLS_CLIENT_CERT_PATH);
  const key = await content(config.TEMPORAL_TLS_CLIENT_KEY_PATH);
  return {
    address,
    tls: {
      serverNameOverride: config.TEMPORAL_TLS_SERVER_NAME ?? undefined,
      serverRootCACertificate: await content(config.TEMPORAL_TLS_SERVER_CA_CERT_PATH),
      ...(crt === undefined || key === undefined ? {} : { clientCertPair: { crt, key } }),
    },
    ...(config.TEMPORAL_API_KEY === null ? {} : { apiKey: config.TEMPORAL_API_KEY }),
  };
}

/**
 * Ends the process within a second. Call it after everything has been closed, except for connections of Temporal
 * clients: the SDK repeats a failed call, also after its deadline, and its timer throws if the connection is closed.
 * `@grpc/grpc-js` does not abort a
 * connection attempt when its channel is closed. If the address does not respond, for example because the container of
 * Temporal was removed, the attempt would keep the process alive for up to 135 s.
 */
export function exitSoon(): void {
  setTimeout(() => process.exit(), 1_000).unref();
}

/** Calls `stop` once, on the first SIGINT or SIGTERM or when the parent process exits. */
export function onStop(stop: () => unknown): void {
  let stopping = false;
  const once = () => {
    if (!stopping) void stop();
    stopping = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, once);
  process.on('disconnect', once);
}
