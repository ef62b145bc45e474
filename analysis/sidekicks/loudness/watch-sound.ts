import type { Watch } from '../watch.ts';
import { type LevelMeasurements, watchLevels } from './watch-levels.ts';
import { type PhaseMeasurements, watchPhase } from './watch-phase.ts';
import { type SampleMeasurements, watchSamples } from './watch-samples.ts';
import { type SilenceMeasurements, watchSilence } from './watch-silence.ts';

/** All that was seen of the sound; phase only of a stereo pair. */
export interface SoundMeasurements extends LevelMeasurements, SilenceMeasurements, SampleMeasurements {
  phase: PhaseMeasurements | null;
  /** How many sound tracks the file has; the first is listened to. */
  trackCount: number;
}

/** Watches loudness and all faults together. */
export function watchSound(channels: number, trackCount: number): Watch<SoundMeasurements> {
  const levels = watchLevels();
  const silence = watchSilence(channels);
  const samples = watchSamples(channels);
  // Its filter makes a stereo pair of whatever it is given, and all that follow would see that.
  const phase = channels === 2 ? watchPhase() : null;
  const watches = [levels, silence, samples, ...(phase === null ? [] : [phase])];
  return {
    soundFilters: watches.flatMap(({ soundFilters = [] }) => soundFilters),
    onMessage: (...message) => watches.forEach(({ onMessage }) => onMessage?.(...message)),
    seen: (decodedSeconds) => ({
      ...levels.seen(decodedSeconds),
      ...silence.seen(decodedSeconds),
      ...samples.seen(decodedSeconds),
      phase: phase?.seen(decodedSeconds) ?? null,
      trackCount,
    }),
  };
}
