import type { ProbeReport } from '../decode/ffprobe.ts';
import { decoderThreads } from '../decode/memory-limits.ts';
import { decodePictures } from '../decode/raw-pictures.ts';
import { decodeTimedPictures } from '../decode/timed-pictures.ts';
import { type DecodeExcerpt, type Excerpt, refineTimes, type Times } from './refine-times.ts';
import { maxUnmeasuredSeconds, recordingLimits } from '../decode/recording-limits.ts';
import { displayAspectRatio, examinedStreams, type Stream } from '../decode/streams.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import type { SummarisedLine } from './join-text.ts';
import { changedArea, copyArea } from './picture-change.ts';
import type { FileToRead } from './file-to-read.ts';
import { asTextLine } from './shares.ts';
import type { ShownLine, ShownText } from './shown-text.ts';
import type { ReadingMemory } from './text-reader.ts';
import type { Picture } from '../decode/picture.ts';

/** Maximum number of pictures per video that are read, and minimum interval between two pictures in milliseconds. */
const maxPictures = 400;
const minIntervalMs = 500;
/** Maximum longer and shorter side of a picture that is read, in pixels. Larger pictures are scaled down. */
const maxLongSide = 1920;
const maxShortSide = 1080;
/** Maximum number of lines that are used of one picture. */
const maxLinesPerPicture = 200;
/**
 * Maximum processor time in ms for reading all pictures of a video up to a time: the first number, and the second one
 * for each second of the video. An ad with text on a moving background takes less than 3 s for each second.
 */
const minComputeMs = 60_000;
const computeMsPerSecond = 4_000;
/** Maximum processor time in ms for joining the lines of all pictures. Joining 80,000 short lines took 3 s. */
const maxJoinMs = 60_000;
/** Maximum number of pictures in a part of the video that is decoded to find exact times. */
const maxExcerptPictures = 5_000;
/** Progress (0–1) when all pictures have been read. The remaining progress is for finding exact times. */
const readingShare = 0.9;

/**
 * Returns the text that a video shows. Reads at most 400 pictures at equal intervals, and fewer if their text takes too
 * much processor time. Joins the same lines in successive pictures. Then decodes parts of the video again to find exact
 * times of the lines. Only `signal` limits the elapsed time, because its clock is paused while a picture waits for a
 * process that reads text.
 */
