/** Workflow ids derive from business ids, so that a second start of the same work is refused by Temporal. */
export function submissionWorkflowId(submissionId: string, version: number): string {
  return `submission:${submissionId}:v${version}`;
}

export function deliveryWorkflowId(deliveryId: string): string {
  return `webhook:${deliveryId}`;
}

/**
 * One id for one set of uploads in one state each, so that requests for the same measurement share it.
 * @param digest of all of them, where there are several
 */
export function measurementWorkflowId(
  assets: readonly { assetId: string; etag: string }[],
  digest: string,
): string {
  const [first, ...others] = assets;
  return first !== undefined && others.length === 0
    ? `measure:${first.assetId}:${first.etag}`
    : `measure:${assets.length}-uploads:${digest}`;
}
