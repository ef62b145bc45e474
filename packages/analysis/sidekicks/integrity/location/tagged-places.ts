import { locationTags, type ProbeReport } from '../../../decode/ffprobe.ts';
import { type FoundPosition, parseIso6709 } from '../../../formats/position.ts';

export interface TaggedPlaces {
  tagged: FoundPosition[];
  /** Names of the telemetry tracks, in which cameras record their position. The content of the tracks is not read. */
  telemetry: string[];
}

/** Names of the formats of telemetry tracks, by the four-character code of the sample entry. */
const telemetryTracks: Readonly<Record<string, string>> = {
  gpmd: 'GoPro telemetry (GPMF)',
  camm: 'camera motion metadata (CAMM)',
};

/** Returns the positions in the tags of a file, and the names of its telemetry tracks. */
export function findTaggedPlaces({ streams, format }: ProbeReport): TaggedPlaces {
  const tagged = new Map<string, FoundPosition>();
  for (const tags of [format.tags, ...streams.map((stream) => stream.tags)]) {
    for (const [name, value] of Object.entries(tags)) {
      const position = locationTags.includes(name.toLowerCase()) ? parseIso6709(value) : null;
      if (position === null) continue;
      // A file may have the same tag with and without a language suffix. Equal positions are returned once.
      const key = `${position.latitude},${position.longitude}`;
      if (!tagged.has(key)) tagged.set(key, { ...position, where: `the tag ${name}` });
    }
  }
  const telemetry = streams.flatMap(({ codec_tag_string: tag }) =>
    tag !== undefined && Object.hasOwn(telemetryTracks, tag) ? [telemetryTracks[tag]!] : [],
  );
  return { tagged: [...tagged.values()], telemetry: [...new Set(telemetry)] };
}
