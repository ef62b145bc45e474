import { ApplicationFailure } from '@temporalio/activity';
import { maxKeepHours } from '../../domain/outages.ts';
import { readAssetInWork } from '../../storage/postgres/recordings.ts';
import { observationKey } from '../../storage/s3/keys.ts';
import { decode, DecodeFailed, DecodeOutOfMemory, DecodeTimedOut } from '../../analysis/media/ffmpeg.ts';
import { probe, type ProbeReport, ProbeRefused } from '../../analysis/media/ffprobe.ts';
import { frameLimit, messageLimit } from '../../analysis/media/image-limits.ts';
import { decoderThreads } from '../../analysis/media/memory-limits.ts';
import type { MediaTools } from '../../analysis/media/media-tools.ts';
import {
  LongerThanMeasured,
  maxUnmeasuredSeconds,
  recordingLimits,
  unmeasuredTimeoutMs,
} from '../../analysis/media/recording-limits.ts';
import { examinedStreams } from '../../analysis/media/streams.ts';
import { builtInSidekicks } from '../../analysis/sidekicks/built-in.ts';
import { findSidekick, type SidekickCode } from '../../analysis/sidekicks/catalogue.ts';
import { storeThroughOutages } from '../outages.ts';
import { asFinalFailure } from './final-failure.ts';
import { type LocalCopy, type MediaDeps, withLocalCopy } from './with-local-copy.ts';
import type { Observation, Watch } from '../../analysis/sidekicks/watch.ts';

/** `frameLimit` bounds an image to seconds. Only a hostile image takes longer, for example one with damaged frames. */
const maxImageMs = 10 * 60_000;

export interface ObserveAssetInput {
  submissionId: string;
  version: number;
  assetId: string;
  /** Ids of the sidekicks that examine the asset while it is decoded. */
  sidekickIds: string[];
  /**
   * Time limit in seconds, after which the activity fails with `decoding_takes_long`. Absent: the default time limit.
   */
  withinSeconds?: number;
}

/** The observations made during one decoding, by sidekick code. */
export type Observations = Partial<Record<SidekickCode, Observation<unknown>>>;

/** The bytes that were decoded. */
export interface ObservedBytes {
  /** SHA-256 hash in hexadecimal. Null if nothing was decoded. */
  sha256: string | null;
}

/**
 * Decodes an asset once for all sidekicks that watch the decoding. Stores one observation for each sidekick.
 * Observations that an earlier attempt or version stored are not repeated. Does nothing if the asset is finished or
 * belongs to a later version.
 */
