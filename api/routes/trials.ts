import {
  profilePath,
  startedTrial,
  startTrialRequest,
  trial,
  trialPath,
} from '@assay/domain/contracts/profile.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { readTrial } from '@assay/runtime/temporal/trials.ts';
import { maxTrialAssets, maxTrialDays, readFilenames } from '@assay/storage/profiles/trials.ts';
import { operation } from '../route.ts';
import { checkedContent, findProfile } from './profiles.ts';

export const startTrialRoute = operation({
  id: 'startTrial',
  tag: 'Profiles',
  summary: 'Try a change of a profile',
  description:
    `Judges the files again that any version of the profile has judged in the last ${maxTrialDays} days: the newest ` +
    `${maxTrialAssets}. Nothing is decoded and nothing changes. A workspace has one trial at a time: a new one ends ` +
    'that which is running.',
  errors: ['profile_not_found', 'list_timeout'],
  params: profilePath,
  body: startTrialRequest,
  responses: { 202: startedTrial },
  async handle(request) {
    const { caller, deps, params } = request;
    const profileId = params.profile_id.toLowerCase();
    const current = await findProfile(deps, caller.workspaceId, profileId);
    if (current === null) throw new ApiError('profile_not_found');
    const content = await checkedContent(request, request.body);
    const version = current.version + 1;
    const trialId = await deps.starter.startTrial({
      workspaceId: caller.workspaceId,
      profile: { ...content, id: profileId, version, builtIn: false },
    });
    return {
      status: 202,
      location: `/api/integrations/profiles/${profileId}/trials/${trialId}`,
      body: { trialId },
    };
  },
});

export const readTrialRoute = operation({
  id: 'readTrial',
  tag: 'Profiles',
  summary: 'Read what a change of a profile would change',
  description:
    'Files that were deleted after the trial are left out. A trial is kept for some days after its end.',
  errors: ['trial_not_found'],
  params: trialPath,
  responses: { 200: trial },
  async handle({ caller, deps, params }) {
    const { workspaceId } = caller;
    const trialId = params.trial_id.toLowerCase();
    const found = await readTrial(deps.temporal, workspaceId, params.profile_id.toLowerCase(), trialId);
    if (found === null) throw new ApiError('trial_not_found');
    const { status, result } = found;
    if (result === null)
      return { status: 200, body: { trialId, status, files: [], examined: 0, unexamined: 0 } };
    const names = await readFilenames(
      deps.database,
      workspaceId,
      result.files.map(({ assetId }) => assetId),
    );
    const files = result.files.flatMap((file) => {
      const filename = names.get(file.assetId);
      return filename === undefined ? [] : [{ ...file, filename }];
    });
    const { examined, unexamined } = result;
    return { status: 200, body: { trialId, status, files, examined, unexamined } };
  },
});
