import { CancellationScope, executeChild, isCancellation, log } from '@temporalio/workflow';
import type { ObservedAsset } from '../activities/analyse/observe-asset.ts';
import type { SidekickRun } from '../activities/analyse/run-sidekick.ts';
import type { AssetFailure, RecordedAsset } from '../activities/record/record-asset.ts';
import type { PlannedSidekick } from '../activities/record/secure-asset.ts';
import { examinationHours } from '@assay/domain/examination.ts';
import { accessDeniedType, maxOutageHours } from '@assay/domain/outages.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { copyQueue, decodingQueue, examinationQueue, taskQueues } from '@assay/domain/task-queues.ts';
import type { Verdict } from '@assay/domain/verdict.ts';
import { examinationId } from '@assay/domain/workflow-ids.ts';
import type { ProcessSubmissionInput } from '@assay/domain/workflow-inputs.ts';
import {
  callSidekick,
  observeAsset,
  readText,
  recordAsset,
  runSidekick,
  secureAsset,
  takePictures,
  verifyMeasurement,
} from './activities.ts';
import { isFinal, toFailure, worstOf } from './asset-failure.ts';
import type { examineOnTaskQueue } from './examine-on-task-queue.ts';
import { measureShortFirst } from './measure-short-first.ts';
import type { OperatorControls } from './operator-controls.ts';
import type { ProgressBoard } from './progress-board.ts';
import { retryOutages } from './retry-outages.ts';
import { runShortFirst } from './run-short-first.ts';
import { startStamp } from './stamp-report.ts';

/**
 * Protects the asset's bytes from overwriting, runs the sidekicks and takes pictures of their findings. Then records
 * the outcome with its event and webhook deliveries. Returns the failure and the verdict of the asset, or null.
 */
