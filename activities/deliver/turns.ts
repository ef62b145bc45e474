import { createLanes, type LaneLimits, type Turn } from './adaptive-limiter.ts';

export interface DeliveryLimits {
  /** Attempts that a worker makes at once: waiting for an endpoint costs a socket and little else. */
  slots: number;
  /** Of them, to one endpoint. */
  endpoint: LaneLimits;
  /** For one workspace: to its quick endpoints together, and beside them to its slow ones together. */
  workspace: LaneLimits;
}

/** So an endpoint that hangs holds a hundredth of a worker, and all of a workspace's that do a twentieth, once they are known to be slow. */
export const defaultDeliveryLimits: DeliveryLimits = {
  slots: 500,
  endpoint: { quick: 20, slow: 5 },
  workspace: { quick: 100, slow: 25 },
};

/** Makes the giver of turns in one worker: at an endpoint, and of a workspace, whose slow endpoints take nothing from the others. */
export function createTurns({ endpoint, workspace }: DeliveryLimits) {
  const endpoints = createLanes(endpoint);
  // One of them that begins to hang is not what the others are like.
  const atQuickOnes = createLanes({ quick: workspace.quick, slow: workspace.quick }, false);
  const atSlowOnes = createLanes({ quick: workspace.slow, slow: workspace.slow });
  return async (endpointKey: string, workspaceKey: string): Promise<Turn> => {
    const atEndpoint = await endpoints(endpointKey);
    if ('comeBackMs' in atEndpoint) return atEndpoint;
    const inWorkspace = await (atEndpoint.slow ? atSlowOnes : atQuickOnes)(workspaceKey);
    if ('comeBackMs' in inWorkspace) {
      atEndpoint.leave(false);
      return inWorkspace;
    }
    return {
      ...atEndpoint,
      leave(sent) {
        atEndpoint.leave(sent);
        inWorkspace.leave(sent);
      },
    };
  };
}
