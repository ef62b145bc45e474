import { examinedStreams } from '../../decode/streams.ts';
import type { Sidekick } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { completeMeasurements } from '../../contract/watch.ts';
import { judgeLevels } from './judge-levels.ts';
import { judgeSound } from './judge-sound.ts';
import { atscA85, ebuR128, type Profile, streaming } from './profiles.ts';
import { type LevelMeasurements, watchLevels } from './watch-levels.ts';
import { type SoundMeasurements, watchSound } from './watch-sound.ts';

/** Judges the loudness of an audio stream by EBU R 128. Finds silence, phase, dual mono, clipping and DC offset. */
export const loudness: Sidekick<SoundMeasurements> = {
  watch: (media) => {
    const { sound, counts } = examinedStreams(media);
    return sound === null ? null : watchSound(sound.stream.channels ?? 2, counts.audio);
  },
  examine: (_input, observation) => {
    if (observation === null) return Promise.resolve([]);
    const seen = completeMeasurements(observation);
    return Promise.resolve([...judgeLevels(ebuR128, seen), ...judgeSound(seen)]);
  },
};

export const loudnessAtscA85 = createLevelSidekick(atscA85);
export const loudnessStreaming = createLevelSidekick(streaming);

/**
 * Creates a sidekick that judges only loudness and true peak, by the given profile. Its ffmpeg filter equals the
 * loudness filter of the sidekick `loudness`, so ffmpeg runs the filter once for both.
 */
function createLevelSidekick(profile: Profile): Sidekick<LevelMeasurements> {
  return {
    watch: (media) => {
      const { sound } = examinedStreams(media);
      return sound === null ? null : watchLevels(sound.stream.channels ?? 2, profile);
    },
    examine: (_input, observation): Promise<Finding[]> =>
      Promise.resolve(observation === null ? [] : judgeLevels(profile, completeMeasurements(observation))),
  };
}
