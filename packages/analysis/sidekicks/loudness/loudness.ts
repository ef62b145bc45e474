import { examinedStreams } from '../../decode/streams.ts';
import type { Sidekick } from '../../contract/contract.ts';
import { judgeApart } from '../../contract/judge-apart.ts';
import type { judgeLoudness, judgeProfile } from './judge-loudness.ts';
import { levelProfiles } from './profiles.ts';
import { type LevelMeasurements, watchLevels } from './watch-levels.ts';
import { type SoundMeasurements, watchSound } from './watch-sound.ts';

/** Judges the loudness of an audio stream by EBU R 128. Finds silence, phase, dual mono, clipping and DC offset. */
export const loudness: Sidekick<SoundMeasurements, { judgeLoudness: typeof judgeLoudness }> = {
  watch: (media) => {
    const { sound, counts } = examinedStreams(media);
    return sound === null ? null : watchSound(sound.stream.channels ?? 2, counts.audio);
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
      const { sound } = examinedStreams(media);
      return sound === null ? null : watchLevels(sound.stream.channels ?? 2, levelProfiles[name]);
    },
    examine: ({ parsers, signal }, observation) =>
      judgeApart(observation, signal, (...judged) => parsers.run('judgeProfile', name, ...judged)),
  };
}
