/** Workflow ids derive from business ids, so that a second start of the same work is refused by Temporal. */
export function submissionWorkflowId(submissionId: string, version: number): string {
  return `submission:${submissionId}:v${version}`;
}

export function deliveryWorkflowId(deliveryId: string): string {
  return `webhook:${deliveryId}`;
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
