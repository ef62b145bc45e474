import { findRule } from '../catalogue.ts';
import type { Watch } from '../watch.ts';
import { createStretches, type Stretches } from './stretches.ts';
import { levelFilter, readLevel } from './watch-levels.ts';

/** Samples of 16 bits reach -0.0003 dBFS. */
const fullScaleDb = -0.01;
/** A tenth of a second whose mean is nearer to zero than this share of full scale counts as zero. */
const smallestOffset = 0.005;
const maxChannels = 8;

export interface SampleMeasurements {
  /** Where samples stay at full scale; the worst is the mean length of such runs in a tenth of a second, in samples. */
  clipped: Stretches;
  /** The mean of each channel, as a share of full scale. */
  offsets: number[];
}

/** Watches for runs of samples at full scale and for sound that does not swing around zero. */
export function watchSamples(channels: number): Watch<SampleMeasurements> {
  const runDb = 20 * Math.log10(findRule('sound.clipping')!.rule.threshold!);
  const clipped = createStretches(1);
  const sums = Array.from({ length: Math.min(channels, maxChannels) }, () => 0);
  const times = new Map<string, string>();
  const atFullScale: string[] = [];
  let tenths = 0;
  return {
    soundFilters: [
      levelFilter,
      'astats=reset=1:metadata=1:measure_perchannel=DC_offset:measure_overall=Peak_level+Flat_factor',
      printed('Overall.Peak_level', 'greater', fullScaleDb),
      // How long the runs at the peak are on average, in dB.
      printed('Overall.Flat_factor', 'greater', Number((runDb - 0.01).toFixed(2))),
      ...sums.flatMap((_, channel) => [
        printed(`${channel + 1}.DC_offset`, 'greater', smallestOffset),
        printed(`${channel + 1}.DC_offset`, 'less', -smallestOffset),
      ]),
    ],
    onMessage: (from, _level, text) => {
      if (readLevel(from, text) !== null) tenths += 1;
      if (!from.startsWith('Parsed_ametadata_')) return;
      const time = /^frame:.* pts_time:(-?[\d.]+)/.exec(text)?.[1];
      if (time !== undefined) times.set(from, time);
      const [, of, what, value] = /^lavfi\.astats\.(\w+)\.(\w+)=(-?[\d.]+)$/.exec(text) ?? [];
      const at = times.get(from)!;
      if (what === 'DC_offset') sums[Number(of) - 1]! += Number(value);
      // A filter may be some tenths of a second ahead of the next.
      if (what === 'Peak_level') atFullScale.push(at);
      if (atFullScale.length > 100) atFullScale.shift();
      if (what === 'Flat_factor' && atFullScale.includes(at)) {
        const startSeconds = Number(at);
        clipped.add({ startSeconds, endSeconds: startSeconds + 0.1, worst: 10 ** (Number(value) / 20) });
      }
    },
    seen: () => ({ clipped: clipped.end(), offsets: sums.map((sum) => (tenths === 0 ? 0 : sum / tenths)) }),
  };
}

const printed = (key: string, comparison: 'greater' | 'less', value: number) =>
  `ametadata=print:key=lavfi.astats.${key}:value=${value}:function=${comparison}`;
