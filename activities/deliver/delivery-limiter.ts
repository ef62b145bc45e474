import { type ConcurrencyLimits, createAdaptiveLimiter, type PermitResult } from './adaptive-limiter.ts';

export interface DeliveryLimits {
  /**
   * Maximum number of concurrent attempts of a worker. An attempt that waits for a response costs little but a
   * socket.
   */
  slots: number;
  /** Limits for one endpoint. */
  endpoint: ConcurrencyLimits;
  /**
   * Limits for one workspace: `quick` for all its quick endpoints together, `slow` for all its slow endpoints
   * together.
   */
  workspace: ConcurrencyLimits;
}

/** A slow endpoint uses at most 1% of a worker's slots. All slow endpoints of a workspace together use at most 5%. */
export const defaultDeliveryLimits: DeliveryLimits = {
  slots: 500,
  endpoint: { quick: 20, slow: 5 },
  workspace: { quick: 100, slow: 25 },
};

/**
 * Creates the concurrency limiter of one worker. An attempt needs a permit for its endpoint and a permit for its
 * workspace. Slow endpoints have separate workspace permits, so that they do not delay the workspace's quick
 * endpoints.
 */
export function createDeliveryLimiter({ endpoint, workspace }: DeliveryLimits) {
  const endpoints = createAdaptiveLimiter(endpoint);
  // A slow attempt does not make its workspace slow here. One endpoint that hangs says nothing about the workspace's
  // other endpoints.
  const quickEndpoints = createAdaptiveLimiter({ quick: workspace.quick, slow: workspace.quick }, false);
  const slowEndpoints = createAdaptiveLimiter({ quick: workspace.slow, slow: workspace.slow });
  return async (endpointKey: string, workspaceKey: string): Promise<PermitResult> => {
    const ofEndpoint = await endpoints(endpointKey);
    if ('retryAfterMs' in ofEndpoint) return ofEndpoint;
    const ofWorkspace = await (ofEndpoint.slow ? slowEndpoints : quickEndpoints)(workspaceKey);
    if ('retryAfterMs' in ofWorkspace) {
      ofEndpoint.release(false);
      return ofWorkspace;
    }
    return {
      slow: ofEndpoint.slow,
      release(sent) {
        ofEndpoint.release(sent);
        ofWorkspace.release(sent);
      },
    };
  };
}
