/** Workflow ids derive from business ids, so that a second start of the same work is refused by Temporal. */
export function submissionWorkflowId(submissionId: string, version: number): string {
  return `submission:${submissionId}:v${version}`;
}

/** Each sequence of attempts has its own id; `attemptsBefore` is 0 in the first. */
export function deliveryWorkflowId(deliveryId: string, attemptsBefore = 0): string {
  return attemptsBefore === 0 ? `webhook:${deliveryId}` : `webhook:${deliveryId}:after${attemptsBefore}`;
}

/** The delivery and sequence of attempts that a workflow is about; null for other workflows. */
export function readDeliveryWorkflowId(
  workflowId: string,
): { deliveryId: string; attemptsBefore: number } | null {
  const match = /^webhook:([0-9a-f-]{36})(?::after(\d{1,9}))?$/.exec(workflowId);
  return match && { deliveryId: match[1]!, attemptsBefore: Number(match[2] ?? 0) };
}

/** One id for an upload in one state, so that all who ask for the same measurement share it. */
export function measurementWorkflowId({ assetId, etag }: { assetId: string; etag: string }): string {
  return `measure:${assetId}:${etag}`;
}

/** One id for a sidekick's work on an asset in one version of its submission. */
export function examinationId(work: {
  submissionId: string;
  version: number;
  assetId: string;
  sidekickId: string;
}): string {
  const { submissionId, version, assetId, sidekickId } = work;
  return `examination:${submissionId}:v${version}:${assetId}:${sidekickId}`;
}

/** What a run by schedule is called too; Temporal adds its time. */
export function upkeepWorkflowId(task: string): string {
  return `upkeep:${task}`;
}

/** The submission and version that a workflow is about; null for other workflows. */
export function readSubmissionWorkflowId(
  workflowId: string,
): { submissionId: string; version: number } | null {
  const match = /^submission:([0-9a-f-]{36}):v(\d{1,9})$/.exec(workflowId);
  return match && { submissionId: match[1]!, version: Number(match[2]) };
}
