import type { ProbeReport } from '../media/ffprobe.ts';
import { decoderThreads } from '../media/memory-limits.ts';
import { decodePictures } from '../media/raw-pictures.ts';
import { maxUnmeasuredSeconds, recordingLimits, unmeasuredTimeoutMs } from '../media/recording-limits.ts';
import { displayAspectRatio, examinedStreams, type Stream } from '../media/streams.ts';
import { type JoinedLine, joinLines } from './join-lines.ts';
import { hasChanged } from './picture-change.ts';
import type { ReadFile } from './read-file.ts';
import { asTextLine } from './shares.ts';
import type { ShownLine, ShownText } from './shown-text.ts';
import { summariseLine } from './summarise-line.ts';
import type { Picture, ReadLine } from './text-reader.ts';

/** Maximum number of pictures that are read, and minimum interval between them in milliseconds. */
const maxPictures = 400;
const minIntervalMs = 500;
/** Maximum sides in pixels of a picture that is read. Larger pictures are scaled down. */
const maxLongSide = 1920;
const maxShortSide = 1080;
/** Maximum number of lines of a picture that are joined, and of lines in the result. */
const maxLinesPerPicture = 200;
const maxLines = 2_000;

/**
 * Returns the lines of text in a video. Reads the pictures that are displayed at equal intervals, at most 400, and
 * joins their lines.
 */
export async function readVideoText(
  { timeoutMs, reader, progress, ...file }: Omit<ReadFile, 'timeoutMs'> & { timeoutMs?: number | undefined },
  media: ProbeReport,
  measuredSeconds: number | null,
): Promise<ShownText> {
  const { index, stream } = examinedStreams(media).picture!;
  const limits = measuredSeconds === null ? null : recordingLimits(measuredSeconds);
  const maxSeconds = limits?.maxSeconds ?? maxUnmeasuredSeconds;
  const durationSeconds = Math.min(maxSeconds, media.format.duration ?? measuredSeconds ?? maxSeconds);
  const intervalMs = Math.max(minIntervalMs, Math.ceil((1000 * durationSeconds) / maxPictures));
  const shown = shownSize(stream);
  const size = readSize(shown);
  const pictures: ReadLine[][] = [];
  let last: Picture | null = null;
  await decodePictures({
    ...file,
    timeoutMs: timeoutMs ?? limits?.timeoutMs ?? unmeasuredTimeoutMs,
    pictureStream: index,
    threads: decoderThreads(stream),
    // With `round=up`, each picture is the one that is displayed at its time.
    filters: [
      `fps=1000/${intervalMs}:start_time=0:round=up`,
      `scale=w=${size.width}:h=${size.height}:flags=area`,
    ],
    maxPixels: size.width * size.height,
    maxPictures,
    lengthSeconds: maxSeconds,
    onPicture: async (picture, number) => {
      progress(Math.min(1, (number * intervalMs) / 1000 / Math.max(1, durationSeconds)));
      if (last !== null && !hasChanged(last, picture)) {
        pictures.push(pictures.at(-1)!);
        return;
      }
      last = picture;
      pictures.push((await reader.read(picture, file)).slice(0, maxLinesPerPicture));
    },
  });
  const intervalSeconds = intervalMs / 1000;
  const toShown = (line: JoinedLine): ShownLine => ({
    ...asTextLine(summariseLine(line, intervalSeconds), size, shown.height / size.height),
    startSeconds: line.sightings[0]!.picture * intervalSeconds,
    endSeconds: Math.min(durationSeconds, (line.sightings.at(-1)!.picture + 1) * intervalSeconds),
    isExact: false,
  });
  return {
    kind: 'video',
    ...shown,
    picturesRead: pictures.length,
    intervalSeconds,
    lines: joinLines(pictures).slice(0, maxLines).map(toShown),
  };
}

interface Size {
  width: number;
  height: number;
}

/** Returns the size of the displayed picture in square pixels, with the number of lines of the video. */
function shownSize(stream: Stream): Size {
  const { width = 0, height = 0, side_data_list: sideData } = stream;
  const isRotated = sideData?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  const lines = Math.max(1, isRotated ? width : height);
  const shape = displayAspectRatio(stream) ?? 16 / 9;
  return { width: Math.max(1, Math.round(lines * shape)), height: lines };
}

/** Returns the size at which a picture is read: that of the displayed picture, or smaller. */
function readSize({ width, height }: Size): Size {
  const [long, short] = width > height ? [width, height] : [height, width];
  const scale = Math.min(1, maxLongSide / long, maxShortSide / short);
  const scaled = (side: number) => Math.min(maxLongSide, Math.max(1, Math.round(side * scale)));
  return { width: scaled(width), height: scaled(height) };
}
