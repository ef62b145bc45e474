import type { Command } from 'commander';
import { v7 as uuidV7 } from 'uuid';
import { readPlan } from '../../storage/postgres/plans.ts';
import { insertWorkspace, listWorkspaces } from '../../storage/postgres/workspaces.ts';
import { currentOperator } from '../operator.ts';
import { type Run, UsageError } from '../run.ts';

export function addWorkspaceCommands(program: Command, run: Run): void {
  const workspaces = program.command('workspaces').description('manage workspaces');

  workspaces
    .command('create')
    .description('create a workspace')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--plan <plan>', 'its plan: see "plans list"')
    .action((options: { name: string; plan: string }) =>
      run(async (db) => {
        if ((await readPlan(db, options.plan)) === null)
          throw new UsageError(`there is no plan "${options.plan}"`);
        const workspace = { id: uuidV7(), ...options };
        return { ...(await insertWorkspace(db, workspace, currentOperator())) };
      }),
    );

  workspaces
    .command('list')
    .description('list the workspaces')
    .action(() => run(async (db) => (await listWorkspaces(db)).map((workspace) => ({ ...workspace }))));
}
