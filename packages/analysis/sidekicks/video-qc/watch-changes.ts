import { analysisBranch } from '../../decode/filter-graph.ts';
import type { TimeRange } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';
import type { Watch } from '../../contract/watch.ts';
import { type RepeatStretch, createRepeatFinder } from './find-repeats.ts';
import { rules } from './rules.ts';

/**
 * Number of latest frames whose changes are stored. The log lines of five filter branches are needed to judge a frame.
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
   * Single frames of another picture between two similar frames. `percent` is the difference in percent of full scale.
   */
  flashes: (TimeRange & { percent: number })[];
  repeats: RepeatStretch[];
  /** Exact copies in small movements. */
  copies: RepeatStretch[];
}

/** Returns ffmpeg filters that log the mean luma difference between each frame and the previous one, in percent. */
const logChange = (name: string) => ['scdet=threshold=100', `metadata@${name}=print:key=lavfi.scd.mafd`];

/**
 * ffmpeg filters that log the largest mean change of a block of 4 × 4 pixels, in levels of 8 bits. They log nothing
 * about the first frame.
 */
const logMostChanged = [
  'tblend=all_mode=difference',
  'scale=w=iw/4:h=ih/4:flags=area',
  'signalstats',
  'metadata@most=print:key=lavfi.signalstats.YMAX',
];

/** Levels (8 bits) that are added to luma before the logarithm, so that noise in dark parts stays small. */
const darkLevels = 24;
const brightness = (levels: number | string) => `log((${levels}+${darkLevels})/${darkLevels})`;
/**
 * ffmpeg filters that log the mean strength of the edges of each frame, and how much the edges differ from those of the
 * previous frame. The edges are those of the logarithm of luma, which more light does not change.
 */
const logEdges = [
  'scale=w=iw/2:h=ih/2:flags=area,format=gray',
  `lutyuv=y='clip(255*${brightness('max(val-16,0)')}/${brightness(219)},0,255)'`,
  'prewitt,signalstats,metadata@edges=print:key=lavfi.signalstats.YAVG',
  'tblend=all_mode=difference,signalstats,metadata@moved=print:key=lavfi.signalstats.YAVG',
];
/**
 * Minimum share (0–1) of the edges of a frame that belong to another picture. The share is at most 0.2 if a flash
 * lights a scene, and at least 0.45 for another picture. In a moving shot, it must exceed the share of the frame before
 * by half.
 */
const minOtherEdges = 0.3;
const minOtherThanBefore = 1.5;

/**
 * Measures how much each frame differs from the previous frame, and from the frame before the previous one. Two filter
 * branches measure the second difference: one of the even frames and one of the odd frames.
 */
export function watchChanges(): Watch<ChangeMeasurements> {
  const minFlash = rules['picture.flash_frame'].threshold;
  const jumps: number[] = [];
  const flashes: ChangeMeasurements['flashes'] = [];
  const repeats = createRepeatFinder();
  const copies = createRepeatFinder(true);
  const changes = createSource(1, 0);
  const even = createSource(2, 0);
  const odd = createSource(2, 1);
  const most = createSource(1, 1);
  const edges = createSource(1, 0);
  const moved = createSource(1, 1);
  let judged = 0;

  /** Returns the share (0–1) of the edges of a frame that are not in the frame before; 1 if one has no edges. */
  const otherEdges = (frame: number): number => {
    const [now, before] = [edges.valueOf(frame), edges.valueOf(frame - 1)];
    const fewest = Math.min(now, before);
    if (fewest <= 0.1 * Math.max(now, before)) return 1;
    // Weaker or stronger edges at the same places differ by the difference of the means.
    return (moved.valueOf(frame) - Math.abs(now - before)) / (2 * fewest);
  };
  const isOtherPicture = (frame: number) =>
    otherEdges(frame) >= Math.max(minOtherEdges, minOtherThanBefore * otherEdges(frame - 1));

  const judge = (frame: number) => {
    const [before, change, next, after] = [-1, 0, 1, 2].map((step) => changes.valueOf(frame + step));
    const startSeconds = changes.secondsOf(frame);
    const around = Array.from({ length: 2 * framesAround + 1 }, (_, at) =>
      changes.valueOf(frame + at - framesAround),
    );
    for (const finder of [repeats, copies]) finder.add(frame, startSeconds, around, most.valueOf(frame));
    if (change! >= minJump && Math.min(before!, next!) <= maxOtherChange * change!)
      pushCapped(jumps, startSeconds);
    const least = Math.min(change!, next!);
    const neighbours = ((frame + 1) % 2 === 0 ? even : odd).valueOf(frame + 1);
    const isAlone = least >= minFlash && Math.max(before!, after!, neighbours) <= maxOtherChange * least;
    if (isAlone && isOtherPicture(frame))
      pushCapped(flashes, { startSeconds, endSeconds: changes.secondsOf(frame + 1), percent: least });
  };
  const sources = {
    'metadata@each': changes,
    'metadata@even': even,
    'metadata@odd': odd,
    'metadata@most': most,
    'metadata@edges': edges,
    'metadata@moved': moved,
  };
  return {
    smallFilters: [
      analysisBranch('each', logChange('each')),
      analysisBranch('even', ["select='not(mod(n,2))'", ...logChange('even')]),
      analysisBranch('odd', ["select='mod(n,2)'", ...logChange('odd')]),
      analysisBranch('most', logMostChanged),
      analysisBranch('edges', logEdges),
    ],
    onMessage: (from, _level, text) => {
      if (!Object.hasOwn(sources, from)) return;
      sources[from as keyof typeof sources].read(text);
      const complete = Math.min(
        changes.last() - framesAround,
        ...[even, odd, most, edges, moved].map((source) => source.last()),
      );
      // The changes of older frames have been overwritten, so these frames are skipped.
      judged = Math.max(judged, changes.last() - keptFrames + framesAround + 1);
      for (; judged < complete; judged++) judge(judged);
    },
    seen: () => {
      for (; judged <= changes.last(); judged++) judge(judged);
      return { jumps, flashes, repeats: repeats.closed(), copies: copies.closed() };
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
      const percent = /^lavfi\.(?:scd\.mafd|signalstats\.Y(?:MAX|AVG))=([\d.]+)$/.exec(text)?.[1];
      if (percent !== undefined && frame >= 0) values[frame % keptFrames] = Number(percent);
    },
    /** Returns the number of the latest logged frame; -1 before the first one. */
    last: () => frame,
    /** Returns the change of frame `at` in percent; 0 if the frame has not been logged. */
    valueOf: (at: number) => (at < 0 || at > frame ? 0 : values[at % keptFrames]!),
    secondsOf: (at: number) => times[at % keptFrames]!,
  };
}
