/** Workflow ids derive from business ids, so that a second start of the same work is refused by Temporal. */
export function submissionWorkflowId(submissionId: string, version: number): string {
  return `submission:${submissionId}:v${version}`;
}

export function deliveryWorkflowId(deliveryId: string): string {
  return `webhook:${deliveryId}`;
}

/** One id for one set of uploads in one state each: requests that ask for the same measurement share it. */
export function measurementWorkflowId(digest: string): string {
  return `measure:${digest}`;
}
