import type { Client } from '@temporalio/client';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import type { Database } from '@assay/storage/database/database.ts';
import {
  maxMeasurementMinutes,
  releaseMeasurement,
  reserveMeasurements,
} from '@assay/storage/uploads/measurements.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import { measurementWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { UnmeasuredUpload, Workflows } from '@assay/domain/workflow-inputs.ts';

const startDeadlineMs = 10_000;
/** `Retry-After` for a workspace with too many measurements in progress. Most measurements take less time. */
const retryAfterSeconds = 5;
const maxWaitMs = 60_000;
/** Time limit of a handler that waits for measurements: the longest wait plus the 30 s of other handlers. */
export const measuringTimeoutMs = maxWaitMs + 30_000;

export type Measurer = ReturnType<typeof createMeasurer>;

/**
 * Creates a function that measures uploads, each in its own workflow. Requests for the same bytes wait for the same
 * workflow. Requests in this process also share one call to Temporal. A plan limits the number of measurements in
 * progress per workspace.
 */
export function createMeasurer(temporal: Client, database: Database) {
  const inProgress = new Map<string, Promise<void>>();

  function measureOnce(workspaceId: string, asset: UnmeasuredUpload): Promise<void> {
    const workflowId = measurementWorkflowId(asset);
    let measurement = inProgress.get(workflowId);
    if (measurement === undefined) {
      measurement = measure(temporal, workflowId, workspaceId, asset)
        .catch(async (error: unknown) => {
          await releaseMeasurement(database, asset);
          throw error;
        })
        .finally(() => inProgress.delete(workflowId));
      inProgress.set(workflowId, measurement);
    }
    return measurement;
  }

  /**
   * Waits until all uploads are measured, for at most 60 s. After that the workflows continue, so that a later
   * request finds the results.
   * @throws {ApiError} 429 if the workspace has too many measurements in progress; 500 if a measurement fails or is not
   *   finished in time
   */
  return async (
    { workspaceId, maxMeasurements }: Pick<Caller, 'workspaceId' | 'maxMeasurements'>,
    assets: readonly UnmeasuredUpload[],
  ): Promise<void> => {
    if (!(await reserveMeasurements(database, workspaceId, assets, maxMeasurements))) {
      throw new ApiError('too_many_measurements', { retryAfterSeconds });
    }
    const timeout = AbortSignal.timeout(maxWaitMs);
    const tooLate = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(timeout.reason as Error), { once: true });
    });
    tooLate.catch(() => undefined);
    const results = await Promise.allSettled(
      assets.map((asset) => Promise.race([measureOnce(workspaceId, asset), tooLate])),
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
    temporal.workflow.start<Workflows['measureAssets']>('measureAssets', {
      workflowId,
      workflowIdConflictPolicy: 'USE_EXISTING',
      taskQueue: taskQueues.orchestration,
      args: [{ assets: [asset] }],
      workflowExecutionTimeout: `${maxMeasurementMinutes}m`,
      priority: { fairnessKey: workspaceId },
      typedSearchAttributes: [{ key: searchAttributes.workspaceId, value: workspaceId }],
      staticSummary: `measure upload ${asset.assetId}`,
    }),
  );
  await handle.result();
}
