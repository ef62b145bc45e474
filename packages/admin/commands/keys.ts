import { type Command, InvalidArgumentError, Option } from 'commander';
import { isUuid } from '@assay/domain/blob-path.ts';
import { type Environment, findScopeFault, type Scope, scopes } from '@assay/domain/api-key.ts';
import { listApiKeys, revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import { isoDate } from '../iso-date.ts';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { currentOperator } from '../operator.ts';
import { warn } from '../output.ts';
import { printableName } from '../printable-name.ts';
import { requireWorkspace, type Run, UsageError } from '../run.ts';

interface CreateOptions {
  workspace: string;
  environment: Environment;
  name?: string;
  scopes: readonly Scope[];
  sandboxDataOnly?: boolean;
  expiresAt?: Date;
  /** False with `--no-expiry`. */
  expiry: boolean;
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
    .option('--name <name>', 'its name, for example the system that uses it', printableName)
    .addOption(
      new Option(
        '--scopes <list>',
        `comma-separated list of ${scopes.join(', ')}; live keys always have live_data`,
      )
        .argParser(scopeList)
        .default(scopes, 'all'),
    )
    .addOption(
      new Option(
        '--sandbox-data-only',
        'recommended for sandbox keys: the scopes read and submit, without access to live data and webhooks',
      ).conflicts('scopes'),
    )
    .option(
      '--expires-at <iso>',
      'expiry time, e.g. 2030-01-31T12:00:00Z (default: as the plan sets, by default after 365 days)',
      isoDate,
    )
    .addOption(new Option('--no-expiry', 'the key never expires').conflicts('expiresAt'))
    .action((options: CreateOptions) =>
      run(async (db) => {
        const { workspace, environment, name = null, sandboxDataOnly = false } = options;
        if (sandboxDataOnly && environment === 'live')
          throw new UsageError('--sandbox-data-only is for sandbox keys: a live key always sees live data');
        const chosen = sandboxDataOnly ? sandboxDataScopes : options.scopes;
        const fault = findScopeFault(environment, chosen);
        if (fault !== null) throw new UsageError(fault);
        await requireWorkspace(db, workspace);
        if (environment === 'sandbox' && chosen.includes('live_data'))
          warn('this sandbox key can read live data: --sandbox-data-only creates a key that cannot');
        const expiresAt = options.expiry ? (options.expiresAt ?? 'by plan') : null;
        const naming = { name, scopes: chosen };
        return { ...(await createKey(db, workspace, environment, expiresAt, currentOperator(), naming)) };
      }),
    );

  keys
    .command('list')
    .description('list the keys with their last four characters')
    .option('--workspace <id>', 'only the keys of this workspace')
    .action(({ workspace }: { workspace?: string }) =>
      run(async (db) => {
        if (workspace !== undefined) await requireWorkspace(db, workspace);
        return (await listApiKeys(db, workspace)).map((key) => ({ ...key }));
      }),
    );

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

/** The scopes of a key for sandbox data only. Webhooks also contain events of live submissions. */
const sandboxDataScopes: readonly Scope[] = ['read', 'submit'];

function scopeList(text: string): Scope[] {
  const given = text.split(',').map((scope) => scope.trim());
  if (!given.every((scope): scope is Scope => scopes.includes(scope as Scope))) {
    throw new InvalidArgumentError(`The scopes are ${scopes.join(', ')}.`);
  }
  return given;
}
