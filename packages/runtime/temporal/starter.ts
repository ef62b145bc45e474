import {
  type Client,
  isGrpcDeadlineError,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { forEachConcurrent, settlesWithin } from '@assay/domain/lib/concurrency.ts';
import { describeDelivery, describeOutcome } from '@assay/domain/delivery-description.ts';
import { isRecordedAtStart, submissionOutcome } from '@assay/domain/sandbox.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import { deliveryWorkflowId, previewWorkflowId, submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { DeliverWebhookInput, ProcessSubmissionInput } from '@assay/domain/workflow-inputs.ts';
import type { Database } from '@assay/storage/database/database.ts';
import {
  markDeliveryStarted,
  markVersionStarted,
  type UnstartedDelivery,
  type UnstartedVersion,
} from '@assay/storage/submissions/outbox.ts';
import { markPreviewStarted, type UnstartedPreview } from '@assay/storage/submissions/previews.ts';
import type { deliverWebhook } from '../../../workflows/deliver-webhook.ts';
import type { makePreview } from '../../../workflows/make-preview.ts';
import type { processSubmission } from '../../../workflows/process-submission.ts';

/**
 * Time limit in milliseconds for starting a workflow. Temporal usually responds within milliseconds. If the limit is
 * exceeded, the start fails, although Temporal may still execute it. The workflow is started again later.
 */
export const startDeadlineMs = 3_000;

/** Runs `work` in the trace of a traceparent (W3C Trace Context). Without a traceparent, uses the current trace. */
export type ContinueFrom = <T>(traceparent: string | null | undefined, work: () => Promise<T>) => Promise<T>;

/** The part of a delivery workflow's input that describes the attempts before its start. */
export type ClaimedInput = Pick<DeliverWebhookInput, 'lastAttempt' | 'resumeAt' | 'waitMs' | 'endedAs'>;

export type Starter = ReturnType<typeof createStarter>;

/**
 * Starts the workflows of outbox rows and marks the rows as started. Workflow ids derive from the rows. If the workflow
 * of a submission exists, or that of a delivery is running, the row counts as started. A sandbox version that a worker
 * records counts as started when it is recorded.
 */
export function createStarter(
  client: Client,
  database: Database,
  continueFrom: ContinueFrom = (_traceparent, work) => work(),
) {
  /**
   * Starts a workflow and returns its handle. Returns null if a workflow with this id is running, or if it has ended
   * and `again` is false.
   */
  async function start<T extends Workflow>(type: string, again: boolean, options: WorkflowStartOptions<T>) {
    const workflowIdReusePolicy = again ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE';
    try {
      return await withinDeadline(
        client.withDeadline(Date.now() + startDeadlineMs, () =>
          client.workflow.start<T>(type, { ...options, workflowIdReusePolicy }),
        ),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      return null;
    }
  }

  async function startSubmission(version: UnstartedVersion, again = false): Promise<boolean> {
    const { traceparent, ...input } = version;
    const handle = await continueFrom(traceparent, () => startVersion(input, again));
    // The worker that has started the workflow may still have to record the outcomes.
    if (handle !== null || !isRecordedAtStart(input))
      await markVersionStarted(database, input.submissionId, input.version);
    return handle !== null;
  }

  function startVersion(input: ProcessSubmissionInput, again: boolean, requestEagerStart = false) {
    const { submissionId, version, workspaceId, environment, assets, simulationDelaySeconds } = input;
    const isImmediate = environment === 'sandbox' && simulationDelaySeconds === 0;
    const assetTypes = [...new Set(assets.map((asset) => asset.assetType ?? 'unclassified'))].sort();
    return start<typeof processSubmission>('processSubmission', again, {
      workflowId: submissionWorkflowId(submissionId, version),
      taskQueue: taskQueues.orchestration,
      args: [input],
      // Activities and child workflows inherit the key. Temporal servers that support fairness distribute the tasks of
      // a task queue evenly over the keys.
      priority: { fairnessKey: workspaceId },
      staticSummary: `${environment}: ${assets.length} ${assets.length === 1 ? 'asset' : 'assets'} (${assetTypes.join(', ')})`,
      staticDetails: `Version ${version} of submission ${submissionId} of workspace ${workspaceId}.`,
      typedSearchAttributes: [
        { key: searchAttributes.workspaceId, value: workspaceId },
        { key: searchAttributes.submissionId, value: submissionId },
        { key: searchAttributes.environment, value: environment },
        { key: searchAttributes.assetTypes, value: assetTypes },
        ...(isImmediate ? [{ key: searchAttributes.outcome, value: submissionOutcome(assets) }] : []),
      ],
      ...(requestEagerStart ? { requestEagerStart } : {}),
    });
  }

  /**
   * Starts the workflow of a delivery, also if an earlier workflow with its id has ended. Returns null if one runs.
   * A process with a delivery worker can request an eager start. Its worker then executes the first workflow task.
   * @throws if the running workflow makes no further attempt, but `input` demands one
   */
  async function startDelivery(
    { deliveryId, sequence = 0, traceparent, ...delivery }: UnstartedDelivery,
    input: ClaimedInput,
    requestEagerStart = false,
  ) {
    const workflowId = deliveryWorkflowId(deliveryId, sequence);
    const { staticSummary, typedSearchAttributes } = describeDelivery(delivery, sequence);
    const ended = input.endedAs && describeOutcome(input.endedAs, input.lastAttempt?.result);
    const handle = await continueFrom(traceparent, () =>
      start<typeof deliverWebhook>('deliverWebhook', true, {
        workflowId,
        taskQueue: taskQueues.delivery,
        args: [{ deliveryId, attemptsBefore: sequence, ...input }],
        priority: { fairnessKey: delivery.workspaceId },
        ...(requestEagerStart ? { requestEagerStart } : {}),
        staticSummary,
        typedSearchAttributes: [...typedSearchAttributes, ...(ended ?? [])],
      }),
    );
    if (handle === null && ended === undefined && (await isEnding(workflowId)))
      throw new Error(`the workflow ${workflowId} is ending`);
    return handle;
  }

  /** Returns whether a workflow has an outcome. Workflows with `endedAs` have it from their start. */
  async function isEnding(workflowId: string): Promise<boolean> {
    const { typedSearchAttributes } = await withinDeadline(
      client.withDeadline(Date.now() + startDeadlineMs, () =>
        client.workflow.getHandle(workflowId).describe(),
      ),
    );
    return typedSearchAttributes.get(searchAttributes.outcome) !== undefined;
  }

  /** A preview that was removed, or whose recording was lost, is made again by a further run of its workflow. */
  async function startPreview(preview: UnstartedPreview): Promise<void> {
    const { workspaceId, environment, ...input } = preview;
    const { submissionId, assetId, assetType } = input;
    await start<typeof makePreview>('makePreview', true, {
      workflowId: previewWorkflowId(submissionId, assetId),
      taskQueue: taskQueues.orchestration,
      args: [input],
      priority: { fairnessKey: workspaceId },
      staticSummary: `${environment}: preview of ${assetId} (${assetType})`,
      staticDetails: `Preview of asset ${assetId} of submission ${submissionId} of workspace ${workspaceId}.`,
      typedSearchAttributes: [
        { key: searchAttributes.workspaceId, value: workspaceId },
        { key: searchAttributes.submissionId, value: submissionId },
        { key: searchAttributes.environment, value: environment },
        { key: searchAttributes.assetTypes, value: [assetType] },
      ],
    });
    await markPreviewStarted(database, submissionId, assetId);
  }

  /**
   * Starts rows with limited concurrency. Calls `onError` for each row that cannot be started; the row stays in the
   * outbox.
   */
  async function startAll<Row>(
    rows: readonly Row[],
    startOne: (row: Row) => Promise<unknown>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    let isUnavailable = false;
    await forEachConcurrent(rows, async (row) => {
      // Temporal did not respond to an earlier row, so the remaining rows would exceed the deadline too.
      if (isUnavailable) return;
      try {
        await startOne(row);
      } catch (error) {
        onError(error);
        isUnavailable ||= isServiceError(error);
      }
    });
  }

  return {
    startSubmission,

    /**
     * Starts the workflow of a version again if the workflow ended before its work was done. Recorded work is not
     * repeated. Returns false if the workflow is running.
     */
    restartSubmission: (input: UnstartedVersion) => startSubmission(input, true),

    /** Starts the workflow of a delivery again, with its next attempt. Returns false if the workflow is running. */
    async restartDelivery(delivery: UnstartedDelivery): Promise<boolean> {
      const { resumeAt } = delivery;
      const handle = await startDelivery(delivery, resumeAt === undefined ? {} : { resumeAt });
      // If a worker is making the first attempt, the workflow waits for the end of that worker's claim.
      await markDeliveryStarted(database, delivery.deliveryId, delivery.sequence, false);
      return handle !== null;
    },

    /**
     * Starts the workflow of a delivery that this process has claimed, during or after its first attempt. The client
     * must share the connection of the delivery worker of this process.
     */
    async startClaimedDelivery(delivery: UnstartedDelivery, input: ClaimedInput): Promise<void> {
      await startDelivery(delivery, input, true);
    },

    /**
     * Starts the workflow of a sandbox version that this process has claimed. The client must share the connection of
     * the orchestration worker of this process. The caller marks the version as started. Returns false if the version
     * already has a workflow.
     * @param isRecordedByStarter true if the caller records the outcomes
     */
    async startSandboxVersion(
      { traceparent, ...version }: UnstartedVersion,
      isRecordedByStarter: boolean,
    ): Promise<boolean> {
      const input = isRecordedByStarter ? { ...version, isRecordedByStarter } : version;
      const handle = await continueFrom(traceparent, () => startVersion(input, false, true));
      return handle !== null;
    },

    /** Starts the workflow that makes the next attempt of a delivery, and marks the delivery as started. */
    async startRetries(delivery: UnstartedDelivery, input: ClaimedInput): Promise<void> {
      await startDelivery(delivery, input);
      await markDeliveryStarted(database, delivery.deliveryId, delivery.sequence);
    },

    startSubmissions: (inputs: readonly UnstartedVersion[], onError: (error: unknown) => void) =>
      startAll(inputs, startSubmission, onError),

    startPreviews: (previews: readonly UnstartedPreview[], onError: (error: unknown) => void) =>
      startAll(previews, startPreview, onError),
  };
}

class StartTimeout extends Error {
  constructor() {
    super(`Temporal did not respond within ${startDeadlineMs} ms`);
    this.name = 'StartTimeout';
  }
}

/**
 * Returns the result of a start. Throws an error after the time limit. The connection of a worker repeats calls that
 * fail, each with a time limit of its own.
 */
async function withinDeadline<T>(start: Promise<T>): Promise<T> {
  if (!(await settlesWithin(start, startDeadlineMs))) throw new StartTimeout();
  return start;
}

/** Status code of gRPC: UNAVAILABLE. */
const unavailable = 14;

/** Returns whether Temporal was unreachable or did not respond in time. False if Temporal rejected the request. */
function isServiceError(error: unknown): boolean {
  if (error instanceof StartTimeout || isGrpcDeadlineError(error)) return true;
  const { cause } = error as Error;
  if (!isGrpcServiceError(cause)) return false;
  const code: number = cause.code;
  return code === unavailable;
}
