import {
  type Client,
  isGrpcDeadlineError,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { forEachConcurrent } from '../lib/concurrency.ts';
import { describeDelivery } from '../domain/delivery-description.ts';
import { searchAttributes } from '../domain/search-attributes.ts';
import { taskQueues } from '../domain/task-queues.ts';
import { deliveryWorkflowId, submissionWorkflowId } from '../domain/workflow-ids.ts';
import type { ProcessSubmissionInput } from '../domain/workflow-inputs.ts';
import type { Database } from '../storage/postgres/database.ts';
import {
  markDeliveryStarted,
  markVersionStarted,
  type UnstartedDelivery,
  type UnstartedVersion,
} from '../storage/postgres/outbox.ts';
import type { deliverWebhook } from '../workflows/deliver-webhook.ts';
import type { processSubmission } from '../workflows/process-submission.ts';

/** Temporal usually responds within milliseconds. After this deadline the row is left to the dispatcher. */
const startDeadlineMs = 3_000;

/** Runs work as part of the trace of a traceparent, or of the current trace if there is none. */
export type ContinueFrom = <T>(traceparent: string | null | undefined, work: () => Promise<T>) => Promise<T>;

export type Starter = ReturnType<typeof createStarter>;

/**
 * Starts the workflows of outbox rows and marks the rows as started. Starting is idempotent: workflow ids derive from
 * the rows, and an existing workflow counts as started.
 */
export function createStarter(
  client: Client,
  database: Database,
  continueFrom: ContinueFrom = (_traceparent, work) => work(),
) {
  /** Returns false if a workflow with this id runs, or has ended and `again` is false. */
  async function start<T extends Workflow>(
    type: string,
    again: boolean,
    options: WorkflowStartOptions<T>,
  ): Promise<boolean> {
    const workflowIdReusePolicy = again ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE';
    try {
      await client.withDeadline(Date.now() + startDeadlineMs, () =>
        client.workflow.start<T>(type, { ...options, workflowIdReusePolicy }),
      );
      return true;
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      return false;
    }
  }

  function startSubmission({ traceparent, ...input }: UnstartedVersion, again = false): Promise<boolean> {
    return continueFrom(traceparent, () => startVersion(input, again));
  }

  async function startVersion(input: ProcessSubmissionInput, again: boolean): Promise<boolean> {
    const { submissionId, version, workspaceId, environment, assets } = input;
    const assetTypes = [...new Set(assets.map((asset) => asset.assetType ?? 'unclassified'))].sort();
    const isNew = await start<typeof processSubmission>('processSubmission', again, {
      workflowId: submissionWorkflowId(submissionId, version),
      taskQueue: taskQueues.orchestration,
      args: [input],
      // Activities and children inherit it. Servers with fairness distribute tasks evenly over these keys.
      priority: { fairnessKey: workspaceId },
      staticSummary: `${environment}: ${assets.length} ${assets.length === 1 ? 'asset' : 'assets'} (${assetTypes.join(', ')})`,
      staticDetails: `Version ${version} of submission ${submissionId} of workspace ${workspaceId}.`,
      typedSearchAttributes: [
        { key: searchAttributes.workspaceId, value: workspaceId },
        { key: searchAttributes.submissionId, value: submissionId },
        { key: searchAttributes.environment, value: environment },
        { key: searchAttributes.assetTypes, value: assetTypes },
      ],
    });
    await markVersionStarted(database, submissionId, version);
    return isNew;
  }

  function startDelivery(delivery: UnstartedDelivery, again = false): Promise<boolean> {
    return continueFrom(delivery.traceparent, () => startAttempts(delivery, again));
  }

  async function startAttempts(delivery: UnstartedDelivery, again: boolean): Promise<boolean> {
    const { deliveryId, attemptsBefore = 0, resumeAt, workspaceId } = delivery;
    const isNew = await start<typeof deliverWebhook>('deliverWebhook', again, {
      workflowId: deliveryWorkflowId(deliveryId, attemptsBefore),
      taskQueue: taskQueues.delivery,
      args: [{ deliveryId, attemptsBefore, ...(resumeAt === undefined ? {} : { resumeAt }) }],
      priority: { fairnessKey: workspaceId },
      ...describeDelivery(delivery, attemptsBefore),
    });
    await markDeliveryStarted(database, deliveryId, attemptsBefore);
    return isNew;
  }

  /**
   * Starts rows with limited concurrency. Calls `onError` for rows that cannot be started; they stay in the outbox.
   */
  async function startAll<Row>(
    rows: readonly Row[],
    startOne: (row: Row) => Promise<unknown>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    let isUnavailable = false;
    await forEachConcurrent(rows, async (row) => {
      // The remaining rows would run into the same deadline.
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
     * Restarts the workflow of a version whose workflow ended before its work was done. Recorded work is not
     * repeated. Returns false if the workflow runs.
     */
    restartSubmission: (input: UnstartedVersion) => startSubmission(input, true),

    /** Restarts the workflow of a delivery with its next attempt. Returns false if the workflow runs. */
    restartDelivery: (delivery: UnstartedDelivery) => startDelivery(delivery, true),

    startSubmissions: (inputs: readonly UnstartedVersion[], onError: (error: unknown) => void) =>
      startAll(inputs, startSubmission, onError),

    startDeliveries: (deliveries: readonly UnstartedDelivery[], onError: (error: unknown) => void) =>
      startAll(deliveries, startDelivery, onError),
  };
}

/** Status code UNAVAILABLE of gRPC. */
const unavailable = 14;

/** Returns whether the connection to Temporal failed, rather than the request. */
function isServiceError(error: unknown): boolean {
  if (isGrpcDeadlineError(error)) return true;
  const { cause } = error as Error;
  if (!isGrpcServiceError(cause)) return false;
  const code: number = cause.code;
  return code === unavailable;
}
