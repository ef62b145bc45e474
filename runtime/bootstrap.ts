import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import type { Logger } from 'pino';
import {
  type ApiConfig,
  ConfigError,
  type StorageConfig,
  type TemporalConfig,
  type WorkerConfig,
} from '../config.ts';
import type { TemporalConnection } from '../temporal/temporal-client.ts';
import { createPool, type Database } from '../storage/postgres/database.ts';
import type { RequestMiddleware } from '../storage/s3/client.ts';
import { traceDatabase } from '../telemetry/trace-database.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { type BlobStore, type BlobStoreOptions, createBlobStore } from '../storage/s3/blob-store.ts';

// What every process of the service does at its start.

/** The configuration, or the end of the process with what is wrong with it. */
export function exitOnConfigError<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`The configuration is not usable:\n${error.message}`);
    process.exit(1);
  }
}

/** Tries until it works, with growing pauses: what a process depends on may start after it. */
export async function untilConnected<T>(log: Logger, what: string, connect: () => Promise<T>): Promise<T> {
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      return await connect();
    } catch (error) {
      log.warn({ err: error }, `${what} cannot be reached yet`);
      await setTimeout(pauseMs);
    }
  }
}

/** The database and the storage that a configuration names; `close` waits for what is under way. */
export function openStorage(
  config: ApiConfig | WorkerConfig,
  applicationName: string,
  log: Logger,
  tracing: Tracing | null = null,
): { database: Database; blobs: BlobStore; close: () => Promise<void> } {
  const database = createPool({
    databaseUrl: config.DATABASE_URL,
    applicationName,
    maxConnections: config.DATABASE_MAX_CONNECTIONS,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  if (tracing !== null) traceDatabase(database, tracing);
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

/** How the configured Temporal is reached, with the contents of the files that the configuration names. */
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

/** Calls `stop` once, when the process is asked to end or the one that started it is gone. */
export function onStop(stop: () => unknown): void {
  let stopping = false;
  const once = () => {
    if (!stopping) void stop();
    stopping = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, once);
  process.on('disconnect', once);
}
