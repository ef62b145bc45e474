import type { TimeRange } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';

// This project chose the constants of this file.

/**
 * Minimum and maximum typical change between two frames of a moving picture, in percent of full scale. Strobes have a
 * larger change. The equal frames between two flashes of a strobe are not a defect.
 */
const movement = { min: 0.3, max: 5 };
/**
 * Minimum typical change of a small movement, such as players seen from afar. Only exact copies are found in it: coding
 * leaves out small changes.
 */
const minSmallMovement = 0.05;
/** Maximum change of an exact copy, and minimum change directly before and after it. */
const maxCopied = { percent: 0.005, levels: 1 };
const minBesideCopy = { percent: 0.03, levels: 15 };
/**
 * Minimum change directly before and after repeated frames. Movements that begin or end, and titles that flicker, have
 * smaller ones.
 */
const minBeside = { percent: 0.1, levels: 15 };
/**
 * Maximum change of a repeated frame: its mean, and the mean change of any block, as shares of the changes directly
 * before and after, and the latter in levels of 8 bits. A movement that slows down and stops has no change after it.
 * Coding changes the blocks of repeated frames by up to 3 levels. The smallest movement in a film or an animation
 * changes a block by 9 levels or more.
 */
const maxRepeated = { share: 0.35, levelsShare: 0.25, levels: 6 };
/**
 * Maximum change of a repeated frame with larger errors of coding in a small part. A figure that moves on while the
 * background rests changes more levels.
 */
const maxCoded = { share: 0.08, levelsShare: 0.3, levels: 20 };
/** Minimum change of a cut, as a multiple of the typical change. A still picture between two cuts is not repeated. */
const minCut = 4;
/** Maximum number of successive repetitions of a frame. A frame with more repetitions is a freeze. */
const maxRepetitions = 5;
/** Maximum number of frames between two places with repeated frames that belong to one stretch. */
const maxFramesBetween = 250;
/** Minimum number of intervals within shots from which their regularity is computed. */
const minIntervals = 4;
/** Maximum interval in frames between regular repetitions: one second at 60 frames per second. */
const maxRegularInterval = 60;
/**
 * Maximum difference of a multiple of the interval, as a share of the interval. Repeated frames every 24.4 frames are
 * 24, 49 or 73 apart.
 */
const maxRounding = 1 / 8;

/** Minimum interval in frames that may be rounded to the next frame. */
const minRounded = 5;

/** The change of a frame from the frame before it. */
interface Change {
  /** In percent of full scale. */
  mean: number;
  /** Mean change of the most changed block, in levels of 8 bits. */
  levels: number;
}

/** Successive frames that hardly differ from the frame before them. */
interface Run {
  startSeconds: number;
  frame: number;
  count: number;
  /** The change directly before the run, and the largest one in it. */
  before: Change;
  most: Change;
  typical: number;
  /** Whether most of the frames around the first frame of the run rest, or most of those before it or after it. */
  isInSteps: boolean;
}

export interface RepeatStretch extends TimeRange {
  frames: number;
  /** Number of frames that repeat the frame before them. */
  repeated: number;
  /** Number of places with one or more successive repeated frames. */
  places: number;
  /** Number of these places directly after a cut. */
  afterCut: number;
  /** Number of these places beside which most frames rest. The motion is drawn in steps, or starts or stops there. */
  inSteps: number;
  /** The most frequent interval between two places, in frames. */
  interval: number;
  /** Share (0–1) of the intervals that equal `interval`, or differ from an interval of 5 or more by one frame. */
  equalShare: number;
  /** Share (0–1) of the intervals that are `interval` or a multiple, because still parts hide repetitions. */
  regularShare: number;
  /** Time in seconds and number of repeated frames of each of the first places, at most `maxFirstPlaces`. */
  first: { seconds: number; repeated: number }[];
}

const maxFirstPlaces = 10;

