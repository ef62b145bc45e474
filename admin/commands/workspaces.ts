import type { Command } from 'commander';
import { v7 as uuidV7 } from 'uuid';
import { readPlan } from '../../storage/postgres/plans.ts';
import { setSpendingLimit } from '../../storage/postgres/spending-limits.ts';
import { insertWorkspace, listWorkspaces, readWorkspace } from '../../storage/postgres/workspaces.ts';
import { currentOperator } from '../operator.ts';
import { requireWorkspace, type Run, UsageError } from '../run.ts';
import { wholeNumber } from '../whole-number.ts';

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

  workspaces
    .command('set-spending-limit')
    .description('limit the credits that a workspace is charged per calendar month (UTC)')
    .argument('<id>', 'the workspace')
    .requiredOption(
      '--credits <n>',
      'maximum number of credits, including those charged this month; "none" for no limit',
      (text) => (text === 'none' ? text : wholeNumber(0)(text)),
    )
    .action((id: string, { credits }: { credits: number | 'none' }) =>
      run(async (db) => {
        await requireWorkspace(db, id);
        await setSpendingLimit(db, id, credits === 'none' ? null : credits, currentOperator());
        return { ...(await readWorkspace(db, id))! };
      }),
    );
}
