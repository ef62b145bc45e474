import { Argument, type Command, Option } from 'commander';
import { ensureUpkeepSchedules, startUpkeep } from '../../temporal/upkeep.ts';
import { isUuid } from '../../domain/blob-path.ts';
import { defaultMinAgeHours, type UpkeepTask, upkeepTasks } from '../../domain/upkeep.ts';
import { upkeepWorkflowId } from '../../domain/workflow-ids.ts';
import { listFindings, listUpkeepRuns, readUpkeepRun } from '../../storage/postgres/upkeep-runs.ts';
import type { Run, RunWithTemporal } from '../run.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const tasks = Object.keys(upkeepTasks) as UpkeepTask[];
const defaultReports = 20;

interface RunOptions {
  dryRun?: boolean;
  minAgeHours?: number;
}

export function addUpkeepCommands(program: Command, run: Run, runWithTemporal: RunWithTemporal): void {
  const upkeep = program
    .command('upkeep')
    .description('what is removed in time, and whether all fits together');

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
    .description('run a task now, wait for its end and print the report')
    .addArgument(new Argument('<task>', 'the task').choices(tasks))
    .option('--dry-run', 'find, and remove nothing')
    .option(
      '--min-age-hours <n>',
      `leave blobs alone that are younger; ${defaultMinAgeHours} when not given`,
      wholeNumber(0),
    )
    .action((task: UpkeepTask, options: RunOptions) =>
      runWithTemporal(async (db, temporal) => {
        const handle = await startUpkeep(temporal, task, options);
        await handle.result();
        return { ...(await readUpkeepRun(db, handle.firstExecutionRunId))! };
      }),
    );

  upkeep
    .command('report')
    .description('list the newest runs with what they found')
    .addOption(new Option('--task <task>', 'of this task alone').choices(tasks))
    .option('--limit <n>', `so many; ${defaultReports} when not given`, wholeNumber(1))
    .action(({ task, limit = defaultReports }: { task?: UpkeepTask; limit?: number }) =>
      run(async (db) => (await listUpkeepRuns(db, task ?? null, limit)).map((one) => ({ ...one }))),
    );

  upkeep
    .command('findings')
    .description('list what a run found, one by one')
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
    .description('create the schedules that are not there; workers do it when they start')
    .action(() =>
      runWithTemporal(async (_, temporal) => {
        await ensureUpkeepSchedules(temporal);
        return tasks.map((task) => ({ task, scheduleId: upkeepWorkflowId(task) }));
      }),
    );
}
