import { type Client, WorkflowNotFoundError } from '@temporalio/client';

/**
 * State of the latest run of a workflow. `missing`: Temporal has no workflow with this id. The other states are those
 * of Temporal in lower case. All states except `running` mean that the workflow has ended.
 */
export type WorkflowState =
  'running' | 'completed' | 'failed' | 'cancelled' | 'terminated' | 'timed_out' | 'missing' | 'unknown';

const states: Partial<Record<string, WorkflowState>> = {
  RUNNING: 'running',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timed_out',
  // A later run has replaced this run, which Temporal is about to show.
  CONTINUED_AS_NEW: 'running',
  PAUSED: 'running',
};

/** Time limit in milliseconds for Temporal's response. */
const deadlineMs = 5_000;

export async function describeWorkflow(client: Client, workflowId: string): Promise<WorkflowState> {
  try {
    const { status } = await client.withDeadline(Date.now() + deadlineMs, () =>
      client.workflow.getHandle(workflowId).describe(),
    );
    return states[status.name] ?? 'unknown';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'missing';
    throw error;
  }
}
