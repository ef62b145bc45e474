import type { Client } from '@temporalio/client';
import type { TemporalConfig } from '@assay/runtime/config.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import { temporalConnection } from '@assay/runtime/bootstrap.ts';
import type { Database, Queryable } from '@assay/storage/database/database.ts';
import type { SecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { readWorkspace } from '@assay/storage/accounts/workspaces.ts';

type Result = Record<string, unknown> | Record<string, unknown>[];

/**
 * Returns a client of the configured Temporal server, or of the local stack if none is configured. The client is closed
 * when the command has ended.
 */
export type ConnectTemporal = () => Promise<Client>;

/** Returns the cipher of signing secrets with the configured keys, or with those of the local stack. */
export type FindSecretCipher = () => Promise<SecretCipher>;

/** Returns the configured blob store, or that of the local stack. It is closed when the command has ended. */
export type OpenBlobs = () => Promise<BlobStore>;

/** Returns the URL at which people reach the API, or that of the local stack. It has no trailing slash. */
export type FindPublicUrl = () => Promise<string>;

/**
 * Runs a command on the database and prints its result. Temporal must be available only if the command calls
 * `temporal`. Encryption keys are needed only if it calls `secretCipher`, the storage only if it calls `blobs`, and a
 * public URL only if it calls `publicUrl`.
 */
export type Run = (
  command: (
    database: Database,
    temporal: ConnectTemporal,
    secretCipher: FindSecretCipher,
    blobs: OpenBlobs,
    publicUrl: FindPublicUrl,
  ) => Promise<Result>,
) => Promise<void>;

/**
 * Runs a set-up command without a database connection and prints its result. `databaseUrl` returns the URL of the
 * database.
 */
export type Setup = (
  command: (databaseUrl: () => Promise<string>) => Promise<Record<string, unknown>>,
) => Promise<void>;

/** Thrown if the command cannot be executed as called. The caller sees `message`. */
export class UsageError extends Error {}

/** Throws `UsageError` if the workspace does not exist. */
export async function requireWorkspace(db: Queryable, id: string): Promise<void> {
  const known = isUuid(id) && (await readWorkspace(db, id)) !== null;
  if (!known) throw new UsageError(`there is no workspace ${id}`);
}

/**
 * Returns a client of the configured Temporal. The client connects with its first request; the caller must close it.
 */
export async function connectTemporal(config: TemporalConfig): Promise<Client> {
  // The module is loaded on demand, because few commands need it. Loading it takes as long as loading everything else.
  const { createTemporalClient } = await import('@assay/runtime/temporal/temporal-client.ts');
  const { createDataConverter } = await import('@assay/runtime/temporal/payload-codec.ts');
  const dataConverter = createDataConverter(config);
  return createTemporalClient(await temporalConnection(config), config.TEMPORAL_NAMESPACE, [], dataConverter);
}
