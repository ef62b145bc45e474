import type { TimeRange } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';

// All numbers in this file were chosen by this project.

/**
 * Minimum and maximum typical change between frames of a moving picture, as a percentage of full scale. In strobes, the
 * change is larger, and the frames between two flashes are not repeated.
 */
const movement = { min: 0.3, max: 5 };
/** A frame is repeated if it changes by at most this share of the typical change around it. */
const maxRepeatedShare = 0.25;
/**
 * Minimum and maximum change before and after repeated frames, as a share of the typical change. A movement that slows
 * down and stops does not repeat a frame. Neither does a still picture between two cuts.
 */
const changeBeside = { min: 0.5, max: 4 };
/** Maximum number of successive repetitions of a frame. A frame that is shown for longer is held. */
const maxRepetitions = 5;
/** Maximum number of frames between two repetitions of one stretch. */
const maxFramesBetween = 250;
/** Largest interval between repetitions that counts as regular, in frames. A second of 60 frames has this interval. */
const maxRegularInterval = 60;

export interface RepeatStretch extends TimeRange {
  /** Number of frames of the stretch. */
  frames: number;
  /** Number of frames that repeat the frame before them. */
  repeated: number;
  /** Number of places with repeated frames. */
  places: number;
  /** The most frequent interval between two places, in frames. */
  interval: number;
  /** Share of the intervals that differ from it by at most one frame. */
  regularShare: number;
  /** The first places, each with the number of its repeated frames. */
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
    const near = (at: number) => intervals.slice(Math.max(0, at - 1), at + 2).reduce((sum, n) => sum + n, 0);
    stretch.interval = intervals.reduce((best, times, at) => (times > intervals[best]! ? at : best), 0);
    stretch.regularShare = stretch.places > 1 ? near(stretch.interval) / (stretch.places - 1) : 0;
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
        regularShare: 0,
        first: [],
      },
      firstFrame: frame,
      lastFrame: frame,
      intervals: Array.from({ length: maxRegularInterval + 2 }, () => 0),
    };
    const { stretch, intervals } = current;
    if (stretch.places > 0) {
      const interval = frame - current.lastFrame;
      if (interval <= maxRegularInterval) intervals[interval]!++;
    }
    stretch.places++;
    stretch.repeated += count;
    stretch.endSeconds = endSeconds;
    if (stretch.first.length < maxFirstPlaces) stretch.first.push({ seconds: startSeconds, repeated: count });
    current.lastFrame = frame;
  };

  return {
    /**
     * Adds a frame.
     * @param around changes of the frames around it; its own is in the middle
     */
    add(frame: number, seconds: number, around: readonly number[]): void {
      const middle = around.length >> 1;
      const change = around[middle]!;
      // The upper quartile is the change of moving frames even if half of the frames are repeated.
      const typical = around.toSorted((a, b) => a - b)[Math.floor(around.length * 0.75)]!;
      const isMovement = typical >= movement.min && typical <= movement.max;
      if (frame > 0 && isMovement && change <= maxRepeatedShare * typical) {
        const isMoving = isBeside(around[middle - 1]!, typical);
        run ??= { startSeconds: seconds, frame, count: 0, isMoving, typical };
        run.count++;
      } else if (run !== null) {
        if (run.isMoving && run.count <= maxRepetitions && isBeside(change, run.typical))
          addPlace(run.frame, run.startSeconds, seconds, run.count);
        run = null;
      }
    },
    /** Returns all stretches. Called once at the end. */
    closed(): RepeatStretch[] {
      close();
      return stretches;
    },
  };
}

function isBeside(change: number, typical: number): boolean {
  return change >= changeBeside.min * typical && change <= changeBeside.max * typical;
}
