import {
  type Client,
  isGrpcDeadlineError,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { forEachConcurrent, settlesWithin } from '@assay/domain/lib/concurrency.ts';
import { describeDelivery } from '@assay/domain/delivery-description.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import {
  deliveryWorkflowId,
  evidenceWorkflowId,
  previewWorkflowId,
  signOffWorkflowId,
  submissionWorkflowId,
  trialWorkflowId,
} from '@assay/domain/workflow-ids.ts';
import type { ProcessSubmissionInput, TryProfileInput, Workflows } from '@assay/domain/workflow-inputs.ts';
import type { Database } from '@assay/storage/database/database.ts';
import {
  markVersionStarted,
  type UnstartedDelivery,
  type UnstartedVersion,
} from '@assay/storage/submissions/outbox.ts';
import { markEvidenceStarted, type UnstartedEvidence } from '@assay/storage/submissions/evidence.ts';
import { markPreviewStarted, type UnstartedPreview } from '@assay/storage/submissions/previews.ts';
import { markSignOffStarted, type UnstartedSignOff } from '@assay/storage/submissions/sign-offs.ts';

/**
 * Time limit in milliseconds for starting a workflow. Temporal usually responds within milliseconds. After the limit
 * the start counts as failed, although Temporal may still start the workflow. The row stays in the outbox, and its
 * start is repeated later.
 */
export const startDeadlineMs = 3_000;

/** Runs `work` in the trace of a traceparent (W3C Trace Context), or else in the current trace. */
export type ContinueFrom = <T>(traceparent: string | null | undefined, work: () => Promise<T>) => Promise<T>;

export type Starter = ReturnType<typeof createStarter>;

/**
 * Starts the workflows of outbox rows. The id of a workflow is derived from the ids in its row. The row of a submission
 * counts as started if a workflow with this id exists. The row of a delivery counts as started if a workflow with this
 * id is running.
 */
