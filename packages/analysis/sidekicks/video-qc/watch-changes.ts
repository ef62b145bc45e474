import { analysisBranch } from '../../decode/filter-graph.ts';
import type { TimeRange } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';
import type { Watch } from '../../contract/watch.ts';
import { type RepeatStretch, createRepeatFinder } from './find-repeats.ts';
import { rules } from './rules.ts';

/** Number of frames whose changes are kept. The filters of the three branches must not be further apart. */
const keptFrames = 64;
/** Number of frames before and after a frame that are needed to judge it. */
const framesAround = 8;
/**
 * Minimum change, as a percentage of full scale, between a black frame and its neighbour. A fade to black has smaller
 * changes. Chosen by this project.
 */
const minJump = 5;
/**
 * Maximum ratio of a neighbouring change to a sudden change. For a jump, the change before or the change after must be
 * this small. For a flash, both must be. Chosen by this project.
 */
const maxOtherChange = 0.5;

/** Sudden changes of the picture, and repeated frames. */
export interface ChangeMeasurements {
  /** Times in seconds of frames that suddenly differ from the frame before or after the change. */
  jumps: number[];
  /** Single frames that differ strongly from both neighbours, which are alike. */
  flashes: (TimeRange & { percent: number })[];
  repeats: RepeatStretch[];
}

/** Returns filters that log the mean luma difference between each frame and the frame before it, in percent. */
const logChange = (name: string) => ['scdet=threshold=100', `metadata@${name}=print:key=lavfi.scd.mafd`];

/**
 * Measures how much each frame differs from the one before it and from the one two before it. The second difference
 * comes from two branches, which have every other frame.
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
      // Frames that are no longer kept cannot be judged.
      judged = Math.max(judged, changes.last() - keptFrames + framesAround + 1);
      for (; judged < complete; judged++) judge(judged);
    },
    seen: () => {
      for (; judged <= changes.last(); judged++) judge(judged);
      return { jumps, flashes, repeats: repeats.closed() };
    },
  };
}

/** Collects the latest changes that a branch logs. The branch has each frame whose number is `first` + n × `step`. */
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
    /** Returns the number of the latest frame; -1 if there is none. */
    last: () => frame,
    /** Returns the change of a frame; 0 before the first frame and after the latest one. */
    valueOf: (at: number) => (at < 0 || at > frame ? 0 : values[at % keptFrames]!),
    secondsOf: (at: number) => times[at % keptFrames]!,
  };
}
