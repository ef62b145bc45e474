import { lengthOf, overlapping, type TimeRange, unite } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';
import type { Watch } from '../../contract/watch.ts';
import { rules } from './rules.ts';
import { createStretches, type Stretches } from './stretches.ts';
import { levelFilter, readLevel } from './read-level.ts';
import { silenceDb } from './watch-levels.ts';

/** Minimum seconds of a silence at the start or at the end of the sound. */
const edgeSeconds = 2;
/** Tolerance in seconds of the ends of the sound, of which the last block of 100 ms is not logged. */
export const edgeTolerance = 0.2;
/** Tolerance in seconds of the length of a silence, whose ends sound codecs blur. */
export const blurSeconds = 0.1;
/** Minimum length of a pause between sounds, in blocks of 100 ms. */
const minPauseBlocks = 3;

export interface SilenceMeasurements {
  /** Stretches in which all channels are silent. `worst` is the length of the stretch in seconds. */
  silent: Stretches;
  /** Number of silences of 0.3 s or more between sounds. Speech has many. */
  pauses: number;
  /** For a stereo pair, the stretches in which only the left or only the right channel is silent; otherwise empty. */
  silentChannels: Stretches[];
}

export function watchSilence(channels: number): Watch<SilenceMeasurements> {
  const insideSeconds = rules['sound.silence'].threshold;
  const channelSeconds = rules['sound.silent_channel'].threshold;
  const all = createRanges();
  const each = channels === 2 ? [createRanges(), createRanges()] : [];
  let endSeconds = 0;
  let quietBlocks = 0;
  let isStarted = false;
  let pauses = 0;
  return {
    soundFilters: [
      levelFilter,
      `silencedetect=noise=${silenceDb}dB:d=${edgeSeconds}`,
      ...(channels === 2 ? [`silencedetect=noise=${silenceDb}dB:d=${channelSeconds}:mono=1`] : []),
    ],
    onMessage: (from, _level, text) => {
      const level = readLevel(from, text);
      if (level !== null) {
        endSeconds = level.endSeconds;
        const isQuiet = level.truePeakDbtp < silenceDb;
        if (!isQuiet && isStarted && quietBlocks >= minPauseBlocks) pauses += 1;
        isStarted ||= !isQuiet;
        quietBlocks = isQuiet ? quietBlocks + 1 : 0;
      }
      if (from !== 'silencedetect') return;
      const [, channel, edge, seconds] =
        /^(?:channel: (\d) \| )?silence_(start|end): (-?[\d.]+)/.exec(text) ?? [];
      const ranges = channel === undefined ? all : each[Number(channel)];
      if (edge === 'start') ranges?.start(Number(seconds));
      if (edge === 'end') ranges?.end(Number(seconds));
    },
    seen: () => {
      const silent = unite(all.ranges);
      const isReported = (range: TimeRange) =>
        range.startSeconds < edgeTolerance ||
        range.endSeconds > endSeconds - edgeTolerance ||
        lengthOf(range) >= insideSeconds - blurSeconds;
      return {
        silent: toStretches(all.ranges.filter(isReported)),
        pauses,
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