export function createObserveAsset({ database, blobs, tools, workDir }: MediaDeps) {
  return async function observeAsset(input: ObserveAssetInput): Promise<ObservedBytes> {
    const { submissionId, version, assetId, sidekickIds, withinSeconds } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return { sha256: null };
    const keys = await missingObservations(submissionId, assetId, sidekickIds);
    if (keys.size === 0) return { sha256: null };
    try {
      const { observations, sha256 } = await withLocalCopy(
        { blobs, workDir },
        asset,
        async ({ sha256, ...copy }) => ({
          sha256,
          observations: await observe({
            ...copy,
            tools,
            codes: [...keys.keys()],
            measuredSeconds: asset.assetType === 'video' ? asset.metricValue : null,
            ...(withinSeconds === undefined ? {} : { timeoutMs: withinSeconds * 1000 }),
          }),
        }),
      );
      await Promise.all(
        [...keys].map(([code, key]) =>
          storeThroughOutages(maxKeepHours, () => blobs.putJson(key, observations[code] ?? null)),
        ),
      );
      return { sha256 };
    } catch (error) {
      if (withinSeconds !== undefined && error instanceof DecodeTimedOut)
        throw ApplicationFailure.nonRetryable(
          `decoding takes longer than ${withinSeconds} s`,
          'decoding_takes_long',
        );
      throw asFinalFailure(error);
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
}

/**
 * Decodes a local file once for the given sidekicks. Returns one observation for each sidekick that watches the
 * decoding of this file. If ffprobe cannot read the file, every observation contains the reason.
 */
export async function observe({
  tools,
  path,
  codes,
  measuredSeconds = null,
  timeoutMs,
  imageTimeoutMs = maxImageMs,
  signal,
  progress,
}: LocalCopy & {
  tools: MediaTools;
  codes: readonly SidekickCode[];
  /** Duration of a video in seconds that was measured and charged. Null or absent if it was not measured. */
  measuredSeconds?: number | null;
  /**
   * Time limit of the decoding in milliseconds; absent: a limit below the timeout of the activity, after which Temporal
   * would retry. A retry would take as long as the first attempt.
   */
  timeoutMs?: number | undefined;
  /** Time limit in milliseconds of an image without `timeoutMs`. */
  imageTimeoutMs?: number;
}): Promise<Observations> {
  let media: ProbeReport;
  try {
    media = await probe(tools, path, signal);
  } catch (error) {
    if (!(error instanceof ProbeRefused)) throw error;
    return Object.fromEntries(codes.map((code) => [code, { seen: null, decodeFailure: error.message }]));
  }
  const watches = codes.flatMap((code) => {
    const watch = builtInSidekicks[code].watch?.(media) ?? null;
    return watch === null ? [] : [{ code, watch }];
  });
  if (watches.length === 0) return {};
  const { decodedSeconds, ...outcome } = await decodeFor(
    watches.map(({ watch }) => watch),
    { tools, path, media, measuredSeconds, timeoutMs, imageTimeoutMs, signal, progress },
  );
  return Object.fromEntries(
    watches.map(({ code, watch }) => [code, { seen: watch.seen(decodedSeconds), ...outcome }]),
  );
}

async function decodeFor(
  watches: readonly Watch<unknown>[],
  {
    media,
    progress,
    measuredSeconds,
    timeoutMs,
    imageTimeoutMs,
    ...file
  }: LocalCopy & {
    tools: MediaTools;
    media: ProbeReport;
    measuredSeconds: number | null;
    timeoutMs: number | undefined;
    imageTimeoutMs: number;
  },
): Promise<{ decodedSeconds: number } & Omit<Observation<unknown>, 'seen'>> {
  const all = (filters: (watch: Watch<unknown>) => readonly string[] | undefined) => [
    ...new Set(watches.flatMap((watch) => filters(watch) ?? [])),
  ];
  const durationSeconds = media.format.duration ?? 0;
  const imageFrames = frameLimit(media);
  const recording =
    imageFrames === null && measuredSeconds !== null ? recordingLimits(measuredSeconds) : null;
  const maxFrames = imageFrames ?? recording?.maxFrames ?? null;
  const { picture, sound } = examinedStreams(media);
  // The second after the limit shows that there is more.
  const maxSeconds = recording?.maxSeconds ?? maxUnmeasuredSeconds + 1;
  let decodedSeconds = 0;
  const filters = {
    pictureFilters: all((watch) => watch.pictureFilters),
    smallFilters: all((watch) => watch.smallFilters),
    soundFilters: all((watch) => watch.soundFilters),
  };
  const frames = watches.find((watch) => watch.frames !== undefined)?.frames;
  // ffmpeg does not start without an output, for example if the sample rate of the sound is too low.
  if (frames === undefined && Object.values(filters).every((each) => each.length === 0))
    return { decodedSeconds, decodeFailure: null };
  try {
    const cutBy = await decode({
      ...file,
      ...(imageFrames === null
        ? { maxSeconds, threads: decoderThreads(picture?.stream ?? {}) }
        : { maxMessages: messageLimit(imageFrames), threads: 1 }),
      ...(maxFrames === null ? {} : { maxFrames }),
      timeoutMs:
        timeoutMs ?? (imageFrames === null ? (recording?.timeoutMs ?? unmeasuredTimeoutMs) : imageTimeoutMs),
      pictureStream: picture?.index,
      soundStream: sound?.index,
      ...filters,
      frames,
      onMessage: (...message) => watches.forEach((watch) => watch.onMessage?.(...message)),
      onProgress: (seconds) => {
        decodedSeconds = seconds;
        if (durationSeconds > 0) progress(Math.min(1, seconds / durationSeconds));
      },
    });
    if (recording !== null && decodedSeconds > recording.longestSeconds) {
      throw new LongerThanMeasured(
        `decoded more than ${recording.longestSeconds} s, measured ${measuredSeconds} s`,
      );
    }
    return {
      decodedSeconds,
      decodeFailure: null,
      ...(cutBy === null ? {} : { firstFrames: cutBy === 'frames' ? maxFrames : null }),
      ...(imageFrames === null && recording === null && decodedSeconds > maxUnmeasuredSeconds
        ? { firstSeconds: maxUnmeasuredSeconds }
        : {}),
    };
  } catch (error) {
    if (!(error instanceof DecodeFailed)) throw error;
    const decodeFailure = error.message;
    return {
      decodedSeconds,
      decodeFailure,
      ...(error instanceof DecodeOutOfMemory ? { outOfMemory: true } : {}),
    };
  }
}
