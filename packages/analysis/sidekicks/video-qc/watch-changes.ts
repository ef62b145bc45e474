import { analysisBranch } from '../../decode/filter-graph.ts';
import type { TimeRange } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';
import type { Watch } from '../../contract/watch.ts';
import { type RepeatStretch, createRepeatFinder } from './find-repeats.ts';
import { rules } from './rules.ts';

/**
 * Number of latest frames whose changes are stored. The log lines of three filter branches are needed to judge a frame.
 * If the branches are further apart, frames are skipped.
 */
const keptFrames = 64;
/** Number of frames before a frame, and after it, whose changes are needed to judge the frame. */
const framesAround = 8;
/**
 * Minimum change between two adjacent frames of a jump, in percent of full scale. A fade to black has smaller changes.
 * Chosen by this project.
 */
const minJump = 5;
/**
 * A change is sudden if the changes of the adjacent frames are at most this share of it. For a jump, this must apply to
 * the frame before or after the change; for a flash, to both frames. Chosen by this project.
 */
const maxOtherChange = 0.5;

export interface ChangeMeasurements {
  /** Times in seconds of frames that suddenly differ from the previous frame. */
  jumps: number[];
  /**
   * Single frames that differ from two similar adjacent frames. `percent` is the difference in percent of full scale.
   */
  flashes: (TimeRange & { percent: number })[];
  repeats: RepeatStretch[];
}

/** Returns ffmpeg filters that log the mean luma difference between each frame and the previous one, in percent. */
const logChange = (name: string) => ['scdet=threshold=100', `metadata@${name}=print:key=lavfi.scd.mafd`];

/**
 * Measures how much each frame differs from the previous frame, and from the frame before the previous one. Two filter
 * branches measure the second difference: one of the even frames and one of the odd frames.
 */
export function watchChanges(): Watch<ChangeMeasurements> {
  const minFlash = rules['picture.flash_frame'].threshold;
  const jumps: number[] = [];
  const flashes: ChangeMeasurements['flashes'] = [];
  const repeats = createRepeatFinder();
  const changes = createSource(1, 0);
  const even = createSource(2, 0);
  const odd = createSource(2, 1);
  let judged = 0;

  const judge = (frame: number) => {
    const [before, change, next, after] = [-1, 0, 1, 2].map((step) => changes.valueOf(frame + step));
    const startSeconds = changes.secondsOf(frame);
    const around = Array.from({ length: 2 * framesAround + 1 }, (_, at) =>
      changes.valueOf(frame + at - framesAround),
    );
    repeats.add(frame, startSeconds, around);
    if (change! >= minJump && Math.min(before!, next!) <= maxOtherChange * change!)
      pushCapped(jumps, startSeconds);
    const least = Math.min(change!, next!);
    const neighbours = ((frame + 1) % 2 === 0 ? even : odd).valueOf(frame + 1);
    if (least >= minFlash && Math.max(before!, after!, neighbours) <= maxOtherChange * least)
      pushCapped(flashes, { startSeconds, endSeconds: changes.secondsOf(frame + 1), percent: least });
  };
  const sources = { 'metadata@each': changes, 'metadata@even': even, 'metadata@odd': odd };
  return {
    smallFilters: [
      analysisBranch('each', logChange('each')),
      analysisBranch('even', ["select='not(mod(n,2))'", ...logChange('even')]),
      analysisBranch('odd', ["select='mod(n,2)'", ...logChange('odd')]),
    ],
    onMessage: (from, _level, text) => {
      if (!Object.hasOwn(sources, from)) return;
      sources[from as keyof typeof sources].read(text);
      const complete = Math.min(changes.last() - framesAround, even.last(), odd.last());
      // The changes of older frames have been overwritten, so these frames are skipped.
      judged = Math.max(judged, changes.last() - keptFrames + framesAround + 1);
      for (; judged < complete; judged++) judge(judged);
    },
    seen: () => {
      for (; judged <= changes.last(); judged++) judge(judged);
      return { jumps, flashes, repeats: repeats.closed() };
    },
  };
}

/** Stores the latest changes that a filter branch logs. The branch has the frames with numbers `first` + n × `step`. */
function createSource(step: number, first: number) {
  const values = new Float64Array(keptFrames);
  const times = new Float64Array(keptFrames);
  let frame = -1;
  return {
    read(text: string): void {
      const [, number, seconds] = /^frame:(\d{1,9}) .*pts_time:(-?[\d.]+)/.exec(text) ?? [];
      if (number !== undefined) {
        frame = Number(number) * step + first;
        times[frame % keptFrames] = Number(seconds);
        return;
      }
      const percent = /^lavfi\.scd\.mafd=([\d.]+)$/.exec(text)?.[1];
      if (percent !== undefined && frame >= 0) values[frame % keptFrames] = Number(percent);
    },
    /** Returns the number of the latest logged frame; -1 before the first one. */
    last: () => frame,
    /** Returns the change of frame `at` in percent; 0 if the frame has not been logged. */
    valueOf: (at: number) => (at < 0 || at > frame ? 0 : values[at % keptFrames]!),
    secondsOf: (at: number) => times[at % keptFrames]!,
  };
}
