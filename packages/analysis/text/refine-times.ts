import { setImmediate } from 'node:timers/promises';
import { DecodeFailed, DecodeTimedOut } from '../decode/run-ffmpeg.ts';
import type { Picture } from '../decode/picture.ts';
import type { ReadLine } from './text-reader.ts';
import { type BoxPicture, findEdge, findVisible } from './line-visibility.ts';

/** A line whose start and end are known only to the interval between two read pictures. */
export interface TimedLine {
  /** In pixels of the read pictures. */
  box: ReadLine['box'];
  confidence: number;
  /** Numbers of the first and the last read picture with the line. */
  first: number;
  last: number;
}

export interface Times {
  /** Exact start and end of a line. Null for a time that could not be found. */
  startSeconds: number | null;
  endSeconds: number | null;
}

/** A time range of the video, and the area that is cropped from its pictures. */
export interface Excerpt {
  fromSeconds: number;
  lengthSeconds: number;
  /** In pixels of the read pictures. */
  crop: { x: number; y: number; width: number; height: number };
  onPicture: (picture: Picture, index: number) => void;
}

/** Decodes every picture of an excerpt. Returns the times of the pictures in seconds from the start of the file. */
export type DecodeExcerpt = (excerpt: Excerpt) => Promise<number[]>;

export interface ReadPictures {
  intervalSeconds: number;
  pictureCount: number;
  width: number;
  height: number;
}

/** Maximum number of intervals that are decoded again per video. */
const maxIntervals = 60;
/**
 * Seconds that are decoded before and after the interval in which a line appears or disappears. They show the box of
 * the line with and without the line.
 */
const marginSeconds = 0.7;
/** Maximum number of pixels of a box that are compared. In larger boxes, columns and rows are skipped. */
const maxBoxPixels = 12_000;
/** Maximum size in bytes of all box pictures of one excerpt, which are in memory at the same time. */
const maxBytes = 96 * 2 ** 20;
/**
 * Intervals share an excerpt if at most this number of seconds is between them. Starting another excerpt takes longer,
 * because ffmpeg starts to decode at the key frame before it.
 */
const maxPauseSeconds = 1;
/** Highest usual number of pictures per second. Two intervals share an excerpt only if their pictures fit in memory. */
const maxPicturesPerSecond = 60;

/**
 * Finds the times at which lines appear and disappear, exact to the picture. Times in nearby intervals share one
 * excerpt. At most 60 intervals are decoded, those with the most confident lines. Times in other intervals, and times
 * after a timeout, are null.
 */
export async function refineTimes(
  lines: readonly TimedLine[],
  pictures: ReadPictures,
  decode: DecodeExcerpt,
  onExcerpt: (share: number) => void,
): Promise<Times[]> {
  const times: Times[] = lines.map(() => ({ startSeconds: null, endSeconds: null }));
  const edges = lines.flatMap((line, index) => [
    { line, times: times[index]!, appears: true, interval: line.first },
    { line, times: times[index]!, appears: false, interval: line.last + 1 },
  ]);
  const intervals = [...Map.groupBy(edges, ({ interval }) => interval).values()]
    .sort((one, other) => confidenceOf(other) - confidenceOf(one))
    .slice(0, maxIntervals);
  const parts = joinIntervals(intervals, pictures.intervalSeconds).sort(
    (one, other) => confidenceOf(other.edges) - confidenceOf(one.edges),
  );
  for (const [number, part] of parts.entries()) {
    try {
      await refinePart(part, pictures, decode);
    } catch (error) {
      // After a timeout, lines without exact times are better than no lines.
      if (error instanceof DecodeTimedOut) break;
      // ffmpeg may be unable to start decoding in a damaged part of a file. Other excerpts can still be decoded.
      if (!(error instanceof DecodeFailed)) throw error;
    }
    onExcerpt((number + 1) / parts.length);
  }
  return times;
}

interface Edge {
  line: TimedLine;
  times: Times;
  appears: boolean;
  /** Number of the read picture that ends the interval in which the line appears or disappears. */
  interval: number;
}

const confidenceOf = (edges: readonly Edge[]) => Math.max(...edges.map(({ line }) => line.confidence));

/** Edges that are searched in one excerpt, and the range of the excerpt. */
interface Part {
  edges: Edge[];
  fromSeconds: number;
  toSeconds: number;
}

