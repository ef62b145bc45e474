import { signal } from '@preact/signals';
import { permits, type Role } from '@assay/domain/role.ts';
import { ApiFault, lastResponseAt, onSessionEnd, request } from './request.ts';
import type { Session } from './shapes.ts';

/** The session of this browser; `undefined` until it is known, null without a session. */
export const session = signal<Session | null | undefined>(undefined);
/** True if the session ended while a page was open. The page stays open, so that no input is lost. */
export const hasEnded = signal(false);

let readAt = 0;

/** Reads the session of this browser. @throws Unreachable, or ApiFault other than 401 */
export async function loadSession(): Promise<void> {
  try {
    session.value = await request<Session>('GET', '/session');
    hasEnded.value = false;
    readAt = Date.now();
  } catch (error) {
    if (!(error instanceof ApiFault) || error.status !== 401) throw error;
    if (session.value) hasEnded.value = true;
    else session.value = null;
  }
}

/** Returns whether a request since the last `loadSession` may have extended the session. */
export function mayHaveBeenExtended(): boolean {
  return lastResponseAt > readAt + 1_000;
}

export async function signOut(everywhere: boolean): Promise<void> {
  try {
    await request('DELETE', everywhere ? '/sessions' : '/session');
  } catch (error) {
    // The session had already ended.
    if (!(error instanceof ApiFault) || error.status !== 401) throw error;
  }
  session.value = null;
  hasEnded.value = false;
}

/** Returns whether the member has at least `role` in the workspace. */
export function hasRole(workspaceId: string, role: Role): boolean {
  const membership = session.value?.memberships.find((each) => each.workspaceId === workspaceId);
  return membership !== undefined && permits(membership.role, role);
}

onSessionEnd(() => {
  hasEnded.value = true;
});
