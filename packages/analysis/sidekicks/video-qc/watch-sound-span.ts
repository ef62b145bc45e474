import type { TimeRange } from '../../contract/time-ranges.ts';
import type { Watch } from '../../contract/watch.ts';
import type { Stream } from '../../decode/streams.ts';

/** Maximum time in seconds by which the first decoded sample of HE-AAC may be late: the priming at 44.1 kHz. */
const maxPrimingSeconds = 0.2;

/**
 * Returns the start of a sound stream. If the file has an edit list, ffmpeg skips the priming samples of HE-AAC twice,
 * and the first decoded sample is later than the start that the file declares.
 */
function startOf(decodedSeconds: number, { profile, start_time: declaredSeconds }: Stream): number {
  if (declaredSeconds === undefined || profile?.startsWith('HE-AAC') !== true) return decodedSeconds;
  const isPriming = decodedSeconds > declaredSeconds && decodedSeconds - declaredSeconds <= maxPrimingSeconds;
  return isPriming ? declaredSeconds : decodedSeconds;
}

/** Measures the time range from the first decoded audio sample to the last; null if no sample was decoded. */
export function watchSoundSpan(stream: Stream): Watch<TimeRange | null> {
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
        : { startSeconds: startOf(startSeconds, stream), endSeconds: startSeconds + samples / sampleRate },
  };
}
