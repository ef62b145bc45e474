import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { AssetFailure } from '../activities/record/record-asset.ts';
import type { PlannedSidekick } from '../activities/record/secure-asset.ts';
import { searchAttributes } from '../domain/search-attributes.ts';
import type { ProcessSubmissionInput } from '../domain/workflow-inputs.ts';
import { observeAsset, recordAsset, runSidekick, secureAsset } from './activities.ts';
import { createProgressBoard, type ProgressBoard, type ProgressRow } from './progress-board.ts';
import { startDeliveries } from './start-deliveries.ts';

/** Where every asset and sidekick stands. */
export const progressQuery = defineQuery<ProgressRow[]>('progress');

/** Live processing: every asset on its own, so that one's trouble is not the others'. */
export async function analyseSubmission(input: ProcessSubmissionInput): Promise<void> {
  const board = createProgressBoard(input.assets);
  setHandler(progressQuery, () => board.rows());
  const failures = await Promise.all(input.assets.map(({ assetId }) => analyseAsset(input, assetId, board)));
  const worst = worstOf(failures);
  upsertSearchAttributes([
    { key: searchAttributes.outcome, value: worst === null ? 'complete' : 'failed' },
    ...(worst === null ? [] : [{ key: searchAttributes.failureType, value: worst.errorType }]),
  ]);
}

/** The first that is final, else the first that is not; null where nothing failed. */
function worstOf(failures: readonly (AssetFailure | null)[]): AssetFailure | null {
  const failed = failures.filter((failure) => failure !== null);
  return failed.find((failure) => !failure.isRetryable) ?? failed[0] ?? null;
}

/** Secure the bytes, run the sidekicks, record the end, start the deliveries. Answers what failed, if anything. */
async function analyseAsset(
  { submissionId, version, workspaceId }: ProcessSubmissionInput,
  assetId: string,
  board: ProgressBoard,
): Promise<AssetFailure | null> {
  const step = { submissionId, version, assetId };
  let failure: AssetFailure | null;
  let reverseCharge = false;
  try {
    board.set(assetId, 'asset', 'securing');
    const sidekicks = await secureAsset.executeWithOptions({ summary: `secure ${assetId}` }, [step]);
    board.set(assetId, 'asset', 'secured');
    const observations = observe(sidekicks.filter(({ decodes }) => decodes));
    const failures = await Promise.all(
      sidekicks.map((sidekick) => examine(sidekick, sidekick.decodes ? observations : null)),
    );
    failure = worstOf(failures);
  } catch (error) {
    failure = toFailure(error, 'storage', 'The file could not be secured');
    // Nothing was examined, so nothing is owed.
    reverseCharge = failure.errorType === 'content_changed';
  }
  board.set(assetId, 'asset', 'recording');
  // Whoever cancels the work still gets its end on record.
  await CancellationScope.nonCancellable(async () => {
    const deliveryIds = await recordAsset.executeWithOptions({ summary: `record ${assetId}` }, [
      { ...step, failure, reverseCharge },
    ]);
    await startDeliveries(deliveryIds, { workspaceId, submissionId });
  });
  board.set(assetId, 'asset', failure === null ? 'complete' : `failed: ${failure.errorType}`);
  return failure;

  /** Has the asset decoded once for all that look for something in it; answers where what they saw is kept. */
  async function observe(watching: readonly PlannedSidekick[]): Promise<string | null> {
    if (watching.length === 0) return null;
    const codes = watching.map(({ code }) => code).join(', ');
    return observeAsset.executeWithOptions({ summary: `decode ${assetId} for ${codes}` }, [
      { ...step, sidekickIds: watching.map(({ id }) => id) },
    ]);
  }

  async function examine(
    sidekick: PlannedSidekick,
    observations: Promise<string | null> | null,
  ): Promise<AssetFailure | null> {
    try {
      board.set(assetId, sidekick.code, observations === null ? 'running' : 'decoding');
      const observationsKey = await observations;
      board.set(assetId, sidekick.code, 'running');
      const { findingCount } = await runSidekick.executeWithOptions(
        { summary: `${sidekick.code} on ${assetId}` },
        [{ ...step, sidekickId: sidekick.id, observationsKey }],
      );
      board.set(assetId, sidekick.code, `done, ${findingCount} findings`);
      return null;
    } catch (error) {
      const failed = toFailure(
        error,
        'analysis_failed',
        `The analysis by ${sidekick.code} could not be completed`,
      );
      board.set(assetId, sidekick.code, `failed: ${failed.errorType}`);
      return failed;
    }
  }
}

/**
 * What a failed activity means for its asset. A failure that its activity called final keeps its own type and
 * words and is not retryable; what was tried often enough can be retried by the consumer; so can what was cancelled.
 */
function toFailure(error: unknown, errorType: string, errorMessage: string): AssetFailure {
  if (isCancellation(error)) {
    return { errorType: 'cancelled', errorMessage: 'Processing was cancelled', isRetryable: true };
  }
  if (!(error instanceof ActivityFailure)) throw error;
  const { cause } = error;
  if (cause instanceof ApplicationFailure && cause.nonRetryable === true && typeof cause.type === 'string') {
    return { errorType: cause.type, errorMessage: cause.message, isRetryable: false };
  }
  return { errorType, errorMessage, isRetryable: true };
}
