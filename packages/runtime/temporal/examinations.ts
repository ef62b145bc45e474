import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import proto from '@temporalio/proto';
import { examinationId } from '@assay/domain/workflow-ids.ts';

// Here, an examination is the workflow in which a custom sidekick on a task queue examines one asset.

type Examination = Parameters<typeof examinationId>[0];

const { PendingActivityState, TaskQueueType } = proto.temporal.api.enums.v1;

/** Ends examinations by the signal that their sidekick was removed. Returns how many were running. */
export async function endRemovedExaminations(
  client: Client,
  examinations: readonly Examination[],
): Promise<number> {
  let ended = 0;
  for (const examination of examinations) {
    try {
      await client.workflow.getHandle(examinationId(examination)).signal('sidekickRemoved');
      ended++;
    } catch (error) {
      // The examination has not started yet or has finished. An examination that starts later reads from Postgres
      // that the sidekick was removed.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return ended;
}

/** Returns the state of an examination for operators. Null if its activity is neither queued nor running. */
export async function describeExamination(
  client: Client,
  examination: Examination,
  taskQueue: string,
): Promise<string | null> {
  const { raw } = await client.workflow.getHandle(examinationId(examination)).describe();
  const activity = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'examine');
  if (activity === undefined) return null;
  if (activity.state === PendingActivityState.PENDING_ACTIVITY_STATE_STARTED)
    return `running on ${taskQueue}`;
  return `waiting for a worker on ${taskQueue}`;
}

/** Returns whether a worker has polled a task queue for activities within the last few minutes. */
export async function hasActivityPollers(client: Client, taskQueue: string): Promise<boolean> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
  });
  return pollers.length > 0;
}
