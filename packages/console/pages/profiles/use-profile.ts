import type { ProfileSummary, Sidekick } from '@assay/client/shapes.ts';
import type { Profile, ProfileContent } from '@assay/domain/contracts/profile.ts';
import { request } from '../../api/request.ts';
import { useLive } from '../../live.ts';
import { callApi, type Scope } from '../../scope.ts';

const profilesPath = '/api/integrations/profiles';

/** Returns the path of a profile in the API. @param version null for the current version */
export function profilePath(id: string, version: number | null = null): string {
  const path = `${profilesPath}/${encodeURIComponent(id)}`;
  return version === null ? path : `${path}?version=${version}`;
}

/** Reads a version of a profile. @param version null for the current version */
export const readProfile = (scope: Scope, id: string, version: number | null = null, signal?: AbortSignal) =>
  callApi<Profile>(scope, 'GET', profilePath(id, version), undefined, signal);

/** Reads the default profile of the workspace. Null if it has none. */
export async function readDefault({ workspaceId }: Scope, signal?: AbortSignal): Promise<string | null> {
  const path = `/${workspaceId}/default-profile`;
  return (await request<{ profileId: string | null }>('GET', path, undefined, signal)).profileId;
}

export async function listSidekicks(scope: Scope, signal?: AbortSignal): Promise<Sidekick[]> {
  const path = '/api/integrations/sidekicks';
  return (await callApi<{ sidekicks: Sidekick[] }>(scope, 'GET', path, undefined, signal)).sidekicks;
}

export async function listProfiles(scope: Scope, signal?: AbortSignal): Promise<ProfileSummary[]> {
  return (await callApi<{ profiles: ProfileSummary[] }>(scope, 'GET', profilesPath, undefined, signal))
    .profiles;
}

export const createProfile = (scope: Scope, content: ProfileContent) =>
  callApi<Profile>(scope, 'POST', profilesPath, content);

/**
 * Reads a version of a profile, all sidekicks, and the default profile of the workspace.
 * @param profileId null to read no profile
 */
export function useProfile(scope: Scope, profileId: string | null, version: number | null) {
  return useLive(
    `${scope.workspaceId} ${scope.environment} ${profileId} ${version}`,
    async (signal) => {
      const [profile, sidekicks, defaultId] = await Promise.all([
        profileId === null ? null : readProfile(scope, profileId, version, signal),
        listSidekicks(scope, signal),
        readDefault(scope, signal),
      ]);
      return { profile, sidekicks, defaultId };
    },
    () => null,
  );
}
