import { createHash } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { ApiError } from '../../domain/errors.ts';
import { searchAttributes } from '../../domain/search-attributes.ts';
import { taskQueues } from '../../domain/task-queues.ts';
import { measurementWorkflowId } from '../../domain/workflow-ids.ts';
import type { MeasureAssetsInput } from '../../domain/workflow-inputs.ts';
import type { measureAssets } from '../../workflows/measure-assets.ts';

const startDeadlineMs = 5_000;
const waitMs = 60_000;

/**
 * Has uploads measured and waits for it, for at most a minute; the measuring itself goes on after that, so that
 * a later request finds it done. Requests for the same bytes share one workflow.
 */
export async function measureUploads(
  temporal: Client,
  workspaceId: string,
  assets: MeasureAssetsInput['assets'],
): Promise<void> {
  const digest = createHash('sha256')
    .update(
      assets
        .map(({ assetId, etag }) => `${assetId} ${etag}`)
        .sort()
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 32);
  const timeout = AbortSignal.timeout(waitMs);
  try {
    const handle = await temporal.withDeadline(Date.now() + startDeadlineMs, () =>
      temporal.workflow.start<typeof measureAssets>('measureAssets', {
        workflowId: measurementWorkflowId(assets, digest),
        workflowIdConflictPolicy: 'USE_EXISTING',
        taskQueue: taskQueues.orchestration,
        args: [{ assets }],
        workflowExecutionTimeout: '30m',
        typedSearchAttributes: [{ key: searchAttributes.workspaceId, value: workspaceId }],
        staticSummary: `measure ${assets.length} ${assets.length === 1 ? 'upload' : 'uploads'}`,
      }),
    );
    await temporal.withAbortSignal(timeout, () => handle.result());
  } catch (error) {
    throw new ApiError('measurement_unavailable', { cause: error });
  }
}
