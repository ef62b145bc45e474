import type { Watch } from '../watch.ts';
import { ebuR128 } from './profiles.ts';
import { type LevelMeasurements, watchLevels } from './watch-levels.ts';
import { type PhaseMeasurements, watchPhase } from './watch-phase.ts';
import { type SampleMeasurements, watchSamples } from './watch-samples.ts';
import { type SilenceMeasurements, watchSilence } from './watch-silence.ts';

export interface SoundMeasurements extends LevelMeasurements, SilenceMeasurements, SampleMeasurements {
  /** Phase measurements of a stereo pair; null if the audio has another number of channels. */
  phase: PhaseMeasurements | null;
  /** Number of audio streams in the file; only one stream is measured. */
  trackCount: number;
}

/** Measures all properties of the examined audio stream that the rules cover: loudness, silence, samples and phase. */
export function watchSound(channels: number, trackCount: number): Watch<SoundMeasurements> {
  const levels = watchLevels(channels, ebuR128);
  const silence = watchSilence(channels);
  const samples = watchSamples(channels);
  // aphasemeter converts any audio to stereo, which would also affect the filters after it.
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
    curves: () => watches.flatMap(({ curves }) => curves?.() ?? []),
  };
}
