import type { Finding } from '@assay/analysis/contract/finding.ts';
import type { SidekickInput } from '@assay/analysis/contract/contract.ts';
import { builtInSidekicks } from '@assay/analysis/sidekicks/built-in.ts';
import type { SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import type { ShownText } from '@assay/analysis/text/shown-text.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import type { AssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { observationKey, shownTextKey } from '@assay/storage/s3/keys.ts';
import { type MediaDeps, openAsset } from './with-local-copy.ts';

/** An asset whose permanent copy is stored. */
export type StoredAsset = Pick<
  AssetInWork,
  | 'workspaceId'
  | 'assetId'
  | 'filename'
  | 'mimeType'
  | 'assetType'
  | 'metricValue'
  | 'blobKey'
  | 'blobEtag'
  | 'sizeBytes'
>;

interface Examination extends Pick<SidekickInput, 'settings' | 'signal' | 'progress' | 'onMeasured'> {
  /** The submission of the asset. */
  submissionId: string;
  /** The sidekick, in the version whose observation is read. */
  sidekick: { code: string; version: string };
  /** True if `observeAsset` has stored the observation of the sidekick. */
  decoded: boolean;
  /** True if `readText` has stored the text that is shown in the asset. */
  readsText: boolean;
}

/** Runs a built-in sidekick on the stored observation and the stored text of an asset, without decoding the file. */
export async function examineAsset(
  { blobs, parserPool, trustLists }: Pick<MediaDeps, 'blobs' | 'parserPool' | 'trustLists'>,
  asset: StoredAsset,
  { submissionId, sidekick, decoded, readsText, signal, ...rest }: Examination,
): Promise<Finding[]> {
  const { assetId, filename, assetType, mimeType, metricValue, workspaceId } = asset;
  const observation = decoded
    ? bytesSource(await blobs.getSmall(observationKey(submissionId, assetId, sidekick)))
    : null;
  const shownText = readsText ? await readShownText(blobs, shownTextKey(submissionId, assetId)) : null;
  return builtInSidekicks[sidekick.code as SidekickCode].examine(
    {
      asset: {
        assetId,
        filename,
        assetType: assetType as AssetType,
        mimeType: mimeType!,
        pages: assetType === 'document' ? metricValue : null,
      },
      source: openAsset(blobs, asset, signal),
      shownText,
      trustLists: trustLists.read,
      parsers: parserPool.forTenant(workspaceId),
      signal,
      ...rest,
    },
    observation,
  );
}

async function readShownText(blobs: BlobStore, key: string): Promise<ShownText | null> {
  return JSON.parse((await blobs.getSmall(key)).toString()) as ShownText | null;
}
