import { ApplicationFailure } from '@temporalio/activity';
import type { AssetType } from '@assay/domain/asset-type.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { observationKey, shownTextKey } from '@assay/storage/s3/keys.ts';
import { type MediaDeps, openAsset } from './with-local-copy.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { builtInSidekicks } from '@assay/analysis/sidekicks/built-in.ts';
import { findSidekick, type SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import { settingsOf } from '@assay/analysis/profiles/profile.ts';
import { checkFindings } from '@assay/analysis/contract/check-findings.ts';
import type { MeasuredValues } from '@assay/analysis/contract/measured-values.ts';
import type { ShownText } from '@assay/analysis/text/shown-text.ts';
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
export function createRunSidekick({ database, blobs, parserPool, trustLists }: MediaDeps) {
  return async function runSidekick(input: RunSidekickInput): Promise<SidekickRun> {
    const { submissionId, version, assetId, sidekickId, decoded, readsText = false, withinSeconds } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return { findingCount: 0 };
    const sidekick = findSidekick(sidekickId);
    if (sidekick === null) {
      throw ApplicationFailure.nonRetryable(`unknown sidekick ${sidekickId}`, 'unknown_sidekick');
    }
    const limit = startTimeLimit('the examination', withinSeconds);
    const { signal } = limit;
    const source = openAsset(blobs, asset, signal);
    const { filename, assetType, mimeType, metricValue } = asset;
    const code = sidekick.code as SidekickCode;
    try {
      const observation = decoded
        ? bytesSource(await blobs.getSmall(observationKey(submissionId, assetId, sidekick)))
        : null;
      const shownText = readsText ? await readShownText(blobs, shownTextKey(submissionId, assetId)) : null;
      let measured: MeasuredValues = {};
      const findings = await withHeartbeat((progress) =>
        builtInSidekicks[code].examine(
          {
            asset: {
              assetId,
              filename,
              assetType: assetType as AssetType,
              mimeType: mimeType!,
              pages: assetType === 'document' ? metricValue : null,
            },
            source,
            shownText,
            settings: settingsOf(sidekick, asset.profile),
            trustLists: trustLists.read,
            parsers: parserPool.forTenant(asset.workspaceId),
            signal,
            progress,
            onMeasured: (values) => (measured = values),
          },
          observation,
        ),
      );
      if (input.asksForText === true && builtInSidekicks[code].wantsText?.(findings) === true)
        return { findingCount: findings.length, wantsText: true };
      const checked = checkFindings(sidekick, findings);
      return await storeFindings({ database, blobs }, input, sidekick, checked, measured);
    } catch (error) {
      throw limit.failureOf(error);
    }
  };
}

async function readShownText(blobs: BlobStore, key: string): Promise<ShownText | null> {
  return JSON.parse((await blobs.getSmall(key)).toString()) as ShownText | null;
}
