import type { Client } from '@temporalio/client';
import { ApiError } from '../../domain/errors.ts';
import { searchAttributes } from '../../domain/search-attributes.ts';
import { taskQueues } from '../../domain/task-queues.ts';
import { measurementWorkflowId } from '../../domain/workflow-ids.ts';
import type { UnmeasuredUpload } from '../../domain/workflow-inputs.ts';
import type { measureAssets } from '../../workflows/measure-assets.ts';

const startDeadlineMs = 10_000;
const waitMs = 60_000;
/** For an answer that waits for measurements, and for what comes before and after them. */
export const measuringTimeoutMs = waitMs + 30_000;

export type Measurer = ReturnType<typeof createMeasurer>;

/**
 * Has uploads measured, each by a workflow of its own: whoever asks for the same bytes waits for the same one, in this
 * process without asking Temporal again.
 */
export function createMeasurer(temporal: Client) {
  const underWay = new Map<string, Promise<void>>();

  function measured(workspaceId: string, asset: UnmeasuredUpload): Promise<void> {
    const workflowId = measurementWorkflowId(asset);
    let waiting = underWay.get(workflowId);
    if (waiting === undefined) {
      waiting = measure(temporal, workflowId, workspaceId, asset).finally(() => underWay.delete(workflowId));
      underWay.set(workflowId, waiting);
    }
    return waiting;
  }

  /**
   * Waits for all of them, for at most a minute; the measuring itself goes on after that, so that a later request finds
   * it done.
   */
  return async (workspaceId: string, assets: readonly UnmeasuredUpload[]): Promise<void> => {
    const timeout = AbortSignal.timeout(waitMs);
    const tooLate = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(timeout.reason as Error), { once: true });
    });
    tooLate.catch(() => undefined);
    const results = await Promise.allSettled(
      assets.map((asset) => Promise.race([measured(workspaceId, asset), tooLate])),
    );
    for (const result of results) {
      if (result.status === 'rejected') {
        throw new ApiError('measurement_unavailable', { cause: result.reason });
      }
    }
  };
}

async function measure(
  temporal: Client,
  workflowId: string,
  workspaceId: string,
  asset: UnmeasuredUpload,
): Promise<void> {
  const handle = await temporal.withDeadline(Date.now() + startDeadlineMs, () =>
    temporal.workflow.start<typeof measureAssets>('measureAssets', {
      workflowId,
      workflowIdConflictPolicy: 'USE_EXISTING',
      taskQueue: taskQueues.orchestration,
      args: [{ assets: [asset] }],
      workflowExecutionTimeout: '30m',
      priority: { fairnessKey: workspaceId },
      typedSearchAttributes: [{ key: searchAttributes.workspaceId, value: workspaceId }],
      staticSummary: `measure upload ${asset.assetId}`,
    }),
  );
  await handle.result();
}