export function createStarter(
  client: Client,
  database: Database,
  continueFrom: ContinueFrom = (_traceparent, work) => work(),
) {
  /** Starts a workflow. Returns null if one with this id is running, or has ended and `again` is false. */
  async function start<Type extends keyof Workflows>(
    type: Type,
    again: boolean,
    options: WorkflowStartOptions<Workflows[Type]>,
  ) {
    const workflowIdReusePolicy = again ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE';
    try {
      return await withinDeadline(
        client.withDeadline(Date.now() + startDeadlineMs, () =>
          client.workflow.start<Workflows[Type]>(type, { ...options, workflowIdReusePolicy }),
        ),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      return null;
    }
  }

  /** Starts a version's workflow and marks the version as started. Returns false if it has a workflow. */
  async function startSubmission(
    { traceparent, ...input }: UnstartedVersion,
    { again = false, requestEagerStart = false } = {},
  ): Promise<boolean> {
    const { submissionId, version, workspaceId, environment, assets } = input;
    const assetTypes = [...new Set(assets.map((asset) => asset.assetType ?? 'unclassified'))].sort();
    const handle = await continueFrom(traceparent, () =>
      start('processSubmission', again, {
        workflowId: submissionWorkflowId(submissionId, version),
        taskQueue: taskQueues.orchestration,
        args: [input satisfies ProcessSubmissionInput],
        // Activities and child workflows inherit the key. Temporal servers that support fairness distribute the tasks
        // of a task queue evenly over the keys.
        priority: { fairnessKey: workspaceId },
        staticSummary: `${environment}: ${assets.length} ${assets.length === 1 ? 'asset' : 'assets'} (${assetTypes.join(', ')})`,
        staticDetails: `Version ${version} of submission ${submissionId} of workspace ${workspaceId}.`,
        typedSearchAttributes: [
          { key: searchAttributes.workspaceId, value: workspaceId },
          { key: searchAttributes.submissionId, value: submissionId },
          { key: searchAttributes.environment, value: environment },
          { key: searchAttributes.assetTypes, value: assetTypes },
        ],
        ...(requestEagerStart ? { requestEagerStart } : {}),
      }),
    );
    await markVersionStarted(database, submissionId, version);
    return handle !== null;
  }

  /**
   * Requests the cancellation of the workflow of the sequence that a redelivery has replaced. Without it, the workflow
   * would wait for its next attempt, and operators would find it among the failing deliveries.
   */
  async function endSuperseded({
    deliveryId,
    supersededSequence,
  }: Pick<UnstartedDelivery, 'deliveryId' | 'supersededSequence'>): Promise<void> {
    if (supersededSequence === null) return;
    try {
      await withinDeadline(
        client.withDeadline(Date.now() + startDeadlineMs, () =>
          client.workflow.getHandle(deliveryWorkflowId(deliveryId, supersededSequence)).cancel(),
        ),
      );
    } catch (error) {
      // The workflow has ended, or never existed.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }

  /**
   * Starts a delivery's workflow, even if an earlier one has ended. Returns null if one is running. Ends the workflow
   * of the sequence that this one replaces.
   */
  async function startDelivery(
    { deliveryId, sequence, attemptNumber, traceparent, supersededSequence, ...delivery }: UnstartedDelivery,
    requestEagerStart: boolean,
  ) {
    await endSuperseded({ deliveryId, supersededSequence });
    return continueFrom(traceparent, () =>
      start('deliverWebhook', true, {
        workflowId: deliveryWorkflowId(deliveryId, sequence),
        taskQueue: taskQueues.delivery,
        args: [{ deliveryId, sequence, attemptNumber }],
        priority: { fairnessKey: delivery.workspaceId },
        ...describeDelivery(delivery, sequence),
        ...(requestEagerStart ? { requestEagerStart } : {}),
      }),
    );
  }

  /**
   * Starts the workflow of a preview, even if an earlier workflow with the same id has ended. A new workflow is needed
   * if the earlier preview failed or was removed, or if its result was not stored.
   */
  async function startPreview(preview: UnstartedPreview): Promise<void> {
    const { workspaceId, environment, ...input } = preview;
    const { submissionId, assetId, assetType } = input;
    await start('makePreview', true, {
      workflowId: previewWorkflowId(submissionId, assetId),
      taskQueue: taskQueues.orchestration,
      args: [input],
      priority: { fairnessKey: workspaceId },
      staticSummary: `${environment}: preview of ${assetId} (${assetType})`,
      staticDetails: `Preview of asset ${assetId} of submission ${submissionId} of workspace ${workspaceId}.`,
      typedSearchAttributes: [
        ...attributesOf({ workspaceId, environment, submissionId }),
        { key: searchAttributes.assetTypes, value: [assetType] },
      ],
    });
    await markPreviewStarted(database, submissionId, assetId);
  }

  /** Starts the workflow that writes the report of a sign-off. */
  async function startSignOff({ workspaceId, environment, ...input }: UnstartedSignOff): Promise<void> {
    const { submissionId, assetId, signOffId } = input;
    await start('reportSignOff', false, {
      workflowId: signOffWorkflowId(submissionId, assetId, signOffId),
      taskQueue: taskQueues.orchestration,
      args: [input],
      priority: { fairnessKey: workspaceId },
      staticSummary: `${environment}: report of the sign-off of ${assetId}`,
      staticDetails: `Sign-off of asset ${assetId} of submission ${submissionId} of workspace ${workspaceId}.`,
      typedSearchAttributes: attributesOf({ workspaceId, environment, submissionId }),
    });
    await markSignOffStarted(database, input);
  }

  /** Starts the workflow that keeps a file of evidence. */
  async function startEvidence({ workspaceId, environment, ...input }: UnstartedEvidence): Promise<void> {
    const { submissionId, assetId, evidenceId } = input;
    await start('keepEvidence', false, {
      workflowId: evidenceWorkflowId(submissionId, assetId, evidenceId),
      taskQueue: taskQueues.orchestration,
      args: [input],
      priority: { fairnessKey: workspaceId },
      staticSummary: `${environment}: evidence for ${assetId}`,
      staticDetails: `Evidence for asset ${assetId} of submission ${submissionId} of workspace ${workspaceId}.`,
      typedSearchAttributes: attributesOf({ workspaceId, environment, submissionId }),
    });
    await markEvidenceStarted(database, input);
  }

  /** Starts a trial of a profile, and ends a running one of the workspace. Returns the id of its run. */
  async function startTrial(input: TryProfileInput): Promise<string> {
    const { workspaceId, profile } = input;
    const handle = await start('tryProfile', true, {
      workflowId: trialWorkflowId(workspaceId),
      workflowIdConflictPolicy: 'TERMINATE_EXISTING',
      taskQueue: taskQueues.orchestration,
      args: [input],
      workflowExecutionTimeout: '2h',
      priority: { fairnessKey: workspaceId },
      staticSummary: `trial of a change of profile ${profile.id}`,
      staticDetails: `Judges files of workspace ${workspaceId} again, which profile ${profile.id} has judged.`,
      typedSearchAttributes: [
        { key: searchAttributes.workspaceId, value: workspaceId },
        { key: searchAttributes.profileId, value: profile.id },
      ],
    });
    return handle!.firstExecutionRunId;
  }

  /**
   * Starts the workflows of rows. Calls `onError` for each failed row, which stays in the outbox. If Temporal does not
   * respond to one row, skips the rows that are not started yet. They stay in the outbox too.
   */
  async function startAll<Row>(
    rows: readonly Row[],
    startOne: (row: Row) => Promise<unknown>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    let isUnavailable = false;
    await forEachConcurrent(rows, async (row) => {
      // The start of this row would probably exceed the deadline too.
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
    startSubmission: (version: UnstartedVersion) => startSubmission(version),

    /**
     * Starts the workflow of a version again if the workflow ended before its work was done. Recorded work is not
     * repeated. Returns false if the workflow is running.
     */
    restartSubmission: (version: UnstartedVersion) => startSubmission(version, { again: true }),

    /**
     * Starts the workflow of a sandbox version. The client must share the connection of the orchestration worker of
     * this process. The worker then executes the first workflow task without polling for it.
     */
    startSubmissionEagerly: (version: UnstartedVersion) =>
      startSubmission(version, { requestEagerStart: true }),

    endSuperseded,

    startTrial,

    /** Starts a delivery's workflow, which makes the next attempt. Returns false if the workflow is running. */
    startDelivery: async (delivery: UnstartedDelivery): Promise<boolean> =>
      (await startDelivery(delivery, false)) !== null,

    /**
     * Starts the workflow of a delivery. The client must share the connection of the delivery worker of this process.
     * Returns true if that worker executes the first workflow task. Otherwise, any delivery worker executes it.
     */
    startDeliveryEagerly: async (delivery: UnstartedDelivery): Promise<boolean> =>
      (await startDelivery(delivery, true))?.eagerlyStarted ?? false,

    startSubmissions: (inputs: readonly UnstartedVersion[], onError: (error: unknown) => void) =>
      startAll(inputs, (input) => startSubmission(input), onError),

    startPreviews: (previews: readonly UnstartedPreview[], onError: (error: unknown) => void) =>
      startAll(previews, startPreview, onError),

    startEvidence: (evidence: readonly UnstartedEvidence[], onError: (error: unknown) => void) =>
      startAll(evidence, startEvidence, onError),
    startSignOffs: (signOffs: readonly UnstartedSignOff[], onError: (error: unknown) => void) =>
      startAll(signOffs, startSignOff, onError),
  };
}

class StartTimeout extends Error {
  constructor() {
    super(`Temporal did not respond within ${startDeadlineMs} ms`);
    this.name = 'StartTimeout';
  }
}

/**
 * Returns the result of a start. Throws after `startDeadlineMs`. The client's own deadline does not suffice, because
 * the connection of a worker retries failed calls, and each retry has a new deadline.
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

/** Returns the search attributes of a workflow that concerns an asset of a submission. */
function attributesOf({
  workspaceId,
  environment,
  submissionId,
}: Pick<UnstartedSignOff, 'workspaceId' | 'environment' | 'submissionId'>) {
  return [
    { key: searchAttributes.workspaceId, value: workspaceId },
    { key: searchAttributes.submissionId, value: submissionId },
    { key: searchAttributes.environment, value: environment },
  ];
}
