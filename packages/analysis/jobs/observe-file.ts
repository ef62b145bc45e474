import { mergeCurves } from '../decode/series/merge-curves.ts';
import { takeRegularPictures } from '../decode/series/regular-pictures.ts';
import { readCaptions } from '../decode/captions/read-captions.ts';
import { decode } from '../decode/decode.ts';
import type { RegularPictures } from '../decode/filter-graph.ts';
import { DecodeFailed, DecodeOutOfMemory } from '../decode/run-ffmpeg.ts';
import {
  hasSubtitleText,
  probe,
  type ProbeReport,
  ProbeRefused,
  subtitleTexts,
  withFieldOrder,
} from '../decode/ffprobe.ts';
import { frameLimit, messageLimit } from '../decode/image-limits.ts';
import type { LocalCopy } from '../decode/local-copy.ts';
import { mediaFacts } from '../decode/media-facts.ts';
import { decoderThreads } from '../decode/memory-limits.ts';
import type { MediaTools } from '../decode/media-tools.ts';
import { needsPackets, packetTotals } from '../decode/packet-totals.ts';
import {
  LongerThanMeasured,
  maxUnmeasuredSeconds,
  recordingLimits,
  unmeasuredTimeoutMs,
} from '../decode/recording-limits.ts';
import { soundInput } from '../decode/sound-input.ts';
import { examinedStreams } from '../decode/streams.ts';
import { builtInSidekicks } from '../sidekicks/built-in.ts';
import type { SidekickCode } from '../sidekicks/catalogue.ts';
import { combineWatches } from '../contract/combine-watches.ts';
import { isWhole, type Observation, type Watch } from '../contract/watch.ts';
import type { MediaFacts } from '@assay/domain/media-facts.ts';
import type { SeriesContent } from '@assay/domain/series/stored-series.ts';

/** Default time limit of an image in milliseconds. Only hostile or damaged images take minutes. */
const maxImageMs = 10 * 60_000;

/** The observations made during one decoding, by sidekick code. */
export type Observations = Partial<Record<SidekickCode, Observation<unknown>>>;

export interface ObservedSeries extends Pick<
  SeriesContent,
  'complete' | 'curves' | 'pictures' | 'storyboard'
> {
  /** The storyboard as a JPEG; null if there is none. */
  storyboardJpeg: Uint8Array | null;
}

export interface Observed {
  observations: Observations;
  /** Null if ffprobe could not read the file. */
  media: MediaFacts | null;
  /** Null if there are no curves and no pictures. */
  series: ObservedSeries | null;
}

export interface ObserveFileOptions extends LocalCopy {
  tools: MediaTools;
  codes: readonly SidekickCode[];
  /** Whether to read the packets for `requirements`; absent: true if the sidekick is named. */
  readsPackets?: boolean;
  /** Measured and charged duration of a video in seconds; null or absent if it was not measured. */
  measuredSeconds?: number | null;
  /**
   * Time limit in milliseconds; absent: `imageTimeoutMs` for an image. For a recording, the default depends on the
   * measured duration; it is `unmeasuredTimeoutMs` if no duration was measured.
   */
  timeoutMs?: number | undefined;
  /** Time limit in milliseconds for an image if `timeoutMs` is absent; absent: ten minutes. */
  imageTimeoutMs?: number;
}

/**
 * Decodes a local file once for the given sidekicks. Returns one observation for each sidekick that measures in this
 * file, and the curves and pictures of the file. If ffprobe cannot read the file, every observation contains the
 * reason.
 */
