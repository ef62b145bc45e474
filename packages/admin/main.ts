import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import {
  loadAdminConfig,
  loadEncryptionKeys,
  loadStorageConfig,
  loadTemporalConfig,
  requireEncryptionKeys,
} from '@assay/runtime/config.ts';
import { blobStoreOptions, exitOnConfigError } from '@assay/runtime/bootstrap.ts';
import { createPool } from '@assay/storage/database/database.ts';
import { createSecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import { createBlobStore } from '@assay/storage/s3/blob-store.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addErasureCommands } from './commands/erasures.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addMemberCommands } from './commands/members.ts';
import { addPlanCommands } from './commands/plans.ts';
import { addPriceCommands } from './commands/prices.ts';
import { addSecretCommands } from './commands/secrets.ts';
import { addSetupCommands } from './commands/setup.ts';
import { addSidekickCommands } from './commands/sidekicks.ts';
import { addSubmissionCommands } from './commands/submissions.ts';
import { addUpkeepCommands } from './commands/upkeep.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addWorkspaceCommands } from './commands/workspaces.ts';
import { print } from './output.ts';
import {
  type ConnectTemporal,
  connectTemporal,
  type FindPublicUrl,
  type FindSecretCipher,
  type OpenBlobs,
  type Run,
  type Setup,
  UsageError,
} from './run.ts';

const config = exitOnConfigError(loadAdminConfig);
const stackFile = path.join(config.LOCAL_DIR, 'stack.json');
type LocalStack = Record<'databaseUrl' | 'temporalAddress' | 'encryptionKeys' | 'consoleUrl', string> & {
  /** Environment variables of the storage. */
  storage: Record<string, string>;
};
const program = new Command('admin')
  .description(
    'Manages workspaces, plans, API keys, members, prices, the ledger, sidekicks, submissions, webhooks, upkeep, secrets and the set-up of Assay.',
  )
  .option('--json', 'print one JSON document')
  .configureHelp({ showGlobalOptions: true });

const show = (result: Parameters<typeof print>[0]) =>
  print(result, program.opts<{ json?: boolean }>().json ?? false);
const findDatabase = () => addressOf('databaseUrl', 'database', 'DATABASE_URL');
const runSetup: Setup = async (command) => show(await command(findDatabase));
const run: Run = async (command) => {
  const database = createPool({
    databaseUrl: await findDatabase(),
    applicationName: 'assay-admin',
    maxConnections: 1,
    onIdleError: (error) => console.error(error.message),
  });
  let temporal: ReturnType<ConnectTemporal> | undefined;
  let blobs: ReturnType<OpenBlobs> | undefined;
  try {
    show(
      await command(
        database,
        () => (temporal ??= findTemporal()),
        findSecretCipher,
        () => (blobs ??= findBlobs()),
        findPublicUrl,
      ),
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
};

async function findTemporal(): ReturnType<ConnectTemporal> {
  const address = await addressOf('temporalAddress', 'Temporal', 'TEMPORAL_ADDRESS');
  return connectTemporal(loadTemporalConfig(undefined, address));
}

/** Uses the storage of the local stack only for the database of the local stack. */
const findBlobs: OpenBlobs = async () => {
  // The AWS SDK reads the credentials in the environment.
  if (!process.env['S3_BUCKET']) Object.assign(process.env, (await readStackOfDatabase())?.storage);
  return createBlobStore(blobStoreOptions(loadStorageConfig()));
};

/**
 * Uses the keys of the local stack only for the database of the local stack, because the processes of another database
 * could not decrypt the secrets.
 */
const findSecretCipher: FindSecretCipher = async () => {
  const stack = await readStackOfDatabase();
  const env = stack === null ? {} : { ENCRYPTION_KEYS: stack.encryptionKeys };
  return createSecretCipher(loadEncryptionKeys() ?? requireEncryptionKeys(env));
};

/** Uses the URL of the local stack only for the database of the local stack. */
const findPublicUrl: FindPublicUrl = async () => {
  const stack = config.PUBLIC_URL === null ? await readStackOfDatabase() : null;
  const url = config.PUBLIC_URL ?? stack?.consoleUrl.split('/console/')[0];
  if (url === undefined) {
    throw new UsageError('no public URL: set PUBLIC_URL to the URL at which people reach the API');
  }
  return url;
};

/**
 * Returns the configured address. If it is not configured, returns the address of the local stack. The address of
 * Temporal is returned only if the commands use the database of the local stack.
 */
async function addressOf(
  setting: 'databaseUrl' | 'temporalAddress',
  name: string,
  variable: string,
): Promise<string> {
  const configured = config[setting];
  if (configured !== null) return configured;
  const stack = setting === 'databaseUrl' ? await readLocalStack() : await readStackOfDatabase();
  if (stack !== null) return stack[setting];
  throw new UsageError(
    `no ${name}: set ${variable}, or start the local stack with "npm start" (looked in ${stackFile})`,
  );
}

/** Returns the local stack if the commands use its database. */
async function readStackOfDatabase(): Promise<LocalStack | null> {
  const stack = await readLocalStack();
  return config.databaseUrl === null || config.databaseUrl === stack?.databaseUrl ? stack : null;
}

/** Returns the addresses and keys of the local stack. Null if none is running. */
async function readLocalStack(): Promise<LocalStack | null> {
  try {
    return JSON.parse(await readFile(stackFile, 'utf8')) as LocalStack;
  } catch {
    return null;
  }
}

addWorkspaceCommands(program, run);
addPlanCommands(program, run);
addKeyCommands(program, run);
addMemberCommands(program, run);
addPriceCommands(program, run);
addLedgerCommands(program, run);
addSidekickCommands(program, run);
addSubmissionCommands(program, run);
addWebhookCommands(program, run);
addUpkeepCommands(program, run);
addSecretCommands(program, run);
addAuditCommands(program, run);
addErasureCommands(program, run);
addSetupCommands(program, runSetup);

// The CLI accepts `--json` both before and after the command.
for (const group of program.commands) {
  for (const command of group.commands.length === 0 ? [group] : group.commands) {
    command.option('--json', 'print one JSON document').hook('preAction', (_, acting) => {
      if (acting.opts<{ json?: boolean }>().json === true) program.setOptionValue('json', true);
    });
  }
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
