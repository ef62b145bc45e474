import { upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { shortWorkSeconds } from '@assay/domain/task-queues.ts';
import type { TrialResult, TryProfileInput } from '@assay/domain/workflow-inputs.ts';
import { judgeAgain, listTrialAssets } from './activities.ts';
import { untilShared } from './until-shared.ts';

/** Number of assets that are passed to one activity. It judges as many of them as its time permits. */
const batchSize = 50;

/**
 * Judges the files that a profile has judged by a changed profile. Returns those whose verdict differs. One activity
 * runs at a time, so a trial occupies at most one slot of the media workers.
 */
export async function tryProfile({ workspaceId, profile }: TryProfileInput): Promise<TrialResult> {
  const trial: TrialResult = { files: [], examined: 0, unexamined: 0 };
  let assets = await listTrialAssets.executeWithOptions({ summary: `list the files of ${profile.id}` }, [
    { workspaceId, profileId: profile.id },
  ]);
  while (assets.length > 0) {
    const batch = assets.slice(0, batchSize);
    const judged = await untilShared(() =>
      judgeAgain.executeWithOptions({ summary: `judge again, ${assets.length} files left` }, [
        { workspaceId, profile, assets: batch, withinSeconds: shortWorkSeconds },
      ]),
    );
    trial.files.push(...judged.files);
    trial.examined += judged.examined;
    trial.unexamined += judged.unexamined;
    assets = assets.slice(judged.done);
  }
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: 'complete' }]);
  return trial;
}
