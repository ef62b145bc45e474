import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { loadAdminConfig, loadTemporalConfig } from '../config.ts';
import { exitOnConfigError } from '../runtime/bootstrap.ts';
import { createPool } from '../storage/postgres/database.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addPlanCommands } from './commands/plans.ts';
import { addPriceCommands } from './commands/prices.ts';
import { addSetupCommands } from './commands/setup.ts';
import { addSidekickCommands } from './commands/sidekicks.ts';
import { addSubmissionCommands } from './commands/submissions.ts';
import { addUpkeepCommands } from './commands/upkeep.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addWorkspaceCommands } from './commands/workspaces.ts';
import { print } from './output.ts';
import { type ConnectTemporal, connectTemporal, type Run, type Setup, UsageError } from './run.ts';

const config = exitOnConfigError(loadAdminConfig);
const program = new Command('admin')
  .description(
    'Manages workspaces, plans, API keys, prices, the ledger, sidekicks, submissions, webhooks, upkeep and the set-up of Assay.',
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
  try {
    show(await command(database, () => (temporal ??= findTemporal())));
  } finally {
    await database.end();
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

/** Returns the configured address. If it is not configured, returns the address of the local stack. */
async function addressOf(
  setting: 'databaseUrl' | 'temporalAddress',
  name: string,
  variable: string,
): Promise<string> {
  const configured = config[setting];
  if (configured !== null) return configured;
  const file = path.join(config.LOCAL_DIR, 'stack.json');
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as Record<typeof setting, string>)[setting];
  } catch {
    throw new UsageError(
      `no ${name}: set ${variable}, or start the local stack with "npm start" (looked in ${file})`,
    );
  }
}

addWorkspaceCommands(program, run);
addPlanCommands(program, run);
addKeyCommands(program, run);
addPriceCommands(program, run);
addLedgerCommands(program, run);
addSidekickCommands(program, run);
addSubmissionCommands(program, run);
addWebhookCommands(program, run);
addUpkeepCommands(program, run);
addSetupCommands(program, runSetup);

// The CLI accepts `--json` both before and after the command.
for (const group of program.commands) {
  for (const command of group.commands) {
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
