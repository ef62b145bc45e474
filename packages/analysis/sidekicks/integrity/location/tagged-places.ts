import { locationTags, type ProbeReport } from '../../../decode/ffprobe.ts';
import { type FoundPosition, parseIso6709 } from '../../../formats/position.ts';
import { findSubtitlePlaces } from './subtitle-places.ts';

export interface TaggedPlaces {
  tagged: FoundPosition[];
  /** Names of the telemetry tracks, in which cameras record their position. The content of the tracks is not read. */
  telemetry: string[];
  /** True if the file has subtitles whose texts could not be read. */
  hasUnreadSubtitles: boolean;
}

/** Names of the formats of telemetry tracks, by the four-character code of the sample entry. */
const telemetryTracks: Readonly<Record<string, string>> = {
  gpmd: 'GoPro telemetry (GPMF)',
  camm: 'camera motion metadata (CAMM)',
  djmd: 'DJI telemetry (djmd)',
};

/** Returns the positions in the tags and subtitles of a file, and the names of its telemetry tracks. */
export function findTaggedPlaces({ streams, format, subtitles }: ProbeReport): TaggedPlaces {
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
  return {
    tagged: [...tagged.values(), ...findSubtitlePlaces(subtitles ?? [])],
    telemetry: [...new Set(telemetry)],
    hasUnreadSubtitles: subtitles === null,
  };
}
