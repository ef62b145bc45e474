import { CancellationScope, upsertSearchAttributes } from '@temporalio/workflow';
import type { AssetFailure } from '../activities/record/record-asset.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { decodingQueue, shortDecodingSeconds, taskQueues } from '@assay/domain/task-queues.ts';
import type { MakePreviewInput } from '@assay/domain/workflow-inputs.ts';
import { makePreview as convert, recordPreview } from './activities.ts';
import { isFinal, toFailure } from './asset-failure.ts';
import { retryOutages } from './retry-outages.ts';

/** Makes the preview of an asset that browsers cannot play, and records whether it is ready or has failed. */
export async function makePreview({
  submissionId,
  assetId,
  assetType,
  durationSeconds,
}: MakePreviewInput): Promise<void> {
  let failure: AssetFailure | null = null;
  try {
    await convertShortFirst();
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

  /** Converts the asset on the queue for its length. After a timeout, uses the queue for long assets. */
  async function convertShortFirst(): Promise<void> {
    const queue = decodingQueue(assetType, durationSeconds);
    if (queue === taskQueues.longDecoding) return convertOn(queue);
    try {
      await convertOn(queue, { withinSeconds: shortDecodingSeconds(assetType) });
    } catch (error) {
      if (!isFinal(error, 'decoding_takes_long')) throw error;
      await convertOn(taskQueues.longDecoding);
    }
  }

  function convertOn(taskQueue: string, limits: { withinSeconds?: number } = {}): Promise<void> {
    return retryOutages(
      () =>
        convert.executeWithOptions({ summary: `preview of ${assetId}`, taskQueue }, [
          { submissionId, assetId, ...limits },
        ]),
      () => undefined,
    );
  }
}