export async function analyseAsset(
  { submissionId, version, workspaceId }: ProcessSubmissionInput,
  { assetId, assetType, durationSeconds, isMeasured, sizeBytes }: ProcessSubmissionInput['assets'][number],
  { board, controls }: { board: ProgressBoard; controls: OperatorControls },
): Promise<{ failure: AssetFailure | null; verdict: Verdict | null }> {
  const step = { submissionId, version, assetId };
  let failure: AssetFailure | null;
  let reverseCharge = false;
  let picturesKey: string | null = null;
  let decoded: Partial<ObservedAsset> = {};
  let verdict: Verdict | null = null;
  let toStamp: string | null = null;
  try {
    failure = await controls.run(assetId, null, examineAll);
  } catch (error) {
    failure = toFailure(error, 'storage', 'The file could not be secured');
    // If the content has changed, this version examined nothing. The charge is then reversed, unless an earlier version
    // has examined the asset.
    reverseCharge = failure.errorType === 'content_changed';
  }
  board.set(assetId, 'asset', 'recording');
  // The outcome is recorded even when the workflow is cancelled.
  await CancellationScope.nonCancellable(async () => {
    await record();
    if (toStamp !== null) await startStamp({ submissionId, assetId, sha256: toStamp });
  });
  board.set(assetId, 'asset', failure === null ? 'complete' : `failed: ${failure.errorType}`);
  return { failure, verdict };

  /**
   * Writes the outcome of the asset to Postgres. If the stored findings cannot be merged into issues, or an operator
   * cancels the write, the asset fails without issues. If the asset had failed before a cancelled write, the earlier
   * failure is kept.
   */
  async function record(): Promise<void> {
    const options = { summary: `record ${assetId}` };
    try {
      await controls.record(assetId, async () => {
        const recorded = await recordAsset.executeWithOptions(options, [
          { ...step, failure, reverseCharge, picturesKey, ...decoded },
        ]);
        keepResult(recorded);
      });
    } catch (error) {
      if (!isCancellation(error) && !isFinal(error, 'invalid_findings')) throw error;
      if (failure === null || !isCancellation(error))
        failure = toFailure(error, 'invalid_findings', 'The findings cannot be used');
      board.set(assetId, 'asset', `recording without issues: ${failure.errorType}`);
      const recorded = await recordAsset.executeWithOptions(options, [
        { ...step, failure, reverseCharge, ...decoded, withoutIssues: true },
      ]);
      keepResult(recorded);
    }
  }

  /** Keeps what was recorded. Activities of earlier releases return less, or nothing. */
  function keepResult(recorded: Partial<RecordedAsset> | undefined): void {
    verdict = recorded?.verdict ?? null;
    toStamp = recorded?.toStamp ?? null;
  }

  async function examineAll(): Promise<AssetFailure | null> {
    board.set(assetId, 'asset', 'securing');
    const sidekicks = await secureAsset.executeWithOptions(
      { summary: `secure ${assetId}`, taskQueue: copyQueue(sizeBytes) },
      [step],
    );
    if (isMeasured && sidekicks.length > 0) {
      board.set(assetId, 'asset', 'verifying the measurement');
      await retryOutages(
        () =>
          measureShortFirst((options, limits) =>
            verifyMeasurement.executeWithOptions({ summary: `verify ${assetId}`, ...options }, [
              { ...step, ...limits },
            ]),
          ),
        showWaiting('asset', 'verifying the measurement'),
      );
    }
    board.set(assetId, 'asset', 'secured');
    const decoders = sidekicks.filter(({ decodes }) => decodes);
    const readers = sidekicks.filter(({ readsText }) => readsText);
    const asking = sidekicks.filter(({ asksForText }) => asksForText === true);
    const decoding = new CancellationScope();
    const reading = new CancellationScope();
    const observations = decoding.run(() => observe(decoders));
    const text = reading.run(() => read(readers));
    // Sidekicks await the text only after the decoding. Without this handler, an earlier failure of `text` would be an
    // unhandled rejection.
    text.catch(() => undefined);
    let onDemand: Promise<void> | null = null;
    const failures = sidekicks.map((sidekick) =>
      examine(sidekick, {
        observations: sidekick.decodes ? observations : null,
        text: sidekick.readsText ? text : null,
        textOnDemand: () => (readers.length > 0 ? text : (onDemand ??= reading.run(() => read(asking)))),
      }),
    );
    // Shared work is cancelled once every sidekick that needs it has finished, or was skipped or cancelled.
    const failuresOf = (some: readonly PlannedSidekick[]) =>
      Promise.all(failures.filter((_, index) => some.includes(sidekicks[index]!)));
    void failuresOf(decoders).then(() => decoding.cancel());
    void failuresOf([...readers, ...asking]).then(() => reading.cancel());
    const worst = worstOf(await Promise.all(failures));
    if (assetType === 'video') picturesKey = await pictures();
    return worst;
  }

  /**
   * Takes pictures of the findings and returns the key of the issues with pictures. Returns null if there are no issues
   * or the activity fails, because an asset does not fail if its pictures are missing. Throws if a worker lacks a
   * right, because otherwise the missing pictures of all videos would go unnoticed.
   */
  async function pictures(): Promise<string | null> {
    board.set(assetId, 'asset', 'taking pictures');
    try {
      return await runShortFirst(examinationQueue, (taskQueue, limits) =>
        retryOutages(
          () =>
            takePictures.executeWithOptions({ summary: `pictures of ${assetId}`, taskQueue }, [
              { ...step, seriesKey: decoded.seriesKey ?? null, ...limits },
            ]),
          showWaiting('asset', 'taking pictures'),
        ),
      );
    } catch (error) {
      if (isFinal(error, accessDeniedType)) throw error;
      log.warn('taking pictures failed', { assetId, error });
      return null;
    }
  }

  /** Returns a function that shows on the progress board what a part waits for, or `state` for null. */
  function showWaiting(part: string, state: string): (waitsFor: string | null) => void {
    return (waitsFor) => board.set(assetId, part, waitsFor === null ? state : `waiting for ${waitsFor}`);
  }

  async function observe(decoders: readonly PlannedSidekick[]): Promise<void> {
    if (decoders.length === 0) return;
    const codes = decoders.map(({ code }) => code).join(', ');
    await runShortFirst(decodingQueue(assetType, durationSeconds), async (taskQueue, limits) => {
      decoded = await retryOutages(
        () =>
          observeAsset.executeWithOptions({ summary: `decode ${assetId} for ${codes}`, taskQueue }, [
            { ...step, sidekickIds: decoders.map(({ id }) => id), ...limits },
          ]),
        showWaiting('asset', 'secured'),
      );
    });
  }

  /** Reads the text that is shown in the asset once for all given sidekicks. */
  async function read(readers: readonly PlannedSidekick[]): Promise<void> {
    if (readers.length === 0) return;
    const codes = readers.map(({ code }) => code).join(', ');
    // Reading an image takes longer than decoding it, and may wait for a reader.
    const queue = assetType === 'image' ? examinationQueue : decodingQueue(assetType, durationSeconds);
    await runShortFirst(queue, (taskQueue, limits) =>
      retryOutages(
        () =>
          readText.executeWithOptions({ summary: `read text of ${assetId} for ${codes}`, taskQueue }, [
            { ...step, ...limits },
          ]),
        (waitsFor) => {
          for (const { code } of readers) showWaiting(code, 'reading text')(waitsFor);
        },
      ),
    );
  }

  async function examine(
    sidekick: PlannedSidekick,
    {
      observations,
      text,
      textOnDemand,
    }: { observations: Promise<void> | null; text: Promise<void> | null; textOnDemand: () => Promise<void> },
  ): Promise<AssetFailure | null> {
    const { code } = sidekick;
    try {
      const { findingCount } = await controls.run(assetId, code, async () => {
        if (observations !== null || text === null)
          board.set(assetId, code, observations === null ? 'running' : 'decoding');
        await orCancelled(observations);
        if (text !== null) {
          board.set(assetId, code, 'reading text');
          await orCancelled(text);
        }
        board.set(assetId, code, startedState(sidekick));
        const onWaiting = showWaiting(code, startedState(sidekick));
        const first = await run(sidekick, onWaiting);
        if (first.wantsText !== true) return first;
        board.set(assetId, code, 'reading text');
        const readsText = await isRead(textOnDemand());
        board.set(assetId, code, startedState(sidekick));
        return run({ ...sidekick, readsText, asksForText: undefined }, onWaiting);
      });
      board.set(assetId, code, `done, ${findingCount} ${findingCount === 1 ? 'finding' : 'findings'}`);
      return null;
    } catch (error) {
      if (isCancellation(error) && controls.isSkipped(assetId, code)) {
        board.set(assetId, code, 'skipped by an operator');
        return null;
      }
      const failed = toFailure(error, 'analysis_failed', `The analysis by ${code} could not be completed`);
      board.set(assetId, code, `failed: ${failed.errorType}`);
      return failed;
    }
  }

  /** Runs a sidekick where it is implemented: on a media worker, at an HTTPS endpoint, or on its own task queue. */
  function run(
    { id, code, decodes, readsText, asksForText, runs }: PlannedSidekick,
    onWaiting: (waitsFor: string | null) => void,
  ): Promise<SidekickRun> {
    const summary = `${code} on ${assetId}`;
    const work = { ...step, sidekickId: id };
    switch (runs.on) {
      case 'https':
        return retryOutages(() => callSidekick.executeWithOptions({ summary }, [work]), onWaiting);
      case 'task queue':
        return retryOutages(
          () =>
            executeChild<typeof examineOnTaskQueue>('examineOnTaskQueue', {
              workflowId: examinationId(work),
              taskQueue: taskQueues.orchestration,
              args: [
                {
                  ...work,
                  code,
                  taskQueue: runs.taskQueue,
                  maxWaitSeconds: runs.maxWaitSeconds,
                  encrypted: runs.encrypted,
                },
              ],
              // This timeout exceeds that of the examination, because the activities before and after the examination
              // wait for Postgres and S3.
              workflowExecutionTimeout: `${examinationHours + maxOutageHours}h`,
              staticSummary: summary,
              typedSearchAttributes: [
                { key: searchAttributes.workspaceId, value: workspaceId },
                { key: searchAttributes.submissionId, value: submissionId },
              ],
            }),
          onWaiting,
        );
      default:
        return runShortFirst(examinationQueue, (taskQueue, limits) =>
          retryOutages(
            () =>
              runSidekick.executeWithOptions({ summary, taskQueue }, [
                { ...work, decoded: decodes, readsText, ...(asksForText ? { asksForText } : {}), ...limits },
              ]),
            onWaiting,
          ),
        );
    }
  }
}

/**
 * Returns the state of a sidekick that was started. A workflow cannot see whether an activity on a custom task queue
 * still waits for a worker, so both states have one name.
 */
function startedState({ runs }: PlannedSidekick): string {
  return runs.on === 'task queue' ? `waiting for a worker on ${runs.taskQueue}, or running there` : 'running';
}

/** Waits for shared work that reads text. Returns false if it failed. Throws if the current scope is cancelled. */
async function isRead(text: Promise<void>): Promise<boolean> {
  try {
    await orCancelled(text);
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    log.warn('text that a sidekick asked for was not read', { error });
    return false;
  }
}

/** Waits for shared work. Throws if the current scope is cancelled, but does not cancel the work. */
function orCancelled<T>(shared: Promise<T> | null): Promise<T | null> | null {
  return shared && Promise.race([shared, CancellationScope.current().cancelRequested]);
}
