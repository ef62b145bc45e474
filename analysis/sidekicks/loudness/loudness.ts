import type { ProbeReport } from '../../media/ffprobe.ts';
import type { Sidekick } from '../contract.ts';
import type { Finding } from '../finding.ts';
import { completeMeasurements } from '../watch.ts';
import { judgeLevels } from './judge-levels.ts';
import { judgeSound } from './judge-sound.ts';
import { atscA85, ebuR128, type Profile, streaming } from './profiles.ts';
import { type LevelMeasurements, watchLevels } from './watch-levels.ts';
import { type SoundMeasurements, watchSound } from './watch-sound.ts';

/** Loudness by EBU R 128 and faults of the sound, in the first audio stream; without sound there is nothing to judge. */
export const loudness: Sidekick<SoundMeasurements> = {
  watch: (media) => {
    const [sound, ...others] = soundsOf(media);
    return sound === undefined ? null : watchSound(sound.channels ?? 2, 1 + others.length);
  },
  examine: (_input, observation) => {
    if (observation === null) return Promise.resolve([]);
    const seen = completeMeasurements(observation);
    return Promise.resolve([...judgeLevels(ebuR128, seen), ...judgeSound(seen)]);
  },
};

export const loudnessAtscA85 = createLevelSidekick(atscA85);
export const loudnessStreaming = createLevelSidekick(streaming);

/** Loudness by another profile. The same filters in every letter, so it costs nothing beside the others. */
function createLevelSidekick(profile: Profile): Sidekick<LevelMeasurements> {
  return {
    watch: (media) => (soundsOf(media).length === 0 ? null : watchLevels()),
    examine: (_input, observation): Promise<Finding[]> =>
      Promise.resolve(observation === null ? [] : judgeLevels(profile, completeMeasurements(observation))),
  };
}

function soundsOf({ streams }: ProbeReport): ProbeReport['streams'] {
  return streams.filter((stream) => stream.codec_type === 'audio');
}