/** Joins the edges of nearby intervals, in time order. */
function joinIntervals(intervals: readonly Edge[][], intervalSeconds: number): Part[] {
  const parts: Part[] = [];
  for (const edges of intervals.toSorted(([one], [other]) => one!.interval - other!.interval)) {
    const { fromSeconds, toSeconds } = secondsAround(edges[0]!, intervalSeconds);
    const last = parts.at(-1);
    const joined = last && { edges: [...last.edges, ...edges], fromSeconds: last.fromSeconds, toSeconds };
    if (joined !== undefined && fromSeconds <= last!.toSeconds + maxPauseSeconds && fitsInMemory(joined))
      parts[parts.length - 1] = joined;
    else parts.push({ edges, fromSeconds, toSeconds });
  }
  return parts;
}

/** Returns the range that is decoded to find an edge in an interval. */
function secondsAround({ interval }: Pick<Edge, 'interval'>, intervalSeconds: number) {
  return {
    fromSeconds: Math.max(0, (interval - 1) * intervalSeconds - marginSeconds),
    toSeconds: interval * intervalSeconds + marginSeconds,
  };
}

function fitsInMemory({ edges, fromSeconds, toSeconds }: Part): boolean {
  const pixels = edges.reduce((sum, { line: { box } }) => {
    const [left, top, right, bottom] = box;
    return sum + Math.min(maxBoxPixels, (right - left) * (bottom - top));
  }, 0);
  return 3 * pixels * maxPicturesPerSecond * (toSeconds - fromSeconds) <= maxBytes;
}

async function refinePart(
  { edges, fromSeconds, toSeconds }: Part,
  { intervalSeconds, pictureCount, ...size }: ReadPictures,
  decode: DecodeExcerpt,
): Promise<void> {
  const crop = enclosing(
    edges.map(({ line }) => line.box),
    size,
  );
  const boxes = edges.map((edge) => ({ ...edge, ...samplingOf(edge.line.box, crop) }));
  const taken: Uint8Array[][] = boxes.map(() => []);
  let bytes = 0;
  const times = await decode({
    fromSeconds,
    lengthSeconds: toSeconds - fromSeconds,
    crop,
    onPicture: (picture) => {
      for (const [index, { sample }] of boxes.entries()) {
        if (bytes > maxBytes) return;
        const rgb = sample(picture);
        bytes += rgb.length;
        taken[index]!.push(rgb);
      }
    },
  });
  for (const [index, { times: result, width, ...edge }] of boxes.entries()) {
    // A file can show hundreds of lines at once. Other work of the process runs between two lines.
    await setImmediate();
    const all = taken[index]!.map((rgb, i): BoxPicture => ({ rgb, atSeconds: times[i] ?? NaN }));
    // The times are read from ffmpeg's log, in which a file can forge lines.
    if (all.length !== times.length || !areAscending(times)) continue;
    const { line, appears, interval } = edge;
    const startSeconds = (interval - 1) * intervalSeconds;
    const endSeconds = interval * intervalSeconds;
    const range = secondsAround(edge, intervalSeconds);
    const near = all.filter(
      ({ atSeconds }) => atSeconds >= range.fromSeconds && atSeconds <= range.toSeconds,
    );
    const found = edgeOf(near, width, line, { appears, startSeconds, endSeconds, intervalSeconds });
    if (found === null) continue;
    const { before, pictures } = found;
    const frameSeconds = pictures.length < 2 ? 0 : pictures.at(-1)!.atSeconds - pictures.at(-2)!.atSeconds;
    if (appears) {
      const isWhole = before > 0 || range.fromSeconds === 0 || pictures[0]!.atSeconds > startSeconds;
      if (isWhole && before < pictures.length) result.startSeconds = pictures[before]!.atSeconds;
    } else if (before < pictures.length) {
      result.endSeconds = pictures[before]!.atSeconds;
    } else if (interval >= pictureCount) {
      result.endSeconds = pictures.at(-1)!.atSeconds + frameSeconds;
    }
  }
}

