import type { LocalCopy } from '@assay/analysis/decode/local-copy.ts';
import { probe } from '@assay/analysis/decode/ffprobe.ts';
import { makePreview as convert, maxPreviewBytes } from '@assay/analysis/decode/preview.ts';
import {
  maxUnmeasuredSeconds,
  recordingLimits,
  unmeasuredTimeoutMs,
} from '@assay/analysis/decode/recording-limits.ts';
import { outputName } from '@assay/analysis/decode/sandbox-script.ts';
import { previewType } from '@assay/domain/displayed-media.ts';
import { maxKeepHours } from '@assay/domain/outages.ts';
import { readAssetToPreview } from '@assay/storage/submissions/previews.ts';
import { previewKey } from '@assay/storage/s3/keys.ts';
import { storeThroughOutages } from '../outages.ts';
import { asDecodingFailure } from './final-failure.ts';
import { type MediaDeps, withLocalCopy } from './with-local-copy.ts';

/**
 * Limits for the conversion of a sound. The duration of a sound is not measured, so the limits for unmeasured files
 * apply.
 */
const soundLimits = {
  maxFrames: 1,
  maxSeconds: maxUnmeasuredSeconds,
  timeoutMs: unmeasuredTimeoutMs,
};

export interface PreviewStep {
  submissionId: string;
  assetId: string;
}

export interface MakePreviewStep extends PreviewStep {
  /** Seconds after which the activity fails with `decoding_takes_long`. Absent: the default time limit. */
  withinSeconds?: number;
}

/**
 * Converts an asset to an MP4 file that browsers play, and stores it. Does nothing if an earlier attempt has stored the
 * preview, or if the preview or its asset were removed.
 */
export function createMakePreview({ database, blobs, tools, workDir }: MediaDeps) {
  return async function makePreview({
    submissionId,
    assetId,
    withinSeconds,
  }: MakePreviewStep): Promise<void> {
    const asset = await readAssetToPreview(database, submissionId, assetId);
    const key = previewKey(submissionId, assetId);
    if (asset === null || (await blobs.head(key)) !== null) return;
    const { assetType, metricValue } = asset;
    const isVideo = assetType === 'video' && metricValue !== null;
    const limits = isVideo ? recordingLimits(metricValue) : soundLimits;
    const makeFrom = async ({ path, signal, progress }: LocalCopy) => {
      const media = await probe(tools, path, signal);
      const seconds = Math.min(limits.maxSeconds, media.format.duration ?? limits.maxSeconds);
      await convert({
        encoder: tools.encoder,
        path,
        media,
        signal,
        withPicture: isVideo,
        maxFrames: limits.maxFrames,
        maxSeconds: limits.maxSeconds,
        timeoutMs: withinSeconds === undefined ? limits.timeoutMs : withinSeconds * 1000,
        onProgress: (done) => progress(Math.min(1, done / seconds)),
      });
      await storeThroughOutages(maxKeepHours, async () => {
        // The asset may have been erased during the conversion.
        if ((await readAssetToPreview(database, submissionId, assetId)) === null) return;
        await blobs.putFile(key, path.replace(/[^/]+$/, outputName), previewType(assetType));
      });
    };
    try {
      await withLocalCopy({ blobs, workDir }, asset, makeFrom, maxPreviewBytes(limits.maxSeconds, isVideo));
    } catch (error) {
      throw asDecodingFailure(error, 'the preview', withinSeconds);
    }
  };
}
