import {
  type ConcurrencyLimits,
  createAdaptiveLimiter,
  type Permit,
  type PermitResult,
} from './adaptive-limiter.ts';

export interface DeliveryLimits {
  /**
   * Maximum number of concurrent attempts of a worker in activities. In addition, the worker makes up to `slots / 2`
   * first attempts of deliveries that it has leased. An attempt that waits for a response uses little more than a
   * socket.
   */
  slots: number;
  endpoint: ConcurrencyLimits;
  /** Limits per workspace: `quick` for all its quick endpoints together, `slow` for all its slow ones. */
  workspace: ConcurrencyLimits;
}

/** A slow endpoint uses at most 1% of a worker's slots. All slow endpoints of a workspace together use at most 5%. */
export const defaultDeliveryLimits: DeliveryLimits = {
  slots: 500,
  endpoint: { quick: 20, slow: 5 },
  workspace: { quick: 100, slow: 25 },
};

export type DeliveryLimiter = ReturnType<typeof createDeliveryLimiter>;

/** Returns the key of an endpoint. Equal URLs of different workspaces have different keys. */
const keyOf = (workspaceId: string, endpointUrl: string) => `${workspaceId} ${endpointUrl}`;

/**
 * Creates the concurrency limiter of one worker. An attempt needs a permit for its endpoint and a permit for its
 * workspace. Slow endpoints have separate workspace permits, so that they do not delay the workspace's quick
 * endpoints.
 */
export function createDeliveryLimiter({ endpoint, workspace }: DeliveryLimits) {
  const endpoints = createAdaptiveLimiter(endpoint);
  // In this limiter, a slow attempt does not make its workspace slow. One endpoint that hangs says nothing about the
  // workspace's other endpoints.
  const quickEndpoints = createAdaptiveLimiter({ quick: workspace.quick, slow: workspace.quick }, false);
  const slowEndpoints = createAdaptiveLimiter({ quick: workspace.slow, slow: workspace.slow });

  const both = (ofEndpoint: Permit, ofWorkspace: Permit): Permit => ({
    slow: ofEndpoint.slow,
    release(tookMs) {
      ofEndpoint.release(tookMs);
      ofWorkspace.release(tookMs);
    },
  });

  return {
    /** Returns a permit, or the delay after which to request one again. Waits a short time for a permit. */
    async acquire(workspaceId: string, endpointUrl: string): Promise<PermitResult> {
      const ofEndpoint = await endpoints.acquire(keyOf(workspaceId, endpointUrl));
      if ('retryAfterMs' in ofEndpoint) return ofEndpoint;
      const ofWorkspace = await (ofEndpoint.slow ? slowEndpoints : quickEndpoints).acquire(workspaceId);
      if ('retryAfterMs' in ofWorkspace) {
        ofEndpoint.release(null);
        return ofWorkspace;
      }
      return both(ofEndpoint, ofWorkspace);
    },

    /** Returns a permit if one is free. Returns null if none is, or all are reserved for postponed attempts. */
    tryAcquire(workspaceId: string, endpointUrl: string): Permit | null {
      const ofEndpoint = endpoints.tryAcquire(keyOf(workspaceId, endpointUrl));
      if (ofEndpoint === null) return null;
      const ofWorkspace = (ofEndpoint.slow ? slowEndpoints : quickEndpoints).tryAcquire(workspaceId);
      if (ofWorkspace !== null) return both(ofEndpoint, ofWorkspace);
      ofEndpoint.release(null);
      return null;
    },

    /** Returns the number of permits that `tryAcquire` can issue for an endpoint now. */
    free(workspaceId: string, endpointUrl: string): number {
      const key = keyOf(workspaceId, endpointUrl);
      const ofWorkspace = endpoints.isSlow(key) ? slowEndpoints : quickEndpoints;
      return Math.min(endpoints.free(key), ofWorkspace.free(workspaceId));
    },

    /** Returns the number of permits that `tryAcquire` can issue for all quick endpoints of a workspace now. */
    freeOfWorkspace: (workspaceId: string): number => quickEndpoints.free(workspaceId),
  };
}
