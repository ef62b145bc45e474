import { DecodeFailed, type Frames } from '../media/ffmpeg.ts';

/**
 * What a sidekick looks for while a file is decoded. All that are asked for of a file share one decoding, so filters alike
 * in every letter run once, and every sidekick hears what all filters say.
 */
export interface Watch<Seen> {
  /** ffmpeg's filters for the picture in its own size: dear. */
  pictureFilters?: readonly string[];
  /** For the picture made 320 wide: cheap. */
  smallFilters?: readonly string[];
  soundFilters?: readonly string[];
  frames?: Frames;
  /** Each line of a filter, decoder, demuxer or `ffmpeg`: its name, `info` or `error`, and what it says. */
  onMessage?: (from: string, level: string, text: string) => void;
  /** What was seen, as JSON will keep it; asked for at the end, also when ffmpeg gave up. */
  seen: (decodedSeconds: number) => Seen;
}

/** What came of watching. */
export interface Observation<Seen> {
  /** Null where ffprobe could make nothing of the file. */
  seen: Seen | null;
  /** The last that was said before the decoding was given up; null when it came to the end. */
  decodeFailure: string | null;
}

/** What was seen of a file that was decoded to its end; throws `DecodeFailed` where it was not. */
export function seenToTheEnd<Seen>({ seen, decodeFailure }: Observation<Seen>): Seen {
  if (seen === null || decodeFailure !== null) throw new DecodeFailed(decodeFailure ?? 'nothing was decoded');
  return seen;
}
