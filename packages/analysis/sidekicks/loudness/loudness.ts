import { soundOf } from '../../decode/sound-input.ts';
import { examinedStreams } from '../../decode/streams.ts';
import type { Sidekick } from '../../contract/contract.ts';
import { judgeApart } from '../../contract/judge-apart.ts';
import type { judgeLoudness, judgeProfile } from './judge-loudness.ts';
import { levelProfiles } from './profiles.ts';
import { type LevelMeasurements, watchLevels } from './watch-levels.ts';
import { type SoundMeasurements, watchSound } from './watch-sound.ts';

/** Judges the loudness of the sound by EBU R 128. Finds silence, phase, dual mono, clipping and DC offset. */
export const loudness: Sidekick<SoundMeasurements, { judgeLoudness: typeof judgeLoudness }> = {
  watch: (media) => {
    const streams = examinedStreams(media);
    const sound = soundOf(streams);
    const tracks = { all: streams.counts.audio, examined: streams.soundGroup?.channels?.length ?? 1 };
    return sound === null ? null : watchSound(sound, tracks);
  },
  examine: ({ parsers, signal }, observation) =>
    judgeApart(observation, signal, (...judged) => parsers.run('judgeLoudness', undefined, ...judged)),
};

export const loudnessAtscA85 = createLevelSidekick('atscA85');
export const loudnessStreaming = createLevelSidekick('streaming');

/**
 * Creates a sidekick that judges only loudness and true peak, by the given profile. Its ffmpeg filter equals the
 * loudness filter of the sidekick `loudness`, so ffmpeg runs the filter once for both.
 */
function createLevelSidekick(
  name: keyof typeof levelProfiles,
): Sidekick<LevelMeasurements, { judgeProfile: typeof judgeProfile }> {
  return {
    watch: (media) => {
      const sound = soundOf(examinedStreams(media));
      return sound === null ? null : watchLevels(sound, levelProfiles[name]);
    },
    examine: ({ parsers, signal }, observation) =>
      judgeApart(observation, signal, (...judged) => parsers.run('judgeProfile', name, ...judged)),
  };
}
