import { ApplicationFailure } from '@temporalio/activity';
import { readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import { examineAsset } from './examine-asset.ts';
import type { MediaDeps } from './with-local-copy.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { builtInSidekicks } from '@assay/analysis/sidekicks/built-in.ts';
import { findSidekick, type SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import { settingsOf } from '@assay/analysis/profiles/profile.ts';
import { checkFindings } from '@assay/analysis/contract/check-findings.ts';
import type { MeasuredValues } from '@assay/analysis/contract/measured-values.ts';
import { startTimeLimit } from './final-failure.ts';
import { storeFindings } from '../record/store-findings.ts';

export interface RunSidekickInput {
  submissionId: string;
  version: number;
  assetId: string;
  sidekickId: string;
  /** True if `observeAsset` has decoded the asset for this sidekick and stored its observation. */
  decoded: boolean;
  /** True if `readText` has stored the text that is shown in the asset. Absent: false. */
  readsText?: boolean;
  /** True if the sidekick may ask for this text. Absent: false. */
  asksForText?: true;
  /** Seconds after which the activity fails with `decoding_takes_long`. Absent: the time limit of the activity. */
  withinSeconds?: number;
}

export interface SidekickRun {
  findingCount: number;
  /** True if the findings were not stored, because the sidekick asks for the text that is shown in the asset. */
  wantsText?: true;
}

/**
 * Runs a built-in sidekick on an asset, stores its findings and returns their number. Does nothing and returns 0 if
 * the asset is finished or belongs to a later version.
 */
export function createRunSidekick(deps: MediaDeps) {
  const { database } = deps;
  return async function runSidekick(input: RunSidekickInput): Promise<SidekickRun> {
    const { submissionId, version, assetId, sidekickId, decoded, readsText = false, withinSeconds } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return { findingCount: 0 };
    const sidekick = findSidekick(sidekickId);
    if (sidekick === null) {
      throw ApplicationFailure.nonRetryable(`unknown sidekick ${sidekickId}`, 'unknown_sidekick');
    }
    const limit = startTimeLimit('the examination', withinSeconds);
    try {
      let measured: MeasuredValues = {};
      const findings = await withHeartbeat((progress) =>
        examineAsset(deps, asset, {
          submissionId,
          sidekick,
          decoded,
          readsText,
          settings: settingsOf(sidekick, asset.profile),
          signal: limit.signal,
          progress,
          onMeasured: (values) => (measured = values),
        }),
      );
      const { wantsText } = builtInSidekicks[sidekick.code as SidekickCode];
      if (input.asksForText === true && wantsText?.(findings) === true)
        return { findingCount: findings.length, wantsText: true };
      return await storeFindings(deps, input, sidekick, checkFindings(sidekick, findings), measured);
    } catch (error) {
      throw limit.failureOf(error);
    }
  };
}
