import { Argument, type Command, Option } from 'commander';
import {
  ensureUpkeepSchedules,
  rewriteUpkeepSchedules,
  startUpkeep,
} from '@assay/runtime/temporal/upkeep.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import {
  defaultMinAgeHours,
  defaultMinAgeMinutes,
  type UpkeepTask,
  upkeepTasks,
} from '@assay/domain/upkeep.ts';
import { upkeepWorkflowId } from '@assay/domain/workflow-ids.ts';
import { insertEntry } from '@assay/storage/accounts/audit-log.ts';
import { listFindings, listUpkeepRuns, readUpkeepRun } from '@assay/storage/upkeep/upkeep-runs.ts';
import { currentOperator } from '../operator.ts';
import { type Run, UsageError } from '../run.ts';
import { wholeNumber } from '../whole-number.ts';

const tasks = Object.keys(upkeepTasks) as UpkeepTask[];
const defaultReports = 20;

interface RunOptions {
  dryRun?: boolean;
  minAgeHours?: number;
  minAgeMinutes?: number;
}

export function addUpkeepCommands(program: Command, run: Run): void {
  const upkeep = program
    .command('upkeep')
    .description('remove expired data, and check that Postgres, S3 and Temporal agree');

  upkeep
    .command('tasks')
    .description('list the tasks')
    .action(() =>
      run(() =>
        Promise.resolve(
          tasks.map((task) => ({
            task,
            ...upkeepTasks[task].schedule,
            scheduleId: upkeepWorkflowId(task),
            description: upkeepTasks[task].description,
          })),
        ),
      ),
    );

  upkeep
    .command('run')
    .description('run a task now, wait until it ends and print its report')
    .addArgument(new Argument('<task>', 'the task').choices(tasks))
    .option('--dry-run', 'report what would be removed, without removing it')
    .option(
      '--min-age-hours <n>',
      `ignore blobs younger than n hours (default: ${defaultMinAgeHours})`,
      wholeNumber(0),
    )
    .option(
      '--min-age-minutes <n>',
      `reconciliation ignores versions and deliveries younger than n minutes (default: ${defaultMinAgeMinutes})`,
      wholeNumber(0),
    )
    .action((task: UpkeepTask, options: RunOptions) =>
      run(async (db, temporal) => {
        const client = await temporal();
        const handle = await startUpkeep(client, task, options);
        const entry = { workspaceId: null, action: 'upkeep.run', subject: `upkeep/${task}` } as const;
        await insertEntry(db, currentOperator(), entry);
        await handle.result();
        return { ...(await readUpkeepRun(db, handle.firstExecutionRunId))! };
      }),
    );

  upkeep
    .command('report')
    .description('list the newest runs with the number of their findings')
    .addOption(new Option('--task <task>', 'only runs of this task').choices(tasks))
    .option('--limit <n>', `maximum number of runs (default: ${defaultReports})`, wholeNumber(1))
    .action(({ task, limit = defaultReports }: { task?: UpkeepTask; limit?: number }) =>
      run(async (db) => (await listUpkeepRuns(db, task ?? null, limit)).map((one) => ({ ...one }))),
    );

  upkeep
    .command('findings')
    .description('list the findings of a run')
    .argument('<run>', 'the id of the run')
    .action((runId: string) =>
      run(async (db) => {
        const known = isUuid(runId) && (await readUpkeepRun(db, runId)) !== null;
        if (!known) throw new UsageError(`there is no run ${runId}`);
        return (await listFindings(db, runId)).map((finding) => ({ ...finding }));
      }),
    );

  upkeep
    .command('schedule')
    .description(
      'create missing schedules, as workers do when they start; encrypt the others with the current key',
    )
    .action(() =>
      run(async (db, temporal) => {
        const client = await temporal();
        await ensureUpkeepSchedules(client);
        await rewriteUpkeepSchedules(client);
        const entry = { workspaceId: null, action: 'upkeep.schedule', subject: 'upkeep' } as const;
        await insertEntry(db, currentOperator(), entry);
        return tasks.map((task) => ({ task, scheduleId: upkeepWorkflowId(task) }));
      }),
    );
}