export async function readVideoText(
  { reader, parsers, progress, ...file }: Omit<FileToRead, 'timeoutMs'>,
  media: ProbeReport,
  measuredSeconds: number | null,
): Promise<ShownText> {
  const { index, stream } = examinedStreams(media).picture!;
  const limits = measuredSeconds === null ? null : recordingLimits(measuredSeconds);
  const maxSeconds = limits?.maxSeconds ?? maxUnmeasuredSeconds;
  const declaredSeconds = media.format.duration ?? measuredSeconds ?? maxSeconds;
  const endOfFile = measuredSeconds ?? media.format.duration ?? Infinity;
  const durationSeconds = Math.max(minIntervalMs / 1000, Math.min(maxSeconds, declaredSeconds));
  const intervalMs = Math.max(minIntervalMs, Math.ceil((1000 * durationSeconds) / maxPictures));
  const shown = shownSize(stream);
  const size = readSize(shown);
  const toReadSize = `scale=w=${size.width}:h=${size.height}:flags=area`;
  const decoding = { ...file, pictureStream: index, threads: decoderThreads(stream) };
  /** The lines of each picture as JSON. Serialising all of them at once would occupy the event loop too long. */
  const pictures: { json: Buffer; lineCount: number }[] = [];
  /** The last picture. Where it did not differ visibly from the picture before, it has the pixels of that picture. */
  let last: Picture | null = null;
  const memory: ReadingMemory = { places: [], computeMs: 0 };
  /** Number of pictures that were not read, and the longest series of such pictures. */
  const unread = { pictures: 0, successive: 0, mostSuccessive: 0 };
  // One picture is read while ffmpeg decodes the next.
  let reading = Promise.resolve();
  await decodePictures({
    ...decoding,
    // With `round=up`, each picture is the one that is displayed at its time.
    filters: [`fps=1000/${intervalMs}:start_time=0:round=up`, toReadSize],
    maxPixels: size.width * size.height,
    maxPictures,
    lengthSeconds: maxSeconds,
    onPicture: async (picture, number) => {
      await reading;
      progress(Math.min(readingShare, (readingShare * number * intervalMs) / 1000 / durationSeconds));
      const changed = last === null ? undefined : changedArea(last, picture);
      if (changed === null) {
        pictures.push(pictures.at(-1)!);
        return;
      }
      if (memory.computeMs > minComputeMs + (computeMsPerSecond * (number * intervalMs)) / 1000) {
        pictures.push(pictures.at(-1)!);
        unread.pictures++;
        unread.mostSuccessive = Math.max(unread.mostSuccessive, ++unread.successive);
        return;
      }
      unread.successive = 0;
      if (last === null || changed === undefined) last = picture;
      else copyArea(picture, last, changed);
      // After a picture with lines, the next picture mostly shows lines too, so a first look would rarely save time.
      const firstLook = (pictures.at(-1)?.lineCount ?? 0) === 0;
      reading = reader.read(picture, { signal: file.signal, firstLook, memory, changed }).then((lines) => {
        const json = Buffer.from(`${JSON.stringify(lines.slice(0, maxLinesPerPicture))}\n`);
        pictures.push({ json, lineCount: lines.length });
      });
      // The error is thrown by `await reading`, at the next picture or after the last one.
      reading.catch(() => undefined);
    },
  });
  await reading;
  const intervalSeconds = intervalMs / 1000;
  const { lines: joined, leftOut: leftOutLines } =
    pictures.length === 0
      ? { lines: [], leftOut: 0 }
      : await parsers.run(
          'joinText',
          { intervalSeconds },
          bytesSource(Buffer.concat(pictures.map(({ json }) => json))),
          { signal: file.signal, maxComputeMs: maxJoinMs },
        );
  const leftOut = {
    lines: leftOutLines,
    pictures: pictures.filter(({ lineCount }) => lineCount > maxLinesPerPicture).length,
    unreadPictures: unread.pictures,
  };
  const times = await exactTimes(joined, (excerpt) =>
    decodeTimedPictures({
      ...decoding,
      filters: [toReadSize, cropFilter(excerpt.crop)],
      maxPixels: size.width * size.height,
      maxPictures: maxExcerptPictures,
      ...excerpt,
    }),
  );
  const lines = joined.map(({ line, first, last }, i): ShownLine => {
    const { startSeconds = null, endSeconds = null } = times.get(i) ?? {};
    return {
      ...asTextLine(line, size, shown.height / size.height),
      startSeconds: asSeconds(startSeconds ?? first * intervalSeconds),
      endSeconds: asSeconds(endSeconds ?? latestEnd(last, intervalSeconds, endOfFile)),
      isExact: startSeconds !== null && endSeconds !== null,
    };
  });
  return {
    kind: 'video',
    ...shown,
    picturesRead: pictures.length - unread.pictures,
    intervalSeconds: intervalSeconds * (1 + unread.mostSuccessive),
    lines: lines.sort((one, other) => one.startSeconds - other.startSeconds),
    ...(Object.values(leftOut).some((count) => count > 0) ? { leftOut } : {}),
  };

  /** Returns exact times of lines that do not move and whose text was read, by the index of the line. */
  async function exactTimes(
    all: readonly SummarisedLine[],
    decode: DecodeExcerpt,
  ): Promise<Map<number, Times>> {
    const indexes = [...all.keys()].filter((i) => !all[i]!.moves && all[i]!.line.text !== '');
    const timed = indexes.map((i) => {
      const { line, first, last } = all[i]!;
      return { ...line, first, last };
    });
    const sampled = { intervalSeconds, pictureCount: pictures.length, ...size };
    const refined = await refineTimes(timed, sampled, decode, (share) =>
      progress(readingShare + (1 - readingShare) * share),
    );
    return new Map(indexes.map((i, at) => [i, refined[at]!]));
  }
}

/**
 * Returns the latest possible end of a line: the time of the next picture, or the end of the file if that is earlier.
 * Ignores a declared end of the file that is before the last picture with the line.
 */
function latestEnd(picture: number, intervalSeconds: number, endOfFile: number): number {
  const next = (picture + 1) * intervalSeconds;
  return endOfFile > picture * intervalSeconds ? Math.min(next, endOfFile) : next;
}

/** Rounds to a tenth of a millisecond. */
const asSeconds = (seconds: number) => Number(seconds.toFixed(4));

const cropFilter = ({ x, y, width, height }: Excerpt['crop']) => `crop=${width}:${height}:${x}:${y}`;

interface Size {
  width: number;
  height: number;
}

/** Returns the displayed size of a video in square pixels. The height is the number of lines of the video. */
function shownSize(stream: Stream): Size {
  const { width = 0, height = 0, side_data_list: sideData } = stream;
  const isRotated = sideData?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  const lines = Math.max(1, isRotated ? width : height);
  const shape = displayAspectRatio(stream) ?? 16 / 9;
  return { width: Math.max(1, Math.round(lines * shape)), height: lines };
}

/** Returns the size to which pictures are scaled before their text is read: the displayed size, or less. */
function readSize({ width, height }: Size): Size {
  const [long, short] = width > height ? [width, height] : [height, width];
  const scale = Math.min(1, maxLongSide / long, maxShortSide / short);
  const scaled = (side: number) => Math.min(maxLongSide, Math.max(1, Math.round(side * scale)));
  return { width: scaled(width), height: scaled(height) };
}
