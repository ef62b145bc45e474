import { readFileText } from '@assay/analysis/text/read-file.ts';
import { readPages } from '@assay/analysis/text/read-pages.ts';
import { readingTimeMs } from '@assay/analysis/text/reading-time.ts';
import type { ShownText } from '@assay/analysis/text/shown-text.ts';
import type { TextReaders } from '@assay/analysis/text/reader/text-readers.ts';
import { maxKeepHours } from '@assay/domain/outages.ts';
import { type AssetInWork, readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import { shownTextKey } from '@assay/storage/s3/keys.ts';
import { storeThroughOutages } from '../outages.ts';
import type { AssetStep } from '../record/secure-asset.ts';
import { startTimeLimit, type TimeLimit } from './final-failure.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { type MediaDeps, openAsset, withLocalCopy } from './with-local-copy.ts';

export interface ReadTextInput extends AssetStep {
  /** Seconds after which the activity fails with `decoding_takes_long`. Absent: the default time limit. */
  withinSeconds?: number;
}

/**
 * Reads the text that is shown in an asset once for all sidekicks, and stores it. Does nothing if an earlier attempt or
 * version stored the text, or if the asset is finished or belongs to a later version.
 */
export function createReadText(deps: MediaDeps) {
  const { database, blobs, textReaders } = deps;
  return async function readText(input: ReadTextInput): Promise<void> {
    const { submissionId, version, assetId, withinSeconds } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return;
    const key = shownTextKey(submissionId, assetId);
    if ((await blobs.head(key)) !== null) return;
    // A retryable failure, because another worker may be able to read text.
    if (textReaders === null) throw new Error('this worker does not read text (TEXT_READER is off)');
    const limit = startTimeLimit('reading text', withinSeconds, readingTimeMs(asset));
    try {
      const text = await (asset.assetType === 'document' ? readDocument : readPictures)(
        asset,
        textReaders,
        limit,
      );
      await storeThroughOutages(maxKeepHours, () => blobs.putJson(key, text));
    } catch (error) {
      throw limit.failureOf(error);
    }
  };

  function readPictures(
    asset: AssetInWork,
    readers: TextReaders,
    { signal, clock }: TimeLimit,
  ): Promise<ShownText | null> {
    return withLocalCopy({ ...deps, signal, clock }, asset, ({ path, progress }) =>
      readFileText({
        tools: deps.tools,
        path,
        reader: readers.forTenant(asset.workspaceId, clock),
        parsers: deps.parserPool.forTenant(asset.workspaceId),
        signal,
        progress,
        measuredSeconds: asset.assetType === 'video' ? asset.metricValue : null,
      }),
    );
  }

  function readDocument(
    asset: AssetInWork,
    readers: TextReaders,
    { signal, clock }: TimeLimit,
  ): Promise<ShownText> {
    return withHeartbeat((progress) =>
      readPages({
        source: openAsset(blobs, asset, signal),
        parsers: deps.parserPool.forTenant(asset.workspaceId),
        reader: readers.forTenant(asset.workspaceId, clock),
        pages: asset.metricValue ?? 1,
        signal,
        progress,
      }),
    );
  }
}
