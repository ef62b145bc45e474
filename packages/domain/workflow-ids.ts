// Workflow ids are derived from business ids, so Temporal rejects a second start of the same work.

export function submissionWorkflowId(submissionId: string, version: number): string {
  return `submission:${submissionId}:v${version}`;
}

/**
 * Returns the id of the workflow of a delivery or redelivery.
 * @param sequence number of attempts made before the redelivery; 0 for the first delivery
 */
export function deliveryWorkflowId(deliveryId: string, sequence = 0): string {
  return sequence === 0 ? `webhook:${deliveryId}` : `webhook:${deliveryId}:after${sequence}`;
}

/** Parses the id of a delivery's workflow. Returns null for the id of another kind of workflow. */
export function readDeliveryWorkflowId(workflowId: string): { deliveryId: string; sequence: number } | null {
  const match = /^webhook:([0-9a-f-]{36})(?::after(\d{1,9}))?$/.exec(workflowId);
  return match && { deliveryId: match[1]!, sequence: Number(match[2] ?? 0) };
}

/** Returns the id of the workflow that measures an upload. Requests for the same bytes share one workflow. */
export function measurementWorkflowId({ assetId, etag }: { assetId: string; etag: string }): string {
  return `measure:${assetId}:${etag}`;
}

/** Returns the id of the work of a custom sidekick on an asset in one version of the submission. */
export function examinationId(work: {
  submissionId: string;
  version: number;
  assetId: string;
  sidekickId: string;
}): string {
  const { submissionId, version, assetId, sidekickId } = work;
  return `examination:${submissionId}:v${version}:${assetId}:${sidekickId}`;
}

/** Parses the id of an examination. Returns null for the id of another kind of workflow. */
export function readExaminationId(workflowId: string): { sidekickId: string } | null {
  const match = /^examination:[0-9a-f-]{36}:v\d{1,9}:[0-9a-f-]{36}:([0-9a-f-]{36})$/.exec(workflowId);
  return match && { sidekickId: match[1]! };
}

export function previewWorkflowId(submissionId: string, assetId: string): string {
  return `preview:${submissionId}:${assetId}`;
}

/** @param signOffId the id of the row in `sign_offs` */
export function signOffWorkflowId(submissionId: string, assetId: string, signOffId: string): string {
  return `sign-off:${submissionId}:${assetId}:${signOffId}`;
}

export function evidenceWorkflowId(submissionId: string, assetId: string, evidenceId: string): string {
  return `evidence:${submissionId}:${assetId}:${evidenceId}`;
}

/** @param sha256 SHA-256 hash of the report in hexadecimal */
export function timeStampWorkflowId(submissionId: string, assetId: string, sha256: string): string {
  return `time-stamp:${submissionId}:${assetId}:${sha256}`;
}

/** Returns the id of the workflow that tries a profile. A workspace has at most one running trial. */
export function trialWorkflowId(workspaceId: string): string {
  return `trial:${workspaceId}`;
}

/** Returns the id of an upkeep workflow. For scheduled runs, Temporal appends the time to the id. */
export function upkeepWorkflowId(task: string): string {
  return `upkeep:${task}`;
}

/** Parses the id of a submission's workflow. Returns null for the id of another kind of workflow. */
export function readSubmissionWorkflowId(
  workflowId: string,
): { submissionId: string; version: number } | null {
  const match = /^submission:([0-9a-f-]{36}):v(\d{1,9})$/.exec(workflowId);
  return match && { submissionId: match[1]!, version: Number(match[2]) };
}
