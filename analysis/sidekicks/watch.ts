import { DecodeFailed, type Frames } from '../media/ffmpeg.ts';

/**
 * The measurements of a sidekick while a file is decoded. All sidekicks share one decoding: identical filter strings
 * run once, and each sidekick receives the messages of all filters.
 */
export interface Watch<Measurements> {
  /** ffmpeg filters for the picture at its full size; slow. */
  pictureFilters?: readonly string[];
  /** ffmpeg filters for the picture scaled to a width of 320 pixels; fast. */
  smallFilters?: readonly string[];
  soundFilters?: readonly string[];
  frames?: Frames;
  /** Called for each line logged by a filter, decoder, demuxer or `ffmpeg`: its name, the log level and the text. */
  onMessage?: (from: string, level: string, text: string) => void;
  /** Returns the measurements, stored as JSON. Called once at the end, also if ffmpeg failed. */
  seen: (decodedSeconds: number) => Measurements;
}

/** The stored result of a watch. */
export interface Observation<Measurements> {
  /** Null if ffprobe could not read the file. */
  seen: Measurements | null;
  /** The last error before ffmpeg failed; null if the file was decoded to its end. */
  decodeFailure: string | null;
}

/** Returns the measurements of a file that was decoded to its end; otherwise throws `DecodeFailed`. */
export function completeMeasurements<Measurements>({
  seen,
  decodeFailure,
}: Observation<Measurements>): Measurements {
  if (seen === null || decodeFailure !== null) throw new DecodeFailed(decodeFailure ?? 'nothing was decoded');
  return seen;
}
