import { DecodeTimedOut } from '@assay/analysis/decode/run-ffmpeg.ts';
import { readFileText } from '@assay/analysis/text/read-file.ts';
import { readPages } from '@assay/analysis/text/read-pages.ts';
import type { ShownText } from '@assay/analysis/text/shown-text.ts';
import type { TextReader } from '@assay/analysis/text/text-reader.ts';
import { maxKeepHours } from '@assay/domain/outages.ts';
import { type AssetInWork, readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import { shownTextKey } from '@assay/storage/s3/keys.ts';
import { storeThroughOutages } from '../outages.ts';
import type { AssetStep } from '../record/secure-asset.ts';
import { startTimeLimit } from './final-failure.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { type MediaDeps, openAsset, withLocalCopy } from './with-local-copy.ts';

/** Time limit in milliseconds for reading all pages of a document. */
const maxDocumentMs = 60 * 60_000;

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
    const reader = textReaders.forTenant(asset.workspaceId);
    const limit = startTimeLimit('reading text', withinSeconds);
    try {
      const text =
        asset.assetType === 'document'
          ? await readDocument(asset, reader, limit.signal)
          : await readPictures(asset, reader, limit.signal);
      await storeThroughOutages(maxKeepHours, () => blobs.putJson(key, text));
    } catch (error) {
      throw limit.failureOf(error);
    }
  };

  function readPictures(
    asset: AssetInWork,
    reader: TextReader,
    signal: AbortSignal,
  ): Promise<ShownText | null> {
    return withLocalCopy({ ...deps, signal }, asset, ({ path, progress }) =>
      readFileText({
        tools: deps.tools,
        path,
        reader,
        parsers: deps.parserPool.forTenant(asset.workspaceId),
        signal,
        progress,
        measuredSeconds: asset.assetType === 'video' ? asset.metricValue : null,
      }),
    );
  }

  async function readDocument(
    asset: AssetInWork,
    reader: TextReader,
    limit: AbortSignal,
  ): Promise<ShownText> {
    const timeout = AbortSignal.timeout(maxDocumentMs);
    const signal = AbortSignal.any([limit, timeout]);
    try {
      return await withHeartbeat((progress) =>
        readPages({
          source: openAsset(blobs, asset, signal),
          parsers: deps.parserPool.forTenant(asset.workspaceId),
          reader,
          pages: asset.metricValue ?? 1,
          signal,
          progress,
        }),
      );
    } catch (error) {
      if (limit.aborted || !timeout.aborted) throw error;
      throw new DecodeTimedOut(`reading pages took longer than ${maxDocumentMs / 1000} s`);
    }
  }
}
