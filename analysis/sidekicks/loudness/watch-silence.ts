import type { TimeRange } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import { pushCapped } from '../capped-collections.ts';
import type { Watch } from '../watch.ts';
import { createStretches, type Stretches } from './stretches.ts';
import { silenceDb } from './watch-levels.ts';

export interface SilenceMeasurements {
  /** Where all channels are silent; the worst is the length in seconds. */
  silent: Stretches;
  /** Where one channel of a stereo pair is silent and the other is not, the left first. */
  silentChannels: Stretches[];
}

/** Watches for silence, and in a stereo pair for that of one channel. */
export function watchSilence(channels: number): Watch<SilenceMeasurements> {
  const silenceSeconds = findRule('sound.silence')!.rule.threshold!;
  const channelSeconds = findRule('sound.silent_channel')!.rule.threshold!;
  const all = createRanges();
  const each = channels === 2 ? [createRanges(), createRanges()] : [];
  return {
    soundFilters: [
      `silencedetect=noise=${silenceDb}dB:d=${silenceSeconds}`,
      ...(channels === 2 ? [`silencedetect=noise=${silenceDb}dB:d=${channelSeconds}:mono=1`] : []),
    ],
    onMessage: (from, _level, text) => {
      if (from !== 'silencedetect') return;
      const [, channel, what, seconds] =
        /^(?:channel: (\d) \| )?silence_(start|end): (-?[\d.]+)/.exec(text) ?? [];
      const ranges = channel === undefined ? all : each[Number(channel)];
      if (what === 'start') ranges?.start(Number(seconds));
      if (what === 'end') ranges?.end(Number(seconds));
    },
    seen: () => ({
      silent: toStretches(all.ranges),
      silentChannels: each.map(({ ranges }) =>
        toStretches(ranges.filter((range) => audibleSeconds(range, all.ranges) >= channelSeconds)),
      ),
    }),
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

/** How long there is no silence within a stretch. */
function audibleSeconds(range: TimeRange, silent: readonly TimeRange[]): number {
  const lengths = silent.map(
    ({ startSeconds, endSeconds }) =>
      Math.min(endSeconds, range.endSeconds) - Math.max(startSeconds, range.startSeconds),
  );
  const silentSeconds = lengths.reduce((sum, length) => sum + Math.max(0, length), 0);
  return range.endSeconds - range.startSeconds - silentSeconds;
}

function toStretches(ranges: readonly TimeRange[]): Stretches {
  const stretches = createStretches(0);
  for (const range of ranges) stretches.add({ ...range, worst: range.endSeconds - range.startSeconds });
  return stretches.end();
}
