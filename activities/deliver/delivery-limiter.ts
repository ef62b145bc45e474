import type { Endpoint } from '@assay/storage/webhooks/pending-deliveries.ts';
import {
  type ConcurrencyLimits,
  createAdaptiveLimiter,
  type Permit,
  type PermitResult,
} from './adaptive-limiter.ts';
import type { HostLimits } from './host-slots.ts';

export interface DeliveryLimits {
  /**
   * Maximum number of concurrent attempts of a worker in activities. In addition, the worker makes up to `slots / 2`
   * first attempts of deliveries that it has leased. An attempt that waits for a response uses little more than a
   * socket.
   */
  slots: number;
  /** Limits per confirmed endpoint. An endpoint that is not confirmed gets one attempt at a time. */
  endpoint: ConcurrencyLimits;
  /** Limits per workspace: `quick` for all its quick endpoints together, `slow` for all its slow ones. */
  workspace: ConcurrencyLimits;
  /** Limits per host and per address, for all endpoints of all workspaces that are not confirmed. */
  host: HostLimits;
}

/** A slow endpoint uses at most 1% of a worker's slots. All slow endpoints of a workspace together use at most 5%. */
export const defaultDeliveryLimits: DeliveryLimits = {
  slots: 500,
  endpoint: { quick: 20, slow: 5 },
  workspace: { quick: 100, slow: 25 },
  host: { slots: 8, maxWaitMs: 5_000 },
};

export type DeliveryLimiter = ReturnType<typeof createDeliveryLimiter>;

/** Returns the key of an endpoint. Equal URLs of different workspaces have different keys. */
const keyOf = ({ workspaceId, endpointUrl }: Endpoint) => `${workspaceId} ${endpointUrl}`;

/**
 * Creates the concurrency limiter of one worker. An attempt needs a permit for its endpoint and a permit for its
 * workspace. Slow endpoints have separate workspace permits, so that they do not delay the workspace's quick
 * endpoints.
 */
export function createDeliveryLimiter(limits: Pick<DeliveryLimits, 'endpoint' | 'workspace'>) {
  const confirmed = createAdaptiveLimiter(limits.endpoint);
  const unconfirmed = createAdaptiveLimiter({ quick: 1, slow: 1 });
  const { quick, slow } = limits.workspace;
  // In this limiter, a slow attempt does not make its workspace slow. One endpoint that hangs says nothing about the
  // workspace's other endpoints.
  const quickEndpoints = createAdaptiveLimiter({ quick, slow: quick }, false);
  const slowEndpoints = createAdaptiveLimiter({ quick: slow, slow });

  const endpointsLike = ({ isConfirmed }: Endpoint) => (isConfirmed ? confirmed : unconfirmed);

  const both = (ofEndpoint: Permit, ofWorkspace: Permit): Permit => ({
    slow: ofEndpoint.slow,
    release(tookMs) {
      ofEndpoint.release(tookMs);
      ofWorkspace.release(tookMs);
    },
  });

  return {
    /** Returns a permit, or the delay after which to request one again. Waits a short time for a permit. */
    async acquire(endpoint: Endpoint): Promise<PermitResult> {
      const ofEndpoint = await endpointsLike(endpoint).acquire(keyOf(endpoint));
      if ('retryAfterMs' in ofEndpoint) return ofEndpoint;
      const ofWorkspace = await (ofEndpoint.slow ? slowEndpoints : quickEndpoints).acquire(
        endpoint.workspaceId,
      );
      if ('retryAfterMs' in ofWorkspace) {
        ofEndpoint.release(null);
        return ofWorkspace;
      }
      return both(ofEndpoint, ofWorkspace);
    },

    /** Returns a permit if one is free. Returns null if none is, or all are reserved for postponed attempts. */
    tryAcquire(endpoint: Endpoint): Permit | null {
      const ofEndpoint = endpointsLike(endpoint).tryAcquire(keyOf(endpoint));
      if (ofEndpoint === null) return null;
      const ofWorkspace = (ofEndpoint.slow ? slowEndpoints : quickEndpoints).tryAcquire(endpoint.workspaceId);
      if (ofWorkspace !== null) return both(ofEndpoint, ofWorkspace);
      ofEndpoint.release(null);
      return null;
    },

    /** Reserves a later time for an attempt whose host had no free slot. Returns the delay in milliseconds. */
    postpone: (endpoint: Endpoint): number => endpointsLike(endpoint).postpone(keyOf(endpoint)),

    /** Returns the number of permits that `tryAcquire` can issue for an endpoint now. */
    free(endpoint: Endpoint): number {
      const endpoints = endpointsLike(endpoint);
      const ofWorkspace = endpoints.isSlow(keyOf(endpoint)) ? slowEndpoints : quickEndpoints;
      return Math.min(endpoints.free(keyOf(endpoint)), ofWorkspace.free(endpoint.workspaceId));
    },

    /** Returns the number of permits that `tryAcquire` can issue for all quick endpoints of a workspace now. */
    freeOfWorkspace: (workspaceId: string): number => quickEndpoints.free(workspaceId),
  };
}
