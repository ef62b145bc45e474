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

/** Maximum number of excerpts that are decoded per video. */
const maxExcerpts = 60;
/**
 * Seconds that are decoded before and after the interval in which a line appears or disappears. They show the box of
 * the line with and without the line.
 */
const marginSeconds = 0.7;
/** Maximum number of pixels of a box that are compared. In larger boxes, columns and rows are skipped. */
const maxBoxPixels = 30_000;
/** Maximum size in bytes of all box pictures of one excerpt, which are in memory at the same time. */
const maxBytes = 96 * 2 ** 20;

/**
 * Finds the times at which lines appear and disappear, exact to the picture. Times in the same interval share one
 * excerpt. At most 60 excerpts are decoded, those with the most confident lines first. Times in other excerpts, and
 * times after a timeout, are null.
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
  const groups = [...Map.groupBy(edges, ({ interval }) => interval)]
    .map(([interval, group]) => ({ interval, group }))
    .sort((one, other) => confidenceOf(other.group) - confidenceOf(one.group))
    .slice(0, maxExcerpts);
  for (const [number, { interval, group }] of groups.entries()) {
    try {
      await refineGroup(interval, group, pictures, decode);
    } catch (error) {
      // After a timeout, lines without exact times are better than no lines.
      if (error instanceof DecodeTimedOut) break;
      // ffmpeg may be unable to start decoding in a damaged part of a file. Other excerpts can still be decoded.
      if (!(error instanceof DecodeFailed)) throw error;
    }
    onExcerpt((number + 1) / groups.length);
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

async function refineGroup(
  interval: number,
  group: readonly Edge[],
  { intervalSeconds, pictureCount, ...size }: ReadPictures,
  decode: DecodeExcerpt,
): Promise<void> {
  const startSeconds = (interval - 1) * intervalSeconds;
  const endSeconds = interval * intervalSeconds;
  const fromSeconds = Math.max(0, startSeconds - marginSeconds);
  const toSeconds = endSeconds + marginSeconds;
  const crop = enclosing(
    group.map(({ line }) => line.box),
    size,
  );
  const boxes = group.map((edge) => ({ ...edge, ...samplingOf(edge.line.box, crop) }));
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
  const isEnd = interval >= pictureCount;
  for (const [index, { line, appears, times: result, width }] of boxes.entries()) {
    // A file can show hundreds of lines at once. Other work of the process runs between two lines.
    await setImmediate();
    const all = taken[index]!.map((rgb, i): BoxPicture => ({ rgb, atSeconds: times[i] ?? NaN }));
    // The times are read from ffmpeg's log, in which a file can forge lines.
    if (all.length !== times.length || !areAscending(times)) continue;
    const edge = edgeOf(all, width, line, { appears, startSeconds, endSeconds, intervalSeconds });
    if (edge === null) continue;
    const { before, pictures } = edge;
    const frameSeconds = pictures.length < 2 ? 0 : pictures.at(-1)!.atSeconds - pictures.at(-2)!.atSeconds;
    if (appears) {
      const isWhole = before > 0 || fromSeconds === 0 || pictures[0]!.atSeconds > startSeconds;
      if (isWhole && before < pictures.length) result.startSeconds = pictures[before]!.atSeconds;
    } else if (before < pictures.length) {
      result.endSeconds = pictures[before]!.atSeconds;
    } else if (isEnd) {
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
    return found(pictures, findVisible(pictures, width, withLine, withoutLine), appears);
  }
  const from = Math.max(firstSeconds, startSeconds - marginSeconds);
  const withLine = orDisplayed(within(from, Math.max(startSeconds - half, (startSeconds + from) / 2)), from);
  const withoutLine = within(endSeconds + half, Infinity);
  const pictures = within(Math.min(from, withLine[0]?.atSeconds ?? from), Infinity);
  return found(pictures, findVisible(pictures, width, withLine, withoutLine), appears);
}

function found(pictures: BoxPicture[], visible: boolean[] | null, appears: boolean) {
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
