import type { Command } from 'commander';
import { findSidekick, sidekickDescriptions } from '../../analysis/sidekicks/catalogue.ts';
import { isUuid } from '../../domain/blob-path.ts';
import { listRegisteredSidekicks, removeSidekick } from '../../storage/postgres/registered-sidekicks.ts';
import { readRegistration, registerSidekick } from '../register-sidekick.ts';
import { requireWorkspace } from '../require-workspace.ts';
import type { Run } from '../run.ts';
import { UsageError } from '../usage-error.ts';

interface RegisterOptions {
  file: string;
  workspace?: string;
  newSecret?: boolean;
}

export function addSidekickCommands(program: Command, run: Run): void {
  const sidekicks = program.command('sidekicks').description('the analysers');

  sidekicks
    .command('list')
    .description('list the sidekicks, the asset types they examine and where they are run')
    .option('--workspace <id>', 'only those that this workspace may use')
    .action(({ workspace }: { workspace?: string }) =>
      run(async (db) => {
        if (workspace !== undefined) await requireWorkspace(db, workspace);
        const builtIn = sidekickDescriptions.map((sidekick) => ({ ...sidekick, ...nowhereElse }));
        const registered = await listRegisteredSidekicks(db, workspace ?? null);
        return [...builtIn, ...registered].map(
          ({ id, code, name, version, assetTypes, rules, workspaceId, taskQueue, url }) => ({
            ...{ id, code, name, version, assetTypes, rules: rules.map((rule) => rule.code) },
            ...{ workspaceId, taskQueue, url },
          }),
        );
      }),
    );

  sidekicks
    .command('register')
    .description(
      'register a sidekick of your own, or a new version of it; a signing secret is shown this once',
    )
    .requiredOption('--file <file>', 'what describes it, in JSON: see docs/own-sidekicks.md')
    .option('--workspace <id>', 'the workspace that may use it; every workspace when not given')
    .option('--new-secret', 'make a new signing secret; the one before is no longer used')
    .action(({ file, workspace, newSecret }: RegisterOptions) =>
      run(async (db) => {
        const registration = await readRegistration(file);
        if (workspace !== undefined) await requireWorkspace(db, workspace);
        return { ...(await registerSidekick(db, workspace ?? null, registration, { newSecret })) };
      }),
    );

  sidekicks
    .command('remove')
    .description('remove a registered sidekick; what it has found stays')
    .argument('<id>', 'its id')
    .action((id: string) =>
      run(async (db) => {
        if (findSidekick(id) !== null) throw new UsageError(`${id} is built in`);
        if (!isUuid(id) || !(await removeSidekick(db, id)))
          throw new UsageError(`there is no sidekick ${id}`);
        return { id, removed: true };
      }),
    );
}

/** Of a built-in sidekick: every workspace has it, and the platform's own workers run it. */
const nowhereElse = { workspaceId: null, taskQueue: null, url: null };
