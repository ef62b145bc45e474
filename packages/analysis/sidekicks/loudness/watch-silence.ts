import { lengthOf, overlapping, type TimeRange, unite } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';
import type { Watch } from '../../contract/watch.ts';
import { rules } from './rules.ts';
import { createStretches, type Stretches } from './stretches.ts';
import { silenceDb } from './watch-levels.ts';

export interface SilenceMeasurements {
  /** Stretches in which all channels are silent. `worst` is the length of the stretch in seconds. */
  silent: Stretches;
  /** For a stereo pair, the stretches in which only the left or only the right channel is silent; otherwise empty. */
  silentChannels: Stretches[];
}

export function watchSilence(channels: number): Watch<SilenceMeasurements> {
  const silenceSeconds = rules['sound.silence'].threshold;
  const channelSeconds = rules['sound.silent_channel'].threshold;
  const all = createRanges();
  const each = channels === 2 ? [createRanges(), createRanges()] : [];
  return {
    soundFilters: [
      `silencedetect=noise=${silenceDb}dB:d=${silenceSeconds}`,
      ...(channels === 2 ? [`silencedetect=noise=${silenceDb}dB:d=${channelSeconds}:mono=1`] : []),
    ],
    onMessage: (from, _level, text) => {
      if (from !== 'silencedetect') return;
      const [, channel, edge, seconds] =
        /^(?:channel: (\d) \| )?silence_(start|end): (-?[\d.]+)/.exec(text) ?? [];
      const ranges = channel === undefined ? all : each[Number(channel)];
      if (edge === 'start') ranges?.start(Number(seconds));
      if (edge === 'end') ranges?.end(Number(seconds));
    },
    seen: () => {
      const silent = unite(all.ranges);
      return {
        silent: toStretches(all.ranges),
        silentChannels: each.map(({ ranges }) =>
          toStretches(ranges.filter((range) => audibleSeconds(range, silent) >= channelSeconds)),
        ),
      };
    },
  };
}

function createRanges() {
  const ranges: TimeRange[] = [];
  let startSeconds: number | null = null;
  return {
    ranges,
    start(seconds: number): void {
      startSeconds = Math.max(0, seconds);
    },
    end(endSeconds: number): void {
      if (startSeconds !== null) pushCapped(ranges, { startSeconds, endSeconds });
      startSeconds = null;
    },
  };
}

/**
 * Returns the number of seconds in a range in which at least one channel is not silent.
 * @param silent stretches in which all channels are silent, sorted and free of overlaps
 */
function audibleSeconds(range: TimeRange, silent: readonly TimeRange[]): number {
  const silentSeconds = overlapping(silent, range).reduce((sum, each) => sum + lengthOf(each), 0);
  return lengthOf(range) - silentSeconds;
}

function toStretches(ranges: readonly TimeRange[]): Stretches {
  const stretches = createStretches(0);
  for (const range of ranges) stretches.add({ ...range, worst: range.endSeconds - range.startSeconds });
  return stretches.end();
}
