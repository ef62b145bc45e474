import type { TimeRange } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';

// This project chose the constants of this file.

/**
 * Minimum and maximum typical change between two frames of a moving picture, in percent of full scale. Strobes have a
 * larger change. The equal frames between two flashes of a strobe are not a defect.
 */
const movement = { min: 0.3, max: 5 };
/** Maximum change of a repeated frame from the frame before it, as a share of the typical change of nearby frames. */
const maxRepeatedShare = 0.25;
/**
 * Maximum mean change of any block of a repeated frame, in levels of 8 bits. Coding changes the blocks of repeated
 * frames by up to 3 levels. The smallest movement in a film or an animation changes a block by 9 levels or more.
 */
const maxRepeatedLevels = 6;
/**
 * Minimum and maximum change directly before and after repeated frames, as a multiple of the typical change. The
 * minimum excludes a movement that slows down and stops. The maximum excludes a still picture between two cuts.
 */
const changeBeside = { min: 0.5, max: 4 };
/** Maximum number of successive repetitions of a frame. A frame with more repetitions is a freeze. */
const maxRepetitions = 5;
/** Maximum number of frames between two places with repeated frames that belong to one stretch. */
const maxFramesBetween = 250;
/** Maximum interval in frames between regular repetitions: one second at 60 frames per second. */
const maxRegularInterval = 60;
/**
 * Maximum difference of a multiple of the interval, as a share of the interval. Repeated frames every 24.4 frames are
 * 24, 49 or 73 apart.
 */
const maxRounding = 1 / 8;

export interface RepeatStretch extends TimeRange {
  frames: number;
  /** Number of frames that repeat the frame before them. */
  repeated: number;
  /** Number of places with one or more successive repeated frames. */
  places: number;
  /** The most frequent interval between two places, in frames. */
  interval: number;
  /** Share (0–1) of the intervals that differ from `interval` by at most one frame. */
  equalShare: number;
  /** Share (0–1) of the intervals that are `interval` or a multiple, because still parts hide repetitions. */
  regularShare: number;
  /** Time in seconds and number of repeated frames of each of the first places, at most `maxFirstPlaces`. */
  first: { seconds: number; repeated: number }[];
}

const maxFirstPlaces = 10;

export function createRepeatFinder() {
  const stretches: RepeatStretch[] = [];
  let current: { stretch: RepeatStretch; firstFrame: number; lastFrame: number; intervals: number[] } | null =
    null;
  let run: { startSeconds: number; frame: number; count: number; isMoving: boolean; typical: number } | null =
    null;

  const close = () => {
    if (current === null) return;
    const { stretch, firstFrame, lastFrame, intervals } = current;
    const usual = intervals
      .slice(0, maxRegularInterval + 1)
      .reduce((best, times, at) => (times > intervals[best]! ? at : best), 0);
    const countOf = (isCounted: (interval: number) => boolean) =>
      intervals.reduce((sum, times, interval) => sum + (isCounted(interval) ? times : 0), 0);
    const isEqual = (interval: number) => Math.abs(interval - usual) <= 1;
    const isMultiple = (interval: number) => {
      const times = Math.round(interval / usual);
      return times > 1 && Math.abs(interval - times * usual) <= Math.min(times, maxRounding * usual);
    };
    stretch.interval = usual;
    if (stretch.places > 1) {
      stretch.equalShare = countOf(isEqual) / (stretch.places - 1);
      stretch.regularShare =
        countOf((interval) => isEqual(interval) || isMultiple(interval)) / (stretch.places - 1);
    }
    stretch.frames = lastFrame - firstFrame + 1;
    pushCapped(stretches, stretch);
    current = null;
  };

  const addPlace = (frame: number, startSeconds: number, endSeconds: number, count: number) => {
    if (current !== null && frame - current.lastFrame > maxFramesBetween) close();
    current ??= {
      stretch: {
        startSeconds,
        endSeconds,
        frames: 0,
        repeated: 0,
        places: 0,
        interval: 0,
        equalShare: 0,
        regularShare: 0,
        first: [],
      },
      firstFrame: frame,
      lastFrame: frame,
      intervals: Array.from({ length: maxFramesBetween + 1 }, () => 0),
    };
    const { stretch, intervals } = current;
    if (stretch.places > 0) {
      const interval = frame - current.lastFrame;
      intervals[interval]!++;
    }
    stretch.places++;
    stretch.repeated += count;
    stretch.endSeconds = endSeconds;
    if (stretch.first.length < maxFirstPlaces) stretch.first.push({ seconds: startSeconds, repeated: count });
    current.lastFrame = frame;
  };

  return {
    /**
     * Adds the next frame.
     * @param around changes of nearby frames in percent of full scale; the change of the frame itself is in the middle
     * @param mostLevels largest mean change of a block of the frame, in levels of 8 bits
     */
    add(frame: number, seconds: number, around: readonly number[], mostLevels: number): void {
      const middle = around.length >> 1;
      const change = around[middle]!;
      // If half of the frames are repeated, the upper quartile is still the change of moving frames.
      const typical = around.toSorted((a, b) => a - b)[Math.floor(around.length * 0.75)]!;
      const isMovement = typical >= movement.min && typical <= movement.max;
      const isRepeated = change <= maxRepeatedShare * typical && mostLevels <= maxRepeatedLevels;
      if (frame > 0 && isMovement && isRepeated) {
        const isMoving = isBeside(around[middle - 1]!, typical);
        run ??= { startSeconds: seconds, frame, count: 0, isMoving, typical };
        run.count++;
      } else if (run !== null) {
        if (run.isMoving && run.count <= maxRepetitions && isBeside(change, run.typical))
          addPlace(run.frame, run.startSeconds, seconds, run.count);
        run = null;
      }
    },
    closed(): RepeatStretch[] {
      close();
      return stretches;
    },
  };
}

function isBeside(change: number, typical: number): boolean {
  return change >= changeBeside.min * typical && change <= changeBeside.max * typical;
}