export async function observeFile({
  tools,
  path,
  codes,
  readsPackets = codes.includes('requirements'),
  measuredSeconds = null,
  timeoutMs,
  imageTimeoutMs = maxImageMs,
  signal,
  progress,
}: ObserveFileOptions): Promise<Observed> {
  let report: ProbeReport;
  try {
    report = await probe(tools, path, signal);
    const { picture } = examinedStreams(report);
    if (picture !== null && frameLimit(report) === null)
      report = await withFieldOrder(tools, path, report, picture.index, signal);
    if (hasSubtitleText(report) && codes.includes('integrity'))
      report = { ...report, subtitles: await subtitleTexts(tools, path, report, signal) };
    if (readsPackets && frameLimit(report) === null && needsPackets(report))
      report = { ...report, packetTotals: await packetTotals(tools, path, signal) };
    if (codes.includes('captions') && frameLimit(report) === null)
      report = { ...report, captions: await readCaptions(tools, path, report, signal) };
  } catch (error) {
    if (!(error instanceof ProbeRefused)) throw error;
    const refused = codes.map((code) => [code, { seen: null, decodeFailure: error.message }]);
    return {
      observations: Object.fromEntries(refused) as Observations,
      media: null,
      series: null,
    };
  }
  const media = mediaFacts(report);
  const watches = codes.flatMap((code): [SidekickCode, Watch<unknown>][] => {
    const watch = builtInSidekicks[code].watch?.(report) ?? null;
    return watch === null ? [] : [[code, watch]];
  });
  if (watches.length === 0) return { observations: {}, media, series: null };
  const watch = combineWatches(Object.fromEntries(watches));
  const isRecording = frameLimit(report) === null;
  const durationSeconds = expectedSeconds(report, measuredSeconds);
  const pictures =
    isRecording && media.video !== null && durationSeconds > 0 ? takeRegularPictures(durationSeconds) : null;
  const { decodedSeconds, ...outcome } = await decodeFor(watch, {
    tools,
    path,
    media: report,
    measuredSeconds,
    timeoutMs,
    imageTimeoutMs,
    signal,
    progress,
    pictures: pictures?.request,
  });
  const observations = Object.entries(watch.seen(decodedSeconds)).map(([code, seen]) => [
    code,
    { seen, ...outcome },
  ]);
  const curves = isRecording ? mergeCurves(watch.curves?.() ?? []) : [];
  const taken = pictures?.taken() ?? { pictures: null, storyboard: null };
  return {
    observations: Object.fromEntries(observations) as Observations,
    media,
    series:
      curves.length === 0 && taken.pictures === null
        ? null
        : {
            complete: isWhole(outcome),
            curves,
            pictures: taken.pictures,
            storyboard: taken.storyboard?.description ?? null,
            storyboardJpeg: taken.storyboard?.jpeg ?? null,
          },
  };
}

/**
 * Returns the expected duration of a recording in seconds, for the interval of its pictures. Returns 0 if no duration
 * was measured and the file declares none.
 */
function expectedSeconds({ format }: ProbeReport, measuredSeconds: number | null): number {
  if (measuredSeconds === null) return Math.min(format.duration ?? 0, maxUnmeasuredSeconds);
  // The measured duration is rounded to seconds, so the declared duration may be slightly longer. A hostile file may
  // declare any duration, so `maxSeconds` limits it.
  const { maxSeconds } = recordingLimits(measuredSeconds);
  return Math.max(measuredSeconds, Math.min(format.duration ?? 0, maxSeconds));
}

async function decodeFor(
  { pictureFilters = [], smallFilters = [], soundFilters = [], ...watch }: Watch<unknown>,
  {
    media,
    progress,
    measuredSeconds,
    timeoutMs,
    imageTimeoutMs,
    pictures,
    ...file
  }: LocalCopy & {
    tools: MediaTools;
    media: ProbeReport;
    measuredSeconds: number | null;
    timeoutMs: number | undefined;
    imageTimeoutMs: number;
    pictures: RegularPictures | undefined;
  },
): Promise<{ decodedSeconds: number } & Omit<Observation<unknown>, 'seen'>> {
  const durationSeconds = media.format.duration ?? 0;
  const imageFrames = frameLimit(media);
  const recording =
    imageFrames === null && measuredSeconds !== null ? recordingLimits(measuredSeconds) : null;
  const maxFrames = imageFrames ?? recording?.maxFrames ?? null;
  const { picture } = examinedStreams(media);
  // One second beyond the limit shows that the recording is longer.
  const maxSeconds = recording?.maxSeconds ?? maxUnmeasuredSeconds + 1;
  let decodedSeconds = 0;
  // Without filters, the ffmpeg command has no output, and ffmpeg does not start. For example, no filter remains if a
  // file has only a sound stream, and the sample rate of this stream is too low to be examined.
  if (watch.frames === undefined && [...pictureFilters, ...smallFilters, ...soundFilters].length === 0)
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
      sound: soundInput(media),
      pictureFilters,
      smallFilters,
      soundFilters,
      frames: watch.frames,
      lumaFrames: watch.lumaFrames,
      wholePictures: watch.wholePictures,
      pictures,
      onMessage: (...message) => watch.onMessage?.(...message),
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
