import { DecodeFailed, type Frames } from '../media/ffmpeg.ts';
import type { ProbeReport } from '../media/ffprobe.ts';

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
  /** Each line of a filter, decoder or demuxer: its name, `info` or `error`, and what it says. */
  onMessage?: (from: string, level: string, text: string) => void;
  /** What was seen, as JSON will keep it; asked for at the end, also when ffmpeg gave up. */
  seen: (decodedSeconds: number) => Seen;
}

/** What came of watching: what was seen, unless ffmpeg could not open the file; and the last it said when it gave up. */
export type Observation<Seen> =
  { seen: Seen; decodeFailure: string | null } | { seen: null; decodeFailure: string };

/** What was seen of a file that was decoded to its end; throws `DecodeFailed` where it was not. */
export function seenToTheEnd<Seen>(observation: Observation<Seen>): Seen {
  if (observation.decodeFailure !== null) throw new DecodeFailed(observation.decodeFailure);
  return observation.seen;
}
