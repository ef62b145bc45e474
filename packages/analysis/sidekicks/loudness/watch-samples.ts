import { setCapped } from '../../formats/capped-collections.ts';
import type { Watch } from '../../contract/watch.ts';
import { rules } from './rules.ts';
import { createStretches, type Stretches } from './stretches.ts';
import { levelFilter, readLevel } from './read-level.ts';

/** Level in dBFS above which a peak counts as full scale. The largest 16-bit sample is at -0.0003 dBFS. */
const fullScaleDb = -0.01;
/** Minimum mean of the samples of a 100 ms block, as a share (0–1) of full scale. A smaller mean counts as zero. */
const minOffset = 0.005;
const maxChannels = 8;

export interface SampleMeasurements {
  /**
   * Stretches with runs of samples at full scale. `worst` is a number of samples: the mean length of the runs is
   * computed for each 100 ms, and the largest mean of the stretch is kept.
   */
  clipped: Stretches;
  /** Mean of the samples of each channel, as a share of full scale (-1 to 1). */
  offsets: number[];
}

export function watchSamples(channels: number): Watch<SampleMeasurements> {
  const runDb = 20 * Math.log10(rules['sound.clipping'].threshold);
  const clipped = createStretches(1);
  const sums = Array.from({ length: Math.min(channels, maxChannels) }, () => 0);
  const times = new Map<string, string>();
  const atFullScale: string[] = [];
  let tenths = 0;
  return {
    soundFilters: [
      levelFilter,
      'astats=reset=1:metadata=1:measure_perchannel=DC_offset:measure_overall=Peak_level+Flat_factor',
      printMetadata('Overall.Peak_level', 'greater', fullScaleDb),
      // The flat factor is the mean length of the runs of samples at the peak, in dB.
      printMetadata('Overall.Flat_factor', 'greater', Number((runDb - 0.01).toFixed(2))),
      ...sums.flatMap((_, channel) => [
        printMetadata(`${channel + 1}.DC_offset`, 'greater', minOffset),
        printMetadata(`${channel + 1}.DC_offset`, 'less', -minOffset),
      ]),
    ],
    onMessage: (from, _level, text) => {
      if (readLevel(from, text) !== null) tenths += 1;
      if (!from.startsWith('Parsed_ametadata_')) return;
      const time = /^frame:.* pts_time:(-?[\d.]+)/.exec(text)?.[1];
      if (time !== undefined) setCapped(times, from, time);
      const [, scope, name, value] = /^lavfi\.astats\.(\w+)\.(\w+)=(-?[\d.]+)$/.exec(text) ?? [];
      const at = times.get(from);
      if (at === undefined) return;
      const channel = Number(scope) - 1;
      if (name === 'DC_offset' && sums[channel] !== undefined) sums[channel] += Number(value);
      // The filter for peaks may be ahead of the filter for flat factors, so the times of 100 peaks are stored.
      if (name === 'Peak_level') atFullScale.push(at);
      if (atFullScale.length > 100) atFullScale.shift();
      if (name === 'Flat_factor' && atFullScale.includes(at)) {
        const startSeconds = Number(at);
        clipped.add({ startSeconds, endSeconds: startSeconds + 0.1, worst: 10 ** (Number(value) / 20) });
      }
    },
    seen: () => ({ clipped: clipped.end(), offsets: sums.map((sum) => (tenths === 0 ? 0 : sum / tenths)) }),
  };
}

const printMetadata = (key: string, comparison: 'greater' | 'less', value: number) =>
  `ametadata=print:key=lavfi.astats.${key}:value=${value}:function=${comparison}`;
