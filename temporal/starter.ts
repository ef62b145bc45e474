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

/** Temporal answers in milliseconds; what it has not answered by then is left to the dispatcher. */
const startDeadlineMs = 3_000;

/** Does work as a part of the trace that a traceparent tells of, or of the one that goes on now. */
export type ContinueFrom = <T>(traceparent: string | null | undefined, work: () => Promise<T>) => Promise<T>;

export type Starter = ReturnType<typeof createStarter>;

/**
 * Starts the workflows of rows in the outbox and notes it there. Ids derive from the rows, and a workflow that
 * exists already counts as started: however often a row is started, its work is done once.
 */
export function createStarter(
  client: Client,
  database: Database,
  continueFrom: ContinueFrom = (_traceparent, work) => work(),
) {
  /** False where there is a workflow of that id: one that runs, or has ended where it is not started again. */
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
      // What the workflow starts has it too: a queue serves workspaces in turn, where the server knows fairness.
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

  /** Starts rows a few at a time. Those that cannot be started now are told to `onFault` and stay in the outbox. */
  async function startAll<Row>(
    rows: readonly Row[],
    startOne: (row: Row) => Promise<unknown>,
    onFault: (error: unknown) => void,
  ): Promise<void> {
    let isAway = false;
    await forEachConcurrent(rows, async (row) => {
      // The others would wait for Temporal as long.
      if (isAway) return;
      try {
        await startOne(row);
      } catch (error) {
        onFault(error);
        isAway ||= isServiceFault(error);
      }
    });
  }

  return {
    startSubmission,

    /**
     * Starts the workflow of a version anew, from the beginning, unless it runs. For an operator, where it has ended
     * without its work: what was done and recorded is not done again. False where it runs.
     */
    restartSubmission: (input: UnstartedVersion) => startSubmission(input, true),

    /** The same for a delivery, from the attempt on that is to be made. */
    restartDelivery: (delivery: UnstartedDelivery) => startDelivery(delivery, true),

    startSubmissions: (inputs: readonly UnstartedVersion[], onFault: (error: unknown) => void) =>
      startAll(inputs, startSubmission, onFault),

    startDeliveries: (deliveries: readonly UnstartedDelivery[], onFault: (error: unknown) => void) =>
      startAll(deliveries, startDelivery, onFault),
  };
}

/** gRPC's UNAVAILABLE. */
const unavailable = 14;

/** True for faults of the connection to Temporal, and not of what was asked. */
function isServiceFault(error: unknown): boolean {
  if (isGrpcDeadlineError(error)) return true;
  const { cause } = error as Error;
  if (!isGrpcServiceError(cause)) return false;
  const code: number = cause.code;
  return code === unavailable;
}
