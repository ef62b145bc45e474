import type { AssetType } from '@assay/domain/asset-type.ts';
import { maxKeepHours } from '@assay/domain/outages.ts';
import type { MediaFacts } from '@assay/domain/media-facts.ts';
import { decodeHeader, encodeSeries, maxHeaderBytes } from '@assay/domain/series/stored-series.ts';
import { recordProgress } from '@assay/storage/submissions/asset-progress.ts';
import { type AssetInWork, readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import { observationKey, seriesKey, storyboardKey } from '@assay/storage/s3/keys.ts';
import { isObjectMissing } from '@assay/storage/s3/storage-fault.ts';
import { findSidekick, type SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { examines } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import { requiresPackets } from '@assay/analysis/sidekicks/requirements/packet-properties.ts';
import { storeThroughOutages } from '../outages.ts';
import { asDecodingFailure } from './final-failure.ts';
import { observeFile, type ObservedSeries } from '@assay/analysis/jobs/observe-file.ts';
import { createProgressReporter } from './progress-reporter.ts';
import { type MediaDeps, withLocalCopy } from './with-local-copy.ts';

export interface ObserveAssetInput {
  submissionId: string;
  version: number;
  assetId: string;
  /** Ids of the sidekicks that examine the asset while it is decoded. */
  sidekickIds: string[];
  /** Seconds after which the activity fails with `decoding_takes_long`. Absent: the default time limit. */
  withinSeconds?: number;
}

/** Facts about the decoded file. Every value is null if nothing was decoded, in this attempt or before. */
export interface ObservedAsset {
  /** SHA-256 hash of the bytes in hexadecimal. */
  sha256: string | null;
  /** Key of the curves and pictures in the blob store. Null if there are none. */
  seriesKey: string | null;
  /** Null if ffprobe could not read the file. */
  media: MediaFacts | null;
  /** Version of the ffmpeg that decoded the file. Null also if the file was decoded before and has no curves. */
  ffmpeg: string | null;
}

const nothing: ObservedAsset = { sha256: null, seriesKey: null, media: null, ffmpeg: null };

/**
 * Decodes an asset once for all sidekicks that watch the decoding. Stores the curves and pictures, then the missing
 * observations. If only some observations are stored, decodes again for all sidekicks that watch the decoding, because
 * one decode must produce all curves. If all observations are stored, returns the stored facts. Does nothing if the
 * asset is finished or belongs to a later version.
 */
export function createObserveAsset({ database, blobs, tools, workDir }: MediaDeps) {
  return async function observeAsset(input: ObserveAssetInput): Promise<ObservedAsset> {
    const { submissionId, version, assetId, sidekickIds, withinSeconds } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return nothing;
    const named = namedDecoders(asset);
    const key = seriesKey(submissionId, assetId, named);
    const missing = await missingObservations(submissionId, assetId, sidekickIds);
    // The series is written before the observations, so it is stored too.
    if (missing.size === 0) return readStored(key);
    const reporter = createProgressReporter((share) =>
      recordProgress(database, submissionId, assetId, version, share),
    );
    try {
      const { observations, media, series, sha256 } = await withLocalCopy(
        { blobs, workDir },
        asset,
        async ({ sha256, progress, ...copy }) => ({
          sha256,
          ...(await observeFile({
            ...copy,
            tools,
            codes: named.map(({ code }) => code as SidekickCode),
            readsPackets: requiresPackets(asset.profile?.requirements ?? {}, asset.assetType as AssetType),
            measuredSeconds: asset.assetType === 'video' ? asset.metricValue : null,
            ...(withinSeconds === undefined ? {} : { timeoutMs: withinSeconds * 1000 }),
            progress(share) {
              progress(share);
              reporter.report(share);
            },
          })),
        }),
      );
      if (series !== null) await storeSeries(key, series, { sha256, media, ffmpeg: tools.version });
      await Promise.all(
        [...missing].map(([code, observation]) =>
          storeThroughOutages(maxKeepHours, () => blobs.putJson(observation, observations[code] ?? null)),
        ),
      );
      await reporter.end();
      return { sha256, seriesKey: series === null ? null : key, media, ffmpeg: tools.version };
    } catch (error) {
      throw asDecodingFailure(error, 'decoding', withinSeconds);
    }
  };

  /** Returns the storage keys of the observations that are not stored yet, by sidekick code. */
  async function missingObservations(
    submissionId: string,
    assetId: string,
    sidekickIds: readonly string[],
  ): Promise<Map<SidekickCode, string>> {
    const all = await Promise.all(
      sidekickIds.map(async (id) => {
        const sidekick = findSidekick(id)!;
        const key = observationKey(submissionId, assetId, sidekick);
        return { code: sidekick.code as SidekickCode, key, isStored: (await blobs.head(key)) !== null };
      }),
    );
    return new Map(all.flatMap(({ code, key, isStored }) => (isStored ? [] : [[code, key] as const])));
  }

  async function storeSeries(
    key: string,
    { storyboardJpeg, ...series }: ObservedSeries,
    file: { sha256: string; media: MediaFacts | null; ffmpeg: string },
  ): Promise<void> {
    const bytes = encodeSeries({ ...series, ...file });
    const store = (objectKey: string, content: Uint8Array, contentType: string) =>
      storeThroughOutages(maxKeepHours, () => blobs.putBytes(objectKey, content, contentType));
    await Promise.all([
      store(key, bytes, 'application/octet-stream'),
      ...(storyboardJpeg === null ? [] : [store(storyboardKey(key), storyboardJpeg, 'image/jpeg')]),
    ]);
  }

  /** Returns the facts in the header of a stored series. Every value is null if there is no series. */
  async function readStored(key: string): Promise<ObservedAsset> {
    try {
      const { bytes } = await blobs.readStart(key, maxHeaderBytes);
      const { sha256, media, ffmpeg } = decodeHeader(bytes);
      return { sha256, seriesKey: key, media, ffmpeg };
    } catch (error) {
      if (isObjectMissing(error)) return nothing;
      throw error;
    }
  }
}

/** Returns the requested sidekicks that watch the decoding, including those that already have a result. */
function namedDecoders({ sidekickIds, assetType, profile }: AssetInWork): SidekickDescription[] {
  const named = new Map(sidekickIds.map((id) => [id.toLowerCase(), findSidekick(id)]));
  return [...named.values()].filter(
    (sidekick): sidekick is SidekickDescription =>
      sidekick !== null && sidekick.decodes && examines(sidekick, assetType, profile),
  );
}
