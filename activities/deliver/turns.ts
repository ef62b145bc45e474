import { createLanes, type LaneLimits, type Turn } from './lanes.ts';

export interface DeliveryLimits {
  /** Attempts that a worker makes at once: waiting for an endpoint costs a socket and little else. */
  slots: number;
  /** Of them, to one endpoint. */
  endpoint: LaneLimits;
  /** And for one workspace. */
  workspace: LaneLimits;
}

/** So an endpoint that hangs holds a hundredth of a worker, and a workspace whose endpoints all do a twentieth, once they are known to be slow. */
export const defaultDeliveryLimits: DeliveryLimits = {
  slots: 500,
  endpoint: { quick: 20, slow: 5 },
  workspace: { quick: 100, slow: 25 },
};

/** Makes the giver of turns in one worker: to an endpoint, and of a workspace. */
export function createTurns(limits: DeliveryLimits) {
  const endpoints = createLanes(limits.endpoint);
  const workspaces = createLanes(limits.workspace);
  return async (endpoint: string, workspace: string): Promise<Turn> => {
    const atEndpoint = await endpoints(endpoint);
    if ('comeBackMs' in atEndpoint) return atEndpoint;
    const inWorkspace = await workspaces(workspace);
    if ('comeBackMs' in inWorkspace) {
      atEndpoint.leave(false);
      return inWorkspace;
    }
    return {
      leave(sent) {
        atEndpoint.leave(sent);
        inWorkspace.leave(sent);
      },
    };
  };
}
