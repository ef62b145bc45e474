import type { ProbeReport } from '../../../media/ffprobe.ts';
import { parseIso6709 } from './iso-6709.ts';
import type { Place } from './place.ts';

export interface TaggedPlaces {
  tagged: Place[];
  /** Tracks that cameras keep their position in, by name; what is in them is not read. */
  telemetry: string[];
}

/** Tags that hold a position, `location` being what ffprobe calls `©xyz` and `loci`. */
const locationTag = /^(?:location(?:-\w{3})?|com\.apple\.quicktime\.location\.iso6709)$/i;
/** By the sample entry's four characters. */
const telemetryTracks: Readonly<Record<string, string>> = {
  gpmd: 'GoPro telemetry (GPMF)',
  camm: 'camera motion metadata (CAMM)',
};

/** Where a file's tags and tracks tell a place. */
export function findTaggedPlaces({ streams, format }: ProbeReport): TaggedPlaces {
  const tagged = new Map<string, Place>();
  for (const tags of [format.tags, ...streams.map((stream) => stream.tags)]) {
    for (const [name, value] of Object.entries(tags)) {
      const position = locationTag.test(name) ? parseIso6709(value) : null;
      if (position === null) continue;
      // A tag with a language and without are one.
      const key = `${position.latitude},${position.longitude}`;
      if (!tagged.has(key)) tagged.set(key, { ...position, where: `the tag ${name}` });
    }
  }
  const telemetry = streams.flatMap(({ codec_tag_string: tag }) => telemetryTracks[tag ?? ''] ?? []);
  return { tagged: [...tagged.values()], telemetry: [...new Set(telemetry)] };
}
