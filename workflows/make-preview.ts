import { CancellationScope, upsertSearchAttributes } from '@temporalio/workflow';
import type { AssetFailure } from '../activities/record/record-asset.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { decodingQueue } from '@assay/domain/task-queues.ts';
import type { MakePreviewInput } from '@assay/domain/workflow-inputs.ts';
import { makePreview as convert, recordPreview } from './activities.ts';
import { toFailure } from './asset-failure.ts';
import { retryOutages } from './retry-outages.ts';
import { runShortFirst } from './run-short-first.ts';

/** Makes the preview of an asset that browsers cannot play, and records whether it is ready or has failed. */
export async function makePreview({
  submissionId,
  assetId,
  assetType,
  durationSeconds,
}: MakePreviewInput): Promise<void> {
  let failure: AssetFailure | null = null;
  try {
    await runShortFirst(decodingQueue(assetType, durationSeconds), convertOn);
  } catch (error) {
    failure = toFailure(error, 'preview_failed', 'The preview could not be made');
  }
  upsertSearchAttributes([
    { key: searchAttributes.outcome, value: failure === null ? 'complete' : 'failed' },
    ...(failure === null ? [] : [{ key: searchAttributes.failureType, value: failure.errorType }]),
  ]);
  // The outcome is recorded even when the workflow is cancelled.
  await CancellationScope.nonCancellable(() =>
    recordPreview.executeWithOptions({ summary: `record the preview of ${assetId}` }, [
      { submissionId, assetId, status: failure === null ? 'ready' : 'failed' },
    ]),
  );

  function convertOn(taskQueue: string, limits: { withinSeconds?: number }): Promise<void> {
    return retryOutages(
      () =>
        convert.executeWithOptions({ summary: `preview of ${assetId}`, taskQueue }, [
          { submissionId, assetId, ...limits },
        ]),
      () => undefined,
    );
  }
}
