import { createCurveRecorder, stepSeconds } from '../../decode/series/curve-recorder.ts';
import type { Watch } from '../../contract/watch.ts';
import { rules } from './rules.ts';
import { createStretches, type Stretches } from './stretches.ts';
import { levelFilter, minMeasuredLufs, readLevel } from './read-level.ts';

/** Momentary loudness in LUFS up to which the phase is ignored. */
const minAudibleLufs = -50;
/** Length of the moving average of the correlation in tenths of a second. It prevents findings for single notes. */
const windowTenths = 5;
const minSeconds = 2;

export interface PhaseMeasurements {
  /** Stretches with a moving average below the threshold. `worst` is the lowest average with the sign reversed. */
  outOfPhase: Stretches;
  /** Lowest correlation of a tenth of a second; null if less than one second is louder than `minAudibleLufs`. */
  lowestCorrelation: number | null;
}

/**
 * Measures the correlation of the two channels of a stereo pair. It is 1 if the channels are equal, and -1 if one
 * channel is the inverse of the other. It is 0 if the channels are unrelated or one channel is silent.
 */
export function watchPhase(): Watch<PhaseMeasurements> {
  const limit = rules['sound.out_of_phase'].threshold;
  const outOfPhase = createStretches(0.2, minSeconds);
  const curve = createCurveRecorder({
    name: 'phase',
    unit: '1',
    channels: ['phase'],
    stepSeconds,
    scale: 0.0001,
    limits: [{ value: limit, label: 'out of phase', ruleCode: 'sound.out_of_phase' }],
  });
  const window: number[] = [];
  let momentaryLufs = -Infinity;
  let atSeconds = 0;
  let audibleTenths = 0;
  let lowest = 1;
  return {
    // The level filter divides the audio into blocks of 100 ms. aphasemeter then measures one phase per block.
    soundFilters: [levelFilter, 'aphasemeter=video=0', 'ametadata=print:key=lavfi.aphasemeter.phase'],
    onMessage: (from, _level, text) => {
      momentaryLufs = readLevel(from, text)?.momentaryLufs ?? momentaryLufs;
      if (!from.startsWith('Parsed_ametadata_')) return;
      const time = /^frame:.* pts_time:(-?[\d.]+)/.exec(text)?.[1];
      if (time !== undefined) atSeconds = Number(time);
      const phase = /^lavfi\.aphasemeter\.phase=(-?[\d.]+)$/.exec(text)?.[1];
      if (phase === undefined) return;
      // In digital silence, aphasemeter reports a correlation of 1, which is not stored.
      curve.set(Math.round(atSeconds / stepSeconds), [
        momentaryLufs > minMeasuredLufs ? Number(phase) : null,
      ]);
      const audible = momentaryLufs > minAudibleLufs;
      if (audible) {
        audibleTenths += 1;
        lowest = Math.min(lowest, Number(phase));
      }
      window.push(audible ? Number(phase) : 0);
      if (window.length > windowTenths) window.shift();
      const mean = window.reduce((sum, each) => sum + each, 0) / windowTenths;
      const endSeconds = atSeconds + 0.1;
      if (window.length === windowTenths && mean < limit) {
        outOfPhase.add({ startSeconds: endSeconds - windowTenths / 10, endSeconds, worst: -mean });
      }
    },
    seen: () => ({ outOfPhase: outOfPhase.end(), lowestCorrelation: audibleTenths < 10 ? null : lowest }),
    curves: () => [curve.curve()].filter((each) => each !== null),
  };
}