/** Returns the pictures around the start or end of a line, and how many precede it; null if it cannot be found. */
function edgeOf(
  all: readonly BoxPicture[],
  width: number,
  { first, last }: TimedLine,
  interval: { appears: boolean; startSeconds: number; endSeconds: number; intervalSeconds: number },
): { before: number; pictures: BoxPicture[] } | null {
  const { appears, startSeconds, endSeconds, intervalSeconds } = interval;
  const firstSeconds = first * intervalSeconds;
  const lastSeconds = last * intervalSeconds;
  // The line may fade in or out during half of the margin. In the other half, the line is surely visible or surely not.
  const half = marginSeconds / 2;
  const within = (from: number, to: number) =>
    all.filter(({ atSeconds }) => atSeconds >= from && atSeconds <= to);
  const displayedAt = (seconds: number) =>
    all.filter(({ atSeconds }) => atSeconds <= seconds + 1e-6).slice(-1);
  const orDisplayed = (some: BoxPicture[], seconds: number) =>
    some.length > 0 ? some : displayedAt(seconds);
  if (appears) {
    const until = Math.min(lastSeconds, endSeconds + marginSeconds);
    const withLine = orDisplayed(within(Math.min(endSeconds + half, (endSeconds + until) / 2), until), until);
    const withoutLine = within(-Infinity, startSeconds - half);
    const pictures = within(-Infinity, Math.max(until, withLine.at(-1)?.atSeconds ?? until));
    return edgeIn(pictures, findVisible(pictures, width, withLine, withoutLine), appears);
  }
  const from = Math.max(firstSeconds, startSeconds - marginSeconds);
  const withLine = orDisplayed(within(from, Math.max(startSeconds - half, (startSeconds + from) / 2)), from);
  const withoutLine = within(endSeconds + half, Infinity);
  const pictures = within(Math.min(from, withLine[0]?.atSeconds ?? from), Infinity);
  return edgeIn(pictures, findVisible(pictures, width, withLine, withoutLine), appears);
}

function edgeIn(pictures: BoxPicture[], visible: boolean[] | null, appears: boolean) {
  const before = visible === null ? null : findEdge(visible, appears);
  return before === null ? null : { before, pictures };
}

function areAscending(times: readonly number[]): boolean {
  return times.every((time, i) => Number.isFinite(time) && (i === 0 || time > times[i - 1]!));
}

/**
 * Returns the smallest rectangle around all boxes. Its edges are on even pixels, because colour has half the
 * resolution. If the picture has an odd width or height, the last column or row is left out.
 */
function enclosing(
  boxes: readonly ReadLine['box'][],
  size: { width: number; height: number },
): Excerpt['crop'] {
  const even = (value: number) => 2 * Math.floor(value / 2);
  const span = (from: number, to: number, limit: number) => {
    const start = Math.max(0, Math.min(even(from), even(limit) - 2));
    return [start, Math.max(2, Math.min(even(to + 1), even(limit)) - start)] as const;
  };
  const [x, width] = span(
    Math.min(...boxes.map(([left]) => left)),
    Math.max(...boxes.map(([, , right]) => right)),
    size.width,
  );
  const [y, height] = span(
    Math.min(...boxes.map(([, top]) => top)),
    Math.max(...boxes.map(([, , , bottom]) => bottom)),
    size.height,
  );
  return { x, y, width, height };
}

/** Returns a function that samples the pixels of a box in a picture cropped to `crop`, and the sampled width. */
function samplingOf([left, top, right, bottom]: ReadLine['box'], crop: Excerpt['crop']) {
  const step = Math.max(1, Math.ceil(Math.sqrt(((right - left) * (bottom - top)) / maxBoxPixels)));
  const columns = rangeOf(left - crop.x, right - crop.x, step, crop.width);
  const rows = rangeOf(top - crop.y, bottom - crop.y, step, crop.height);
  const sample = ({ rgb, width }: Picture): Uint8Array => {
    const result = new Uint8Array(3 * columns.length * rows.length);
    let at = 0;
    for (const y of rows)
      for (const x of columns) {
        const from = 3 * (y * width + x);
        result[at++] = rgb[from]!;
        result[at++] = rgb[from + 1]!;
        result[at++] = rgb[from + 2]!;
      }
    return result;
  };
  return { sample, width: columns.length };
}

function rangeOf(from: number, to: number, step: number, limit: number): number[] {
  const result: number[] = [];
  for (let at = Math.max(0, from); at < Math.min(to, limit); at += step) result.push(at);
  return result;
}
