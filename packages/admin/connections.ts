import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  loadAdminConfig,
  loadEncryptionKeys,
  loadPayloadKeys,
  loadStorageConfig,
  loadTemporalConfig,
  requireEncryptionKeys,
} from '@assay/runtime/config.ts';
import { parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { blobStoreOptions } from '@assay/runtime/bootstrap.ts';
import { createPool } from '@assay/storage/database/database.ts';
import { createSecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import { createBlobStore } from '@assay/storage/s3/blob-store.ts';
import { invocation } from './invocation.ts';
import {
  type ConnectTemporal,
  connectTemporal,
  type FindPayloadKeys,
  type FindPublicUrl,
  type FindSecretCipher,
  type OpenBlobs,
  type Run,
  UsageError,
} from './run.ts';

type LocalStack = Record<
  'databaseUrl' | 'temporalAddress' | 'encryptionKeys' | 'payloadKeys' | 'consoleUrl',
  string
> & {
  storage: Record<string, string>;
};
type Result = Awaited<ReturnType<Parameters<Run>[0]>>;

const config = () => loadAdminConfig(invocation().env);
const stackFile = () => path.join(config().LOCAL_DIR, 'stack.json');

export const findDatabase = () => addressOf('databaseUrl', 'database', 'DATABASE_URL');

/** Runs a command. Opens each connection when the command requests it, and closes all connections at the end. */
export async function withConnections(command: Parameters<Run>[0]): Promise<Result> {
  const { err } = invocation();
  const database = createPool({
    databaseUrl: await findDatabase(),
    applicationName: 'assay-admin',
    maxConnections: 1,
    onIdleError: (error) => err(error.message),
  });
  let temporal: ReturnType<ConnectTemporal> | undefined;
  let blobs: ReturnType<OpenBlobs> | undefined;
  try {
    return await command(
      database,
      () => (temporal ??= findTemporal()),
      findSecretCipher,
      () => (blobs ??= findBlobs()),
      findPublicUrl,
      findPayloadKeys,
    );
  } finally {
    await database.end();
    await blobs?.then(
      (store) => store.close(),
      () => undefined,
    );
    await temporal?.then(
      (client) => client.connection.close(),
      () => undefined,
    );
  }
}

async function findTemporal(): ReturnType<ConnectTemporal> {
  const address = await addressOf('temporalAddress', 'Temporal', 'TEMPORAL_ADDRESS');
  const payloadKeys = await findPayloadKeys();
  return connectTemporal({ ...loadTemporalConfig(invocation().env, address), payloadKeys });
}

/**
 * Returns the configured keys. If neither keys nor a Temporal server are configured, and the command uses the database
 * of the local stack, returns the keys of the local stack.
 */
const findPayloadKeys: FindPayloadKeys = async () => {
  const keys = loadPayloadKeys(invocation().env);
  const stack = config().temporalAddress === null ? await readStackOfDatabase() : null;
  return keys ?? (stack && parseEncryptionKeys(stack.payloadKeys));
};

/**
 * Opens the configured blob store. If none is configured, and the command uses the database of the local stack, opens
 * the blob store of the local stack.
 */
const findBlobs: OpenBlobs = async () => {
  // The AWS SDK reads the credentials in the environment.
  const { env } = invocation();
  if (!env['S3_BUCKET']) Object.assign(env, (await readStackOfDatabase())?.storage);
  return createBlobStore(blobStoreOptions(loadStorageConfig(env)));
};

/**
 * Returns a cipher with the configured keys. If none are configured, and the command uses the database of the local
 * stack, uses the keys of the local stack. With another database, other processes could not decrypt the secrets.
 */
const findSecretCipher: FindSecretCipher = async () => {
  const stack = await readStackOfDatabase();
  const env = stack === null ? {} : { ENCRYPTION_KEYS: stack.encryptionKeys };
  return createSecretCipher(loadEncryptionKeys(invocation().env) ?? requireEncryptionKeys(env));
};

/**
 * Returns the configured URL. If none is configured, and the command uses the database of the local stack, returns the
 * URL of the local stack. Otherwise throws `UsageError`.
 */
const findPublicUrl: FindPublicUrl = async () => {
  const { PUBLIC_URL } = config();
  const stack = PUBLIC_URL === null ? await readStackOfDatabase() : null;
  const url = PUBLIC_URL ?? stack?.consoleUrl.split('/console/')[0];
  if (url === undefined) {
    throw new UsageError('no public URL: set PUBLIC_URL to the URL at which people reach the API');
  }
  return url;
};

/**
 * Returns the configured address. If none is configured, returns the address of the local stack. Temporal's address in
 * the local stack is returned only if the command uses the database of the local stack.
 */
async function addressOf(
  setting: 'databaseUrl' | 'temporalAddress',
  name: string,
  variable: string,
): Promise<string> {
  const configured = config()[setting];
  if (configured !== null) return configured;
  const stack = setting === 'databaseUrl' ? await readLocalStack() : await readStackOfDatabase();
  if (stack !== null) return stack[setting];
  throw new UsageError(
    `no ${name}: set ${variable}, or start the local stack with "npm start" (looked in ${stackFile()})`,
  );
}

/** Returns the addresses and keys of the local stack if the command uses its database, and otherwise null. */
async function readStackOfDatabase(): Promise<LocalStack | null> {
  const stack = await readLocalStack();
  const { databaseUrl } = config();
  return databaseUrl === null || databaseUrl === stack?.databaseUrl ? stack : null;
}

/** Returns the addresses and keys of the local stack. Null if no local stack has been started. */
async function readLocalStack(): Promise<LocalStack | null> {
  try {
    return JSON.parse(await readFile(stackFile(), 'utf8')) as LocalStack;
  } catch {
    return null;
  }
}