/** @param isSmall whether to find exact copies in small movements, instead of repeated frames in larger ones */
export function createRepeatFinder(isSmall = false) {
  const { min, max } = isSmall ? { min: minSmallMovement, max: movement.min } : movement;
  const isRepeated = isSmall ? isCopied : isLike;
  const stretches: RepeatStretch[] = [];
  let current: { stretch: RepeatStretch; firstFrame: number; lastFrame: number; intervals: number[] } | null =
    null;
  let run: Run | null = null;
  let lastCut = -1;
  let before: Change = { mean: 0, levels: 0 };

  const close = () => {
    if (current === null) return;
    const { stretch, firstFrame, lastFrame, intervals } = current;
    const usual = intervals
      .slice(0, maxRegularInterval + 1)
      .reduce((best, times, at) => (times > intervals[best]! ? at : best), 0);
    const countOf = (isCounted: (interval: number) => boolean) =>
      intervals.reduce((sum, times, interval) => sum + (isCounted(interval) ? times : 0), 0);
    const isEqual = (interval: number) => Math.abs(interval - usual) <= (usual >= minRounded ? 1 : 0);
    const isMultiple = (interval: number) => {
      const times = Math.round(interval / usual);
      return times > 1 && Math.abs(interval - times * usual) <= Math.min(times, maxRounding * usual);
    };
    stretch.interval = usual;
    const all = countOf(() => true);
    if (all >= minIntervals) {
      stretch.equalShare = countOf(isEqual) / all;
      stretch.regularShare = countOf((interval) => isEqual(interval) || isMultiple(interval)) / all;
    }
    stretch.frames = lastFrame - firstFrame + 1;
    pushCapped(stretches, stretch);
    current = null;
  };

  const addPlace = (
    { frame, startSeconds, count, isInSteps }: Run,
    endSeconds: number,
    isAfterCut: boolean,
  ) => {
    if (current !== null && frame - current.lastFrame > maxFramesBetween) close();
    current ??= {
      stretch: {
        startSeconds,
        endSeconds,
        frames: 0,
        repeated: 0,
        places: 0,
        afterCut: 0,
        inSteps: 0,
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
    if (stretch.places > 0 && current.lastFrame > lastCut) intervals[frame - current.lastFrame]!++;
    stretch.places++;
    if (isAfterCut) stretch.afterCut++;
    if (isInSteps) stretch.inSteps++;
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
      const change = { mean: around[around.length >> 1]!, levels: mostLevels };
      // If half of the frames are repeated, the upper quartile is still the change of moving frames.
      const typical = around.toSorted((a, b) => a - b)[Math.floor(around.length * 0.75)]!;
      const isMovement = typical >= min && typical <= max;
      if (run !== null && isRepeated(run.most, change)) {
        const isCut = ({ mean }: Change) => mean > minCut * run!.typical;
        // A movement may come to rest before a cut.
        const rests = isCut(change) && (run.count > 1 || isCut(run.before));
        if (run.count <= maxRepetitions && !rests) addPlace(run, seconds, isCut(run.before));
        run = null;
      } else if (run !== null && !isRepeated(change, run.before)) run = null;
      if (change.mean > minCut * typical) lastCut = frame;
      // After a cut, each movement is small in comparison, and a repeated frame in it begins a new run.
      if (isMovement && isRepeated(change, before)) {
        const middle = around.length >> 1;
        const isInSteps = [around, around.slice(0, middle), around.slice(middle + 1)].some(mostlyRests);
        run = { startSeconds: seconds, frame, count: 0, before, most: change, typical, isInSteps };
      }
      if (run !== null) {
        run.count++;
        run.most = mostOf(run.most, change);
      }
      before = change;
    },
    closed(): RepeatStretch[] {
      close();
      return stretches;
    },
  };
}

const mostlyRests = (changes: readonly number[]) =>
  changes.filter((percent) => percent < minBeside.percent).length > changes.length / 2;

/** Returns whether `change` is that of a repeated frame, if `beside` is the change directly before or after. */
function isLike(change: Change, beside: Change): boolean {
  if (beside.mean < minBeside.percent || beside.levels < minBeside.levels) return false;
  const { share, levelsShare, levels } = change.levels <= maxRepeated.levels ? maxRepeated : maxCoded;
  return change.mean <= share * beside.mean && change.levels <= Math.min(levels, levelsShare * beside.levels);
}

/** Returns whether `change` is that of an exact copy, if `beside` is the change directly before or after. */
function isCopied(change: Change, beside: Change): boolean {
  if (beside.mean < minBesideCopy.percent || beside.levels < minBesideCopy.levels) return false;
  return change.mean <= maxCopied.percent && change.levels <= maxCopied.levels;
}

function mostOf(one: Change, other: Change): Change {
  return { mean: Math.max(one.mean, other.mean), levels: Math.max(one.levels, other.levels) };
}
