import { cancellationSignal } from '@temporalio/activity';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { ChangedVerdict, TrialResult } from '@assay/domain/workflow-inputs.ts';
import { type AssetId, type FinishedAsset, readFinishedAsset } from '@assay/storage/profiles/trials.ts';
import { judgeFileAgain } from './judge-file-again.ts';
import type { MediaDeps } from './with-local-copy.ts';

/** Maximum time in milliseconds to judge an asset again. Most take less than a second. */
const maxAssetMs = 20_000;
/** Time in milliseconds after which the activity begins no further asset. */
const maxBatchMs = 20_000;

export interface JudgeAgainInput {
  workspaceId: string;
  profile: Profile;
  assets: AssetId[];
  /** Time limit in seconds, by which a worker divides its slots. The limits of this file are shorter. */
  withinSeconds: number;
}

export interface JudgedBatch extends TrialResult {
  /** Number of assets that are done, from the first on. At least one. */
  done: number;
}

/** Judges the first of the given assets by a profile, as many as can be judged in `maxBatchMs`. */
export function createJudgeAgain(deps: Pick<MediaDeps, 'database' | 'blobs' | 'parserPool' | 'trustLists'>) {
  return async function judgeAgain({ workspaceId, profile, assets }: JudgeAgainInput): Promise<JudgedBatch> {
    const until = Date.now() + maxBatchMs;
    const batch: JudgedBatch = { done: 0, files: [], examined: 0, unexamined: 0 };
    for (const id of assets) {
      if (batch.done > 0 && Date.now() > until) break;
      const asset = await readFinishedAsset(deps.database, workspaceId, id);
      batch.done++;
      // The asset was erased meanwhile, or is retried.
      if (asset === null) continue;
      const judged = await judge(asset, profile);
      if (judged.after === null) batch.unexamined++;
      else batch.examined++;
      if (judged.after !== judged.before) batch.files.push(judged);
    }
    return batch;
  };

  async function judge(asset: FinishedAsset, profile: Profile): Promise<ChangedVerdict> {
    const cancelled = cancellationSignal();
    const deadline = AbortSignal.timeout(maxAssetMs);
    const { submissionId, assetId, verdict: before } = asset;
    const file = { submissionId, assetId, before };
    try {
      const signal = AbortSignal.any([cancelled, deadline]);
      const { verdict, notJudged } = await judgeFileAgain(deps, asset, profile, signal);
      // A known failure outweighs what could not be judged.
      if (notJudged === null || verdict.verdict === 'fail')
        return { ...file, after: verdict.verdict, reason: verdict.reason, notJudged: null };
      return { ...file, after: null, reason: null, notJudged };
    } catch (error) {
      if (!deadline.aborted || cancelled.aborted) throw error;
      const notJudged = `judging took longer than ${maxAssetMs / 1000} s`;
      return { ...file, after: null, reason: null, notJudged };
    }
  }
}
