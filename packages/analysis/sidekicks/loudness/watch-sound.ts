import { combineWatches } from '../../contract/combine-watches.ts';
import type { Watch } from '../../contract/watch.ts';
import type { ExaminedSound } from '../../decode/sound-input.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { loudnessDescription } from './rules.ts';
import { targetOf } from './targets.ts';
import { type LevelMeasurements, watchLevels } from './watch-levels.ts';
import { type PhaseMeasurements, watchPhase } from './watch-phase.ts';
import { type SampleMeasurements, watchSamples } from './watch-samples.ts';
import { type SilenceMeasurements, watchSilence } from './watch-silence.ts';

export interface SoundMeasurements extends LevelMeasurements, SilenceMeasurements, SampleMeasurements {
  /** Phase measurements of a stereo pair; null if the audio does not have two channels. */
  phase: PhaseMeasurements | null;
  /** Number of audio streams in the file, and of those that are measured together: one, or several mono streams. */
  tracks: { all: number; examined: number };
}

export function watchSound(
  sound: ExaminedSound,
  tracks: SoundMeasurements['tracks'],
): Watch<SoundMeasurements> {
  const { channels } = sound;
  const watch = combineWatches({
    levels: watchLevels(sound, targetOf(defaultSettings(loudnessDescription))),
    silence: watchSilence(channels),
    samples: watchSamples(channels),
    // aphasemeter converts any audio to stereo, which would also affect the filters after it.
    phase: channels === 2 ? watchPhase() : null,
  });
  return {
    ...watch,
    seen: (decodedSeconds) => {
      const { levels, silence, samples, phase } = watch.seen(decodedSeconds);
      return { ...levels, ...silence, ...samples, phase, tracks };
    },
  };
}
