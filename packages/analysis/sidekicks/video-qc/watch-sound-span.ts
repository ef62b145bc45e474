import type { TimeRange } from '../../contract/time-ranges.ts';
import type { Watch } from '../../contract/watch.ts';

/** Measures the time range from the first decoded audio sample to the last; null if no sample was decoded. */
export function watchSoundSpan(): Watch<TimeRange | null> {
  let startSeconds: number | null = null;
  let sampleRate = 0;
  let samples = 0;
  return {
    soundFilters: [
      "asplit[first][past_first];[first]aselect='isnan(prev_pts)',ashowinfo@first,anullsink;[past_first]anull",
      'astats@length=measure_perchannel=none:measure_overall=Number_of_samples',
    ],
    onMessage: (from, _level, text) => {
      const first = from === 'ashowinfo@first' && / pts_time:(-?[\d.]+) .* rate:(\d+) /.exec(text);
      if (first) [startSeconds, sampleRate] = [Number(first[1]), Number(first[2])];
      const found = from === 'astats@length' && /^Number of samples: (\d+)$/.exec(text);
      if (found) samples = Number(found[1]);
    },
    seen: () =>
      startSeconds === null || samples === 0
        ? null
        : { startSeconds, endSeconds: startSeconds + samples / sampleRate },
  };
}
