import { TimeoutType } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowFailure,
  defineQuery,
  executeChild,
  isCancellation,
  log,
  setHandler,
  TimeoutFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { AssetFailure } from '../activities/record/record-asset.ts';
import type { PlannedSidekick } from '../activities/record/secure-asset.ts';
import { examinationHours } from '../domain/examination.ts';
import { searchAttributes } from '../domain/search-attributes.ts';
import { taskQueues } from '../domain/task-queues.ts';
import { examinationId } from '../domain/workflow-ids.ts';
import type { ProcessSubmissionInput } from '../domain/workflow-inputs.ts';
import {
  callSidekick,
  observeAsset,
  recordAsset,
  runSidekick,
  secureAsset,
  takePictures,
} from './activities.ts';
import type { examineOnTaskQueue } from './examine-on-task-queue.ts';
import { createProgressBoard, type ProgressBoard, type ProgressRow } from './progress-board.ts';
import { startDeliveries } from './start-deliveries.ts';

/** Where every asset and sidekick stands. */
export const progressQuery = defineQuery<ProgressRow[]>('progress');

/** Live processing: every asset on its own, so that one's trouble is not the others'. */
export async function analyseSubmission(input: ProcessSubmissionInput): Promise<void> {
  const board = createProgressBoard(input.assets);
  setHandler(progressQuery, () => board.rows());
  const failures = await Promise.all(input.assets.map((asset) => analyseAsset(input, asset, board)));
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

/** Secure the bytes, run the sidekicks, take pictures of what they found, record the end, start the deliveries. Answers what failed, if anything. */
async function analyseAsset(
  { submissionId, version, workspaceId }: ProcessSubmissionInput,
  { assetId, assetType }: ProcessSubmissionInput['assets'][number],
  board: ProgressBoard,
): Promise<AssetFailure | null> {
  const step = { submissionId, version, assetId };
  let failure: AssetFailure | null;
  let reverseCharge = false;
  let picturesKey: string | null = null;
  try {
    board.set(assetId, 'asset', 'securing');
    const sidekicks = await secureAsset.executeWithOptions({ summary: `secure ${assetId}` }, [step]);
    board.set(assetId, 'asset', 'secured');
    const observations = observe(sidekicks.filter(({ decodes }) => decodes));
    const failures = await Promise.all(
      sidekicks.map((sidekick) => examine(sidekick, sidekick.decodes ? observations : null)),
    );
    failure = worstOf(failures);
    if (assetType === 'video') picturesKey = await pictures();
  } catch (error) {
    failure = toFailure(error, 'storage', 'The file could not be secured');
    // Nothing was examined, so nothing is owed.
    reverseCharge = failure.errorType === 'content_changed';
  }
  board.set(assetId, 'asset', 'recording');
  // Whoever cancels the work still gets its end on record.
  await CancellationScope.nonCancellable(async () => {
    const deliveryIds = await recordAsset.executeWithOptions({ summary: `record ${assetId}` }, [
      { ...step, failure, reverseCharge, picturesKey },
    ]);
    await startDeliveries(deliveryIds, { workspaceId, submissionId });
  });
  board.set(assetId, 'asset', failure === null ? 'complete' : `failed: ${failure.errorType}`);
  return failure;

  /** Answers where is kept which pictures were taken; they are never what an asset fails for. */
  async function pictures(): Promise<string | null> {
    board.set(assetId, 'asset', 'taking pictures');
    try {
      return await takePictures.executeWithOptions({ summary: `pictures of ${assetId}` }, [step]);
    } catch (error) {
      log.warn('no pictures were taken', { assetId, error });
      return null;
    }
  }

  /** Has the asset decoded once for all that look for something in it. */
  async function observe(watching: readonly PlannedSidekick[]): Promise<void> {
    if (watching.length === 0) return;
    const codes = watching.map(({ code }) => code).join(', ');
    await observeAsset.executeWithOptions({ summary: `decode ${assetId} for ${codes}` }, [
      { ...step, sidekickIds: watching.map(({ id }) => id) },
    ]);
  }

  async function examine(
    sidekick: PlannedSidekick,
    observations: Promise<void> | null,
  ): Promise<AssetFailure | null> {
    try {
      board.set(assetId, sidekick.code, observations === null ? 'running' : 'decoding');
      await observations;
      board.set(assetId, sidekick.code, 'running');
      const { findingCount } = await run(sidekick);
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

  /** Where the sidekick is: on a media worker, at an HTTPS endpoint, or on a task queue of its own. */
  function run({ id, code, decodes, runs }: PlannedSidekick): Promise<{ findingCount: number }> {
    const summary = `${code} on ${assetId}`;
    const work = { ...step, sidekickId: id };
    switch (runs?.on) {
      case 'https':
        return callSidekick.executeWithOptions({ summary }, [work]);
      case 'task queue':
        return executeChild<typeof examineOnTaskQueue>('examineOnTaskQueue', {
          workflowId: examinationId(work),
          taskQueue: taskQueues.orchestration,
          args: [{ ...work, code, taskQueue: runs.taskQueue, maxWaitSeconds: runs.maxWaitSeconds }],
          // More than the examination may take, for what comes before and after it.
          workflowExecutionTimeout: `${examinationHours + 1}h`,
          staticSummary: summary,
          typedSearchAttributes: [
            { key: searchAttributes.workspaceId, value: workspaceId },
            { key: searchAttributes.submissionId, value: submissionId },
          ],
        });
      default:
        return runSidekick.executeWithOptions({ summary }, [{ ...work, decoded: decodes }]);
    }
  }
}

/**
 * What a failed activity means for its asset. A failure that its activity called final keeps its own type and
 * words and is not retryable; what was tried often enough can be retried by the consumer; so can what was cancelled, and
 * what waits for a sidekick that is not there.
 */
function toFailure(error: unknown, errorType: string, errorMessage: string): AssetFailure {
  if (isCancellation(error)) {
    return { errorType: 'cancelled', errorMessage: 'Processing was cancelled', isRetryable: true };
  }
  if (!(error instanceof ActivityFailure) && !(error instanceof ChildWorkflowFailure)) throw error;
  const cause = causeOf(error);
  if (cause instanceof ApplicationFailure && cause.nonRetryable === true && typeof cause.type === 'string') {
    return { errorType: cause.type, errorMessage: cause.message, isRetryable: false };
  }
  if (isUnavailable(cause)) {
    return {
      errorType: unavailable,
      errorMessage: `${errorMessage}: its worker or endpoint did not take it`,
      isRetryable: true,
    };
  }
  return { errorType, errorMessage, isRetryable: true };
}

/** What an activity failed with, be it one of a child. */
function causeOf({ cause }: ActivityFailure | ChildWorkflowFailure): Error | undefined {
  return cause instanceof ActivityFailure ? cause.cause : cause;
}

const unavailable = 'sidekick_unavailable';

/** No worker took the work, or no endpoint answered. */
function isUnavailable(cause: Error | undefined): boolean {
  if (cause instanceof TimeoutFailure) return cause.timeoutType === TimeoutType.SCHEDULE_TO_START;
  return cause instanceof ApplicationFailure && cause.type === unavailable;
}
