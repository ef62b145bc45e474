import type { Watch } from '../watch.ts';

/** Watches how many samples come out of the decoder; null where none are told. */
export function watchSoundLength(sampleRate: number): Watch<number | null> {
  let samples: number | null = null;
  return {
    soundFilters: ['astats@length=measure_perchannel=none:measure_overall=Number_of_samples'],
    onMessage: (from, _level, text) => {
      const found = from === 'astats@length' && /^Number of samples: (\d+)$/.exec(text);
      if (found) samples = Number(found[1]);
    },
    seen: () => (samples === null ? null : samples / sampleRate),
  };
}
