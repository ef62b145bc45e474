import type { Watch } from '../watch.ts';
import { findRule } from '../catalogue.ts';
import { createStretches, type Stretches } from './stretches.ts';
import { levelFilter, readLevel } from './watch-levels.ts';

/** What is quieter than this, in LUFS, says nothing about phase. */
const audibleLufs = -50;
/** What is judged at once, in tenths of a second: long enough that no single note decides. */
const windowTenths = 5;
const minSeconds = 2;

export interface PhaseMeasurements {
  /** Where the mean correlation is below the threshold; the worst is the correlation nearest to -1, as a positive number. */
  outOfPhase: Stretches;
  /** The lowest correlation of any tenth of a second; null where less than a second was loud enough to judge. */
  lowestCorrelation: number | null;
}

/**
 * Watches how alike the two channels of a stereo pair are: 1 where they are the same, 0 where they have nothing in common
 * or one is silent, -1 where one is the other upside down.
 */
export function watchPhase(): Watch<PhaseMeasurements> {
  const limit = findRule('sound.out_of_phase')!.rule.threshold!;
  const outOfPhase = createStretches(0.2, minSeconds);
  const window: number[] = [];
  let momentaryLufs = -Infinity;
  let atSeconds = 0;
  let judged = 0;
  let lowest = 1;
  return {
    // The level filter makes tenths of a second of the sound; its own words tell how loud each is.
    soundFilters: [levelFilter, 'aphasemeter=video=0', 'ametadata=print:key=lavfi.aphasemeter.phase'],
    onMessage: (from, _level, text) => {
      momentaryLufs = readLevel(from, text)?.momentaryLufs ?? momentaryLufs;
      if (!from.startsWith('Parsed_ametadata_')) return;
      const time = /^frame:.* pts_time:(-?[\d.]+)/.exec(text)?.[1];
      if (time !== undefined) atSeconds = Number(time);
      const phase = /^lavfi\.aphasemeter\.phase=(-?[\d.]+)$/.exec(text)?.[1];
      if (phase === undefined) return;
      const audible = momentaryLufs > audibleLufs;
      if (audible) {
        judged += 1;
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
    seen: () => ({ outOfPhase: outOfPhase.end(), lowestCorrelation: judged < 10 ? null : lowest }),
  };
}
