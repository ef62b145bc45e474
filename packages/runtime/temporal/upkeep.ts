import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type WorkflowHandleWithFirstExecutionRunId,
} from '@temporalio/client';
import { taskQueues } from '@assay/domain/task-queues.ts';
import {
  defaultBatchSize,
  defaultMinAgeHours,
  defaultMinAgeMinutes,
  type UpkeepTask,
  upkeepTasks,
} from '@assay/domain/upkeep.ts';
import { upkeepWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { UpkeepInput, Workflows } from '@assay/domain/workflow-inputs.ts';

/** Creates missing schedules of upkeep tasks. Existing ones are kept, as an operator may have edited them. */
export async function ensureUpkeepSchedules(client: Client): Promise<void> {
  for (const task of Object.keys(upkeepTasks) as UpkeepTask[]) {
    const { schedule } = upkeepTasks[task];
    try {
      await client.schedule.create({
        scheduleId: upkeepWorkflowId(task),
        spec: {
          intervals: [{ every: `${schedule.everyHours}h`, offset: `${schedule.offsetHours}h` }],
          jitter: '10m',
        },
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1h' },
        action: { type: 'startWorkflow', workflowId: upkeepWorkflowId(task), ...workflowOf(task, schedule) },
      });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}

/**
 * Writes the actions of the existing schedules again, with the same content, so that their payloads are encrypted with
 * the current key. The times, states and inputs of the schedules do not change, because operators may have edited them.
 * @throws if the key of a stored payload is missing
 */
export async function rewriteUpkeepSchedules(client: Client): Promise<void> {
  for (const task of Object.keys(upkeepTasks) as UpkeepTask[])
    await client.schedule.getHandle(upkeepWorkflowId(task)).update((schedule) => schedule);
}

/** Starts an upkeep task immediately, independently of its schedule. */
export function startUpkeep(
  client: Client,
  task: UpkeepTask,
  options: Partial<Omit<UpkeepInput, 'task' | 'progress'>>,
): Promise<WorkflowHandleWithFirstExecutionRunId<Workflows['upkeep']>> {
  return client.workflow.start<Workflows['upkeep']>('upkeep', {
    workflowId: `${upkeepWorkflowId(task)}:${new Date().toISOString()}`,
    ...workflowOf(task, options),
  });
}

function workflowOf(
  task: UpkeepTask,
  {
    dryRun = false,
    minAgeHours = defaultMinAgeHours,
    minAgeMinutes = defaultMinAgeMinutes,
    batchSize = defaultBatchSize,
  }: Partial<UpkeepInput>,
) {
  const args: [UpkeepInput] = [{ task, dryRun, minAgeHours, minAgeMinutes, batchSize }];
  return {
    workflowType: 'upkeep' as const,
    taskQueue: taskQueues.orchestration,
    args,
    staticSummary: `upkeep, ${task}${dryRun ? ', dry run' : ''}`,
    staticDetails: `Upkeep that ${upkeepTasks[task].description}.`,
  };
}
