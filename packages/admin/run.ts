import type { Client } from '@temporalio/client';
import type { TemporalConfig } from '@assay/runtime/config.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import type { EncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { temporalConnection } from '@assay/runtime/bootstrap.ts';
import type { Database, Queryable } from '@assay/storage/database/database.ts';
import type { SecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { readWorkspace } from '@assay/storage/accounts/workspaces.ts';

type Result = Record<string, unknown> | Record<string, unknown>[];

/** Returns a client of the configured or the local Temporal server. The client is closed when the command ends. */
export type ConnectTemporal = () => Promise<Client>;

/** Returns the cipher of signing secrets with the configured keys, or else with the keys of the local stack. */
export type FindSecretCipher = () => Promise<SecretCipher>;

/** Returns the configured or the local blob store. The blob store is closed when the command ends. */
export type OpenBlobs = () => Promise<BlobStore>;

/** Returns the configured keys of payloads in Temporal, or else those of the local stack. Null: no encryption. */
export type FindPayloadKeys = () => Promise<EncryptionKeys | null>;

/** Returns the URL at which people reach the API, without a trailing slash. */
export type FindPublicUrl = () => Promise<string>;

/**
 * Runs a command on the database and prints its result. The command needs Temporal only if it calls `temporal`,
 * encryption keys only if it calls `secretCipher` or `payloadKeys`, S3 only if it calls `blobs`, and a public URL only
 * if it calls `publicUrl`.
 */
export type Run = (
  command: (
    database: Database,
    temporal: ConnectTemporal,
    secretCipher: FindSecretCipher,
    blobs: OpenBlobs,
    publicUrl: FindPublicUrl,
    payloadKeys: FindPayloadKeys,
  ) => Promise<Result>,
) => Promise<void>;

/** Runs a set-up command, which has no database connection, and prints the command's result. */
export type Setup = (
  command: (databaseUrl: () => Promise<string>) => Promise<Record<string, unknown>>,
) => Promise<void>;

/** Thrown if a command cannot be executed with the given arguments or settings. The CLI prints `message`. */
export class UsageError extends Error {}

/** Throws `UsageError` if the workspace does not exist. */
export async function requireWorkspace(db: Queryable, id: string): Promise<void> {
  const known = isUuid(id) && (await readWorkspace(db, id)) !== null;
  if (!known) throw new UsageError(`there is no workspace ${id}`);
}

/** Returns a client of the configured Temporal. It connects with its first request. The caller must close it. */
export async function connectTemporal(config: TemporalConfig): Promise<Client> {
  // The modules are loaded on demand, because few commands need Temporal. Loading them takes as long as loading all
  // other modules.
  const { createTemporalClient } = await import('@assay/runtime/temporal/temporal-client.ts');
  const { createDataConverter } = await import('@assay/runtime/temporal/payload-codec.ts');
  const dataConverter = createDataConverter(config);
  return createTemporalClient(await temporalConnection(config), config.TEMPORAL_NAMESPACE, [], dataConverter);
}
