import { type Command, Option } from 'commander';
import { v7 as uuidV7 } from 'uuid';
import { findRule } from '@assay/analysis/sidekicks/catalogue.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import { type SidekickRule, worstSeverity } from '@assay/domain/sidekick.ts';
import type { Queryable } from '@assay/storage/database/database.ts';
import { readPlan } from '@assay/storage/accounts/plans.ts';
import { listRaisedSeverities, raiseSeverity } from '@assay/storage/submissions/raised-severities.ts';
import { listCustomSidekicks } from '@assay/storage/submissions/custom-sidekicks.ts';
import { setSpendingLimit } from '@assay/storage/accounts/spending-limits.ts';
import {
  insertWorkspace,
  listWorkspaces,
  readWorkspace,
  removeWorkspace,
  setSuspended,
  setWorkspacePlan,
} from '@assay/storage/accounts/workspaces.ts';
import { eraseWorkspace } from '@assay/storage/upkeep/erase.ts';
import { currentOperator } from '../operator.ts';
import { warn } from '../output.ts';
import { requireWorkspace, type Run, UsageError } from '../run.ts';
import { runErasure } from '../run-erasure.ts';
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
        await requirePlan(db, options.plan);
        const workspace = { id: uuidV7(), ...options };
        return { ...(await insertWorkspace(db, workspace, currentOperator())) };
      }),
    );

  workspaces
    .command('list')
    .description('list the workspaces')
    .option('--all', 'also those that are removed')
    .action(({ all = false }: { all?: boolean }) =>
      run(async (db) => (await listWorkspaces(db, all)).map((workspace) => ({ ...workspace }))),
    );

  workspaces
    .command('remove')
    .description('erase a suspended workspace and remove it; its ledger is kept')
    .argument('<id>', 'the workspace')
    .action((id: string) =>
      run(async (db, temporal, _, blobs) => {
        const parts = { database: db, temporal: await temporal(), blobs: await blobs() };
        const record = await runErasure(parts, (deps) => eraseWorkspace(deps, id));
        await removeWorkspace(db, id, currentOperator());
        return { ...record };
      }),
    );

  for (const [name, description] of [
    ['suspend', 'reject the requests of a workspace with 402; its submissions and webhooks are finished'],
    ['resume', 'accept the requests of a suspended workspace again'],
  ] as const)
    workspaces
      .command(name)
      .description(description)
      .argument('<id>', 'the workspace')
      .action((id: string) =>
        run(async (db) => {
          await requireWorkspace(db, id);
          const changed = await setSuspended(db, id, name === 'suspend', currentOperator());
          if (changed === null) throw new UsageError(`workspace ${id} is removed`);
          return { ...changed };
        }),
      );

  workspaces
    .command('set-plan')
    .description('change the plan of a workspace, effective with the next request')
    .argument('<id>', 'the workspace')
    .requiredOption('--plan <plan>', 'its new plan: see "plans list"')
    .action((id: string, { plan }: { plan: string }) =>
      run(async (db) => {
        await requirePlan(db, plan);
        const changed = isUuid(id) ? await setWorkspacePlan(db, id, plan, currentOperator()) : null;
        if (changed === null) throw new UsageError(`there is no workspace ${id}`);
        return { ...changed };
      }),
    );

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

  workspaces
    .command('severities')
    .description('list the rules whose issues are more severe in a workspace than by default')
    .argument('<id>', 'the workspace')
    .action((id: string) =>
      run(async (db) => {
        await requireWorkspace(db, id);
        return severitiesOf(db, id);
      }),
    );

  workspaces
    .command('raise-severity')
    .description('set the least severity that the issues of a rule have in a workspace')
    .argument('<id>', 'the workspace')
    .requiredOption('--rule <code>', 'the rule, for example origin.generated')
    .addOption(
      new Option('--to <severity>', 'the least severity; "none" for the default of the rule')
        .choices([...raisable, 'none'])
        .makeOptionMandatory(),
    )
    .action((id: string, { rule, to }: { rule: string; to: (typeof raisable)[number] | 'none' }) =>
      run(async (db) => {
        await requireWorkspace(db, id);
        if (to !== 'none') {
          const { severity } = await requireRule(db, id, rule);
          if (worstSeverity([severity, to]) === severity)
            warn(
              `${rule} is ${severity} by default: this raises only findings that are less severe than ${to}`,
            );
        }
        await raiseSeverity(db, id, rule, to === 'none' ? null : to, currentOperator());
        return severitiesOf(db, id);
      }),
    );
}

const raisable = ['critical', 'major', 'minor'] as const;

async function severitiesOf(db: Queryable, id: string): Promise<Record<string, string>[]> {
  return (await listRaisedSeverities(db, id)).map((raised) => ({ ...raised }));
}

/**
 * Returns the rule with this code. Throws `UsageError` if no sidekick that the workspace may use has a rule with this
 * code.
 */
async function requireRule(db: Queryable, id: string, code: string): Promise<Pick<SidekickRule, 'severity'>> {
  const builtIn = findRule(code)?.rule;
  if (builtIn !== undefined) return builtIn;
  const custom = await listCustomSidekicks(db, id);
  const rule = custom.flatMap(({ rules }) => rules).find((candidate) => candidate.code === code);
  if (rule !== undefined) return rule;
  throw new UsageError(`there is no rule "${code}": see "sidekicks list"`);
}

async function requirePlan(db: Queryable, plan: string): Promise<void> {
  if ((await readPlan(db, plan)) === null) throw new UsageError(`there is no plan "${plan}"`);
}
