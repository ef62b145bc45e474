import { type Command, Option } from 'commander';
import { isUuid } from '../../domain/blob-path.ts';
import type { Environment } from '../../domain/api-key.ts';
import { listApiKeys, revokeApiKey } from '../../storage/postgres/api-keys.ts';
import { isoDate } from '../iso-date.ts';
import { createKey } from '../keys.ts';
import { currentOperator } from '../operator.ts';
import { requireWorkspace, type Run, UsageError } from '../run.ts';

interface CreateOptions {
  workspace: string;
  environment: Environment;
  expiresAt?: Date;
}

export function addKeyCommands(program: Command, run: Run): void {
  const keys = program.command('keys').description('manage API keys');

  keys
    .command('create')
    .description('create an API key; it is shown only once')
    .requiredOption('--workspace <id>', 'the workspace it belongs to')
    .addOption(
      new Option('--environment <environment>', 'live or sandbox')
        .choices(['live', 'sandbox'])
        .makeOptionMandatory(),
    )
    .option('--expires-at <iso>', 'expiry time, e.g. 2030-01-31T12:00:00Z (default: never)', isoDate)
    .action((options: CreateOptions) =>
      run(async (db) => {
        await requireWorkspace(db, options.workspace);
        const { workspace, environment, expiresAt = null } = options;
        return { ...(await createKey(db, workspace, environment, expiresAt, currentOperator())) };
      }),
    );

  keys
    .command('list')
    .description('list the keys with their last four characters')
    .action(() => run(async (db) => (await listApiKeys(db)).map((key) => ({ ...key }))));

  keys
    .command('revoke')
    .description('revoke a key at once and permanently')
    .argument('<id>', 'the key')
    .action((id: string) =>
      run(async (db) => {
        const revoked = isUuid(id) ? await revokeApiKey(db, id, currentOperator()) : null;
        if (revoked === null) throw new UsageError(`there is no key ${id}`);
        return { ...revoked };
      }),
    );
}
