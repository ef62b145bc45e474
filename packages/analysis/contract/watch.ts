import type { Curve } from '@assay/domain/series/series.ts';
import type { Frames, WholePictures } from '../decode/filter-graph.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

/**
 * A sidekick's measurements while a file is decoded. All sidekicks share one decoding: identical filter strings run
 * once, and each sidekick receives the messages of all filters.
 */
export interface Watch<Measurements> {
  /** ffmpeg filters for the picture at full size, which are slow. */
  pictureFilters?: readonly string[];
  /** ffmpeg filters for the picture scaled to a width of 320 pixels, which are fast. */
  smallFilters?: readonly string[];
  soundFilters?: readonly string[];
  frames?: Frames | undefined;
  lumaFrames?: Frames | undefined;
  wholePictures?: WholePictures | undefined;
  /**
   * Called for each log line of a filter, decoder, demuxer or `ffmpeg`, whose name is `from`. `level` is the log level.
   */
  onMessage?: (from: string, level: string, text: string) => void;
  /** Returns the measurements, which are stored as JSON. Called once at the end, even if ffmpeg failed. */
  seen: (decodedSeconds: number) => Measurements;
  /** Returns curves of the measured values, which are stored apart from the measurements. Called once at the end. */
  curves?: () => Curve[];
}

/** The stored result of a `Watch`. */
export interface Observation<Measurements> {
  /** The measurements; null if ffprobe could not read the file. */
  seen: Measurements | null;
  /** The last error before ffmpeg failed; null if the file was decoded to its end. */
  decodeFailure: string | null;
  /**
   * Present if decoding stopped at the limit of frames or of messages: the number of decoded frames, or null for the
   * limit of messages.
   */
  firstFrames?: number | null;
  /** Present if the time limit stopped the decoding: the limit in seconds. */
  firstSeconds?: number;
  /** True if decoding ended because it needed more memory than is available for one file. Absent otherwise. */
  outOfMemory?: boolean;
}

/** Returns whether a file was decoded to its end, without an error and below all limits. */
export function isWhole({
  decodeFailure,
  firstFrames,
  firstSeconds,
}: Omit<Observation<unknown>, 'seen'>): boolean {
  return decodeFailure === null && firstFrames === undefined && firstSeconds === undefined;
}

/** Reads a stored observation; null if nothing was measured. */
export async function readObservation<Measurements>(
  source: RangedSource,
): Promise<Observation<Measurements> | null> {
  const bytes = await source.read(0, source.sizeBytes);
  return JSON.parse(new TextDecoder().decode(bytes)) as Observation<Measurements> | null;
}
