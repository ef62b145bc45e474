import type { ProbeReport } from './ffprobe.ts';
import type { SoundInput } from './filter-graph.ts';
import { positionsOf, type Position, weightedPositions } from './sound-layout.ts';
import { examinedStreams, type ExaminedStreams } from './streams.ts';

/** The examined sound: the number of its channels, and their loudspeakers. */
export interface ExaminedSound {
  channels: number;
  /** Positions with which ffmpeg weights the channels as BS.1770-5 does; null if the loudspeakers are unknown. */
  weighted: readonly Position[] | null;
  /** Why the loudness of the sound cannot be judged, as a sentence; null if it can. */
  fault: string | null;
}

/** Returns the sound of a file that is decoded, in which mono tracks are joined; undefined if there is none. */
export function soundInput(media: Pick<ProbeReport, 'streams'>): SoundInput | undefined {
  const streams = examinedStreams(media);
  const { sound, soundGroup } = streams;
  if (sound === null) return undefined;
  const { weighted } = soundOf(streams)!;
  const joined = soundGroup?.channels ?? null;
  if (joined !== null) return { streams: joined.map(({ index }) => index), positions: weighted };
  const stated = positionsOf(sound.stream);
  const isRight = weighted === null || weighted.every((position, at) => position === stated?.[at]);
  return { streams: [sound.index], positions: isRight ? null : weighted };
}

/** Returns the channels of the examined sound; null if no sound is examined. */
export function soundOf({ sound, soundGroup }: ExaminedStreams): ExaminedSound | null {
  if (sound === null) return null;
  const joined = soundGroup?.channels?.map(({ position }) => position) ?? null;
  const positions = joined ?? positionsOf(sound.stream);
  const weighted = positions === null ? null : weightedPositions(positions);
  const channels = joined?.length ?? sound.stream.channels ?? 2;
  const fault =
    soundGroup?.fault !== null && soundGroup?.fault !== undefined
      ? `The file has ${soundGroup.count} mono tracks, which ${soundGroup.fault}.`
      : weighted === null
        ? `The file does not state for which loudspeakers its ${channels} channels are.`
        : null;
  return { channels, weighted, fault };
}
