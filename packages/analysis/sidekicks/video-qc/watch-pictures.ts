import type { TimeRange } from '../../contract/time-ranges.ts';
import { analysisBranch } from '../../decode/filter-graph.ts';
import { pushCapped, setCapped } from '../../formats/capped-collections.ts';
import type { Watch } from '../../contract/watch.ts';
import { rules } from './rules.ts';

/** Mean luma (0–1) below which a line of pixels at the edge belongs to a bar. Coding noise in black stays below it. */
const barLevel = 0.08;
/** Pixels by which `thinned` makes bright parts smaller on each side. */
const thinnedPixels = 2;
/** ffmpeg filters that remove thin bright parts, such as the letters of a watermark in a bar. */
const thinned = Array.from({ length: thinnedPixels }, () => 'erosion').join(',');
/** Minimum share (0–1) of the pixels of a line at the edge of a picture that are lit at some time. */
const minLitShare = 0.97;
/** ffmpeg filters that make each pixel white (255) from the first frame on in which it is lit, and black (0) before. */
const everLit = `lagfun=decay=1:planes=1,lutyuv=y='255*gte(val,${barLevel}*255)'`;
const minHeldSeconds = rules['picture.freeze'].threshold;

/**
 * The active picture (the frame without bars), in pixels of the frame scaled to a width of 320. `right` and `bottom`
 * are inclusive.
 */
export interface ActiveBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Intervals of equal length between successive frames: their number (`times`) and their total length in seconds. */
export interface Interval {
  /** Length of one interval, rounded to tenths of a millisecond. */
  tenthsOfMs: number;
  times: number;
  seconds: number;
}

export interface PictureMeasurements {
  count: number;
  firstSeconds: number;
  lastSeconds: number;
  intervals: Interval[];
  /** Time ranges in which a single frame is shown for at least the threshold of the rule `picture.freeze`. */
  held: TimeRange[];
  /** Active pictures, measured per quarter of a second. Equal successive ones are joined. Black frames have none. */
  active: (TimeRange & { box: ActiveBox })[];
  /** The active picture of all frames together, without thin bright parts; null if all frames are black. */
  whole: ActiveBox | null;
  /**
   * The part of the frame between the outermost lines that are lit along nearly their whole length, each pixel at some
   * time, without thin bright parts. Without such rows, `top` exceeds `bottom`; without such columns, `left` exceeds
   * `right`. Null without frames.
   */
  lit: ActiveBox | null;
}

export function watchPictures(): Watch<PictureMeasurements> {
  const intervals = new Map<number, Interval>();
  const held: TimeRange[] = [];
  const active: PictureMeasurements['active'] = [];
  let whole: ActiveBox | null = null;
  let lit: ActiveBox | null = null;
  let together: { quarter: number; box: ActiveBox } | null = null;
  let count = 0;
  let firstSeconds = 0;
  let lastSeconds = 0;
  const endQuarter = () => {
    if (together === null) return;
    const { quarter, box } = together;
    const startSeconds = quarter / 4;
    const last = active.at(-1);
    if (last?.endSeconds === startSeconds && same(last.box, box)) last.endSeconds += 1 / 4;
    else pushCapped(active, { startSeconds, endSeconds: startSeconds + 1 / 4, box });
    together = null;
  };
  return {
    smallFilters: [
      `cropdetect@active=limit=${barLevel}:round=2:skip=0:reset=1`,
      analysisBranch('bars', [
        thinned,
        `cropdetect@whole=limit=${barLevel}:round=2:skip=0:reset=0`,
        everLit,
        `cropdetect@lit=limit=${minLitShare}:round=2:skip=0:reset=0`,
      ]),
    ],
    onMessage: (from, _level, text) => {
      if (!/^cropdetect@(active|whole|lit)$/.test(from)) return;
      const found = /^x1:(\d+) x2:(\d+) y1:(\d+) y2:(\d+) .* t:(-?[\d.]+) /.exec(text);
      if (found === null) return;
      const [left, right, top, bottom, seconds] = found.slice(1).map(Number) as Numbers;
      if (from === 'cropdetect@lit') {
        lit = { left, right, top, bottom };
        return;
      }
      if (from === 'cropdetect@whole') {
        if (right >= left && bottom >= top) whole = { left, right, top, bottom };
        return;
      }
      if (count === 0) firstSeconds = seconds;
      else add(intervals, seconds - lastSeconds);
      if (count > 0 && seconds - lastSeconds >= minHeldSeconds)
        pushCapped(held, { startSeconds: lastSeconds, endSeconds: seconds });
      count += 1;
      lastSeconds = seconds;
      const quarter = Math.floor(seconds * 4);
      if (together?.quarter !== quarter) endQuarter();
      if (right < left || bottom < top) return;
      const box = { left, right, top, bottom };
      together = { quarter, box: together === null ? box : union(together.box, box) };
    },
    seen: () => {
      endQuarter();
      return {
        count,
        firstSeconds,
        lastSeconds,
        intervals: [...intervals.values()],
        held,
        active,
        whole: whole && widened(whole),
        lit: lit && widened(lit),
      };
    },
  };
}

type Numbers = [number, number, number, number, number];

function add(intervals: Map<number, Interval>, seconds: number): void {
  const tenthsOfMs = Math.round(seconds * 10_000);
  const before = intervals.get(tenthsOfMs) ?? { tenthsOfMs, times: 0, seconds: 0 };
  setCapped(intervals, tenthsOfMs, {
    tenthsOfMs,
    times: before.times + 1,
    seconds: before.seconds + seconds,
  });
}

function union(a: ActiveBox, b: ActiveBox): ActiveBox {
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Returns a box with the pixels that `thinned` removed. It removes none at the edges of the frame. */
function widened({ left, right, top, bottom }: ActiveBox): ActiveBox {
  return {
    left: Math.max(0, left - thinnedPixels),
    right: right + thinnedPixels,
    top: Math.max(0, top - thinnedPixels),
    bottom: bottom + thinnedPixels,
  };
}

function same(a: ActiveBox, b: ActiveBox): boolean {
  return a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom;
}
