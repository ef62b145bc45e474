import { v7 as uuidV7 } from 'uuid';
import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { checkProfile } from '@assay/analysis/profiles/check-profile.ts';
import { findShippedProfile, shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import { availableSidekicks } from '@assay/analysis/sidekicks/catalogue.ts';
import { wholeListQuery } from '@assay/domain/contracts/fields.ts';
import {
  createProfileRequest,
  profile,
  type ProfileContent,
  profileList,
  profilePath,
  readProfileQuery,
  updateProfileRequest,
} from '@assay/domain/contracts/profile.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';
import {
  addProfileVersion,
  deleteProfile,
  insertProfile,
  profilesBody,
  readProfile,
} from '@assay/storage/profiles/profiles.ts';
import { sidekicksBody } from '@assay/storage/submissions/custom-sidekicks.ts';
import type { ApiDeps } from '../deps.ts';
import { type CallersListRequest, readListAs } from '../list-reader.ts';
import { operation } from '../route.ts';
import { maxFaults } from '../validate.ts';

/** Maximum number of profiles of a workspace. */
const maxProfiles = 200;

const builtInList = shippedProfiles.map(({ id, code, name, version, assetTypes, description }) => ({
  id,
  code,
  name,
  version,
  builtIn: true,
  assetTypes,
  description,
}));

export const listProfilesRoute = operation({
  id: 'listProfiles',
  tag: 'Profiles',
  summary: 'List the profiles',
  description:
    'A profile describes what a destination asks for. Send its id in `sidekickIds` of a submission to get a verdict.',
  errors: ['list_timeout'],
  query: wholeListQuery,
  responses: { 200: profileList },
  async handle(request) {
    const own = await readListAs(request, { read: profilesBody, values: [] });
    return { status: 200, body: { profiles: [...builtInList, ...(JSON.parse(own!) as unknown[])] } };
  },
});

export const readProfileRoute = operation({
  id: 'readProfile',
  tag: 'Profiles',
  summary: 'Read a profile',
  description: 'Earlier versions stay readable, also after the profile was deleted.',
  errors: ['profile_not_found'],
  params: profilePath,
  query: readProfileQuery,
  responses: { 200: profile },
  async handle({ caller, params, query, deps }) {
    const found = await findProfile(deps, caller.workspaceId, params.profile_id, query.version ?? null);
    if (found === null) throw new ApiError('profile_not_found');
    return { status: 200, body: found };
  },
});

export const createProfileRoute = operation({
  id: 'createProfile',
  tag: 'Profiles',
  summary: 'Create a profile',
  description: 'With `basedOn`, the profile is a copy of another one with the fields that the request has.',
  errors: ['profile_code_taken', 'too_many_profiles', 'list_timeout'],
  body: createProfileRequest,
  responses: { 201: profile },
  async handle(request) {
    const { caller, actor, deps } = request;
    const { basedOn, ...given } = request.body;
    const base = basedOn === undefined ? null : await findProfile(deps, caller.workspaceId, basedOn);
    if (basedOn !== undefined && base === null)
      throw validationError({ field: 'basedOn', message: 'is not a profile of the workspace' });
    const named = Object.entries(given).filter(([, value]) => value !== undefined);
    const content = await checkedContent(request, {
      ...(base === null ? {} : contentOf(base)),
      ...Object.fromEntries(named),
    });
    const id = uuidV7();
    const outcome = await insertProfile(
      deps.database,
      caller.workspaceId,
      { id, content },
      maxProfiles,
      actor,
    );
    if (outcome === 'taken') throw codeTaken(content);
    if (outcome === 'full') throw new ApiError('too_many_profiles', { values: { max: maxProfiles } });
    return {
      status: 201,
      location: `/api/integrations/profiles/${id}`,
      body: { id, version: 1, builtIn: false, ...content },
    };
  },
});

export const updateProfileRoute = operation({
  id: 'updateProfile',
  tag: 'Profiles',
  summary: 'Change a profile',
  description:
    'Adds a version. Submissions that exist keep their version, also if an asset is retried; later ones use the new version.',
  errors: ['profile_not_found', 'profile_built_in', 'profile_changed', 'profile_code_taken', 'list_timeout'],
  params: profilePath,
  body: updateProfileRequest,
  responses: { 200: profile },
  async handle(request) {
    const { caller, actor, deps, params } = request;
    const { version: base, ...given } = request.body;
    const id = params.profile_id;
    rejectBuiltIn(id);
    const content = await checkedContent(request, given);
    const version = base + 1;
    const outcome = await addProfileVersion(
      deps.database,
      caller.workspaceId,
      { id, version, content },
      actor,
    );
    if (outcome === 'missing') throw new ApiError('profile_not_found');
    if (outcome === 'taken') throw codeTaken(content);
    if (outcome !== 'added') {
      throw new ApiError('profile_changed', { values: { version: outcome.currentVersion } });
    }
    return { status: 200, body: { id, version, builtIn: false, ...content } };
  },
});

export const deleteProfileRoute = operation({
  id: 'deleteProfile',
  tag: 'Profiles',
  summary: 'Delete a profile',
  description: 'Results that were judged by it keep it.',
  errors: ['profile_not_found', 'profile_built_in'],
  params: profilePath,
  responses: { 204: null },
  async handle({ caller, actor, deps, params }) {
    rejectBuiltIn(params.profile_id);
    const deleted = await deleteProfile(deps.database, caller.workspaceId, params.profile_id, actor);
    if (!deleted) throw new ApiError('profile_not_found');
    return { status: 204, empty: true };
  },
});

/** Returns a profile of the service or of the workspace, in the format of the API. */
export async function findProfile(
  deps: Pick<ApiDeps, 'database'>,
  workspaceId: string,
  id: string,
  version: number | null = null,
) {
  const shipped = findShippedProfile(id);
  if (shipped !== null) return version === null || version === shipped.version ? shipped : null;
  const found = await readProfile(deps.database, workspaceId, id, version);
  return found && { id: found.id, version: found.version, builtIn: false, ...found.content };
}

function contentOf({
  id: _,
  version: _version,
  builtIn: _builtIn,
  ...content
}: ProfileContent & { id: string; version: number; builtIn: boolean }): ProfileContent {
  return content;
}

/**
 * Returns the content of a profile after checking it against the sidekicks of the workspace.
 * @throws {ApiError} 422 that names the invalid fields
 */
export async function checkedContent(
  request: CallersListRequest & { deps: ApiDeps },
  content: unknown,
): Promise<ProfileContent> {
  const custom = await readListAs(request, { read: sidekicksBody, values: [] });
  const sidekicks = [
    ...availableSidekicks(request.deps.readsText),
    ...(JSON.parse(custom!) as SidekickDescription[]).map(withoutParameters),
  ];
  const result = checkProfile(content, sidekicks);
  if ('faults' in result) throw validationError(...result.faults.slice(0, maxFaults));
  return result.content;
}

/** Custom sidekicks have no parameters, and profiles cannot change their thresholds. */
function withoutParameters({ code, assetTypes, rules }: SidekickDescription) {
  return { code, assetTypes, rules: rules.map(({ adjustable: _, ...rule }) => rule) };
}

function rejectBuiltIn(id: string): void {
  if (findShippedProfile(id) !== null) throw new ApiError('profile_built_in');
}

function codeTaken({ code }: ProfileContent): ApiError {
  return new ApiError('profile_code_taken', { values: { code } });
}
