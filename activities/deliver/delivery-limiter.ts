import { type ConcurrencyLimits, createAdaptiveLimiter, type PermitResult } from './adaptive-limiter.ts';

export interface DeliveryLimits {
  /** Maximum concurrent attempts of a worker. Waiting for an endpoint costs little more than a socket. */
  slots: number;
  /** Limits for one endpoint. */
  endpoint: ConcurrencyLimits;
  /**
   * Limits for one workspace: `quick` for all its quick endpoints together, `slow` for all its slow ones together.
   */
  workspace: ConcurrencyLimits;
}

/** Once known to be slow, an endpoint takes at most 1% of a worker's slots, and all of a workspace at most 5%. */
export const defaultDeliveryLimits: DeliveryLimits = {
  slots: 500,
  endpoint: { quick: 20, slow: 5 },
  workspace: { quick: 100, slow: 25 },
};

/**
 * Creates the concurrency limiter of one worker, which needs a permit of the endpoint and one of the workspace. A
 * workspace has separate permits for slow endpoints, so that those do not delay its quick ones.
 */
export function createDeliveryLimiter({ endpoint, workspace }: DeliveryLimits) {
  const endpoints = createAdaptiveLimiter(endpoint);
  // An endpoint that begins to hang says nothing about the workspace's other quick ones.
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
