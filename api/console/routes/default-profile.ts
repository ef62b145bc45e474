import { findShippedProfile } from '@assay/analysis/profiles/shipped/index.ts';
import { setDefaultProfileRequest } from '@assay/domain/contracts/console.ts';
import { validationError } from '@assay/domain/errors.ts';
import { readDefaultProfile, setDefaultProfile } from '@assay/storage/profiles/profiles.ts';
import { consoleOperation } from '../workspace-route.ts';

/** Returns the profile that the console offers first for a new submission. */
export const readDefaultProfileRoute = consoleOperation({
  async handle({ caller, deps }) {
    return { status: 200, body: { profileId: await readDefaultProfile(deps.database, caller.workspaceId) } };
  },
});

export const setDefaultProfileRoute = consoleOperation({
  body: setDefaultProfileRequest,
  async handle({ caller, actor, body: { profileId: id }, deps }) {
    const profile = { id, isBuiltIn: id !== null && findShippedProfile(id) !== null };
    if (!(await setDefaultProfile(deps.database, caller.workspaceId, profile, actor)))
      throw validationError({ field: 'profileId', message: 'is not a profile of the workspace' });
    return { status: 200, body: { profileId: id } };
  },
});
