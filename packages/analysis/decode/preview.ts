import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DecodeFailed, progressValue, runFfmpeg, type RunOptions, threadOptions } from './run-ffmpeg.ts';
import { maxOutputBytes, outputName } from './sandbox-script.ts';
import { type ExaminedStreams, examinedStreams } from './streams.ts';
import type { ProbeReport } from './ffprobe.ts';
import { decoderThreads } from './memory-limits.ts';

/** Maximum width and maximum height of a preview, in pixels. */
const maxWidth = 640;
const maxHeight = 1280;
/** Maximum bit rates of pictures and sound, in bits per second. */
const pictureRate = 1_500_000;
const soundRate = 128_000;
/** Frames between key frames. A player seeks to a frame by decoding from the key frame before it. */
const keyFrameInterval = 25;
/** Number of threads of the encoder. At the size of previews, more threads are not faster. */
const encoderThreads = 4;
/** Maximum number of packets queued until each stream has one: enough if the sound starts two hours late. */
const maxWaitingPackets = 200_000;

/** Returns an ffmpeg expression for the greatest even number that is not above `length`, at least 2. */
const side = (length: string) => `2*max(1,floor(${length}/2))`;
/**
 * Filters that scale a picture to at most `maxWidth` × `maxHeight` with square pixels and even sides, and never enlarge
 * it. `iw*sar` is the displayed width, and `dar` the displayed ratio of width to height.
 */
const pictureFilters = [
  `scale=w='${side(`min(min(${maxWidth},iw*sar),${maxHeight}*dar)`)}'` +
    `:h='${side(`min(min(${maxHeight},ih),${maxWidth}/dar)`)}':out_range=tv`,
  'setsar=1',
  'format=yuv420p',
].join(',');

export interface PreviewOptions extends Omit<RunOptions, 'tools'> {
  /** The script that runs ffmpeg with the right to write `outputName`. */
  encoder: string;
  media: ProbeReport;
  /** False to omit the video stream. */
  withPicture: boolean;
  maxFrames: number;
  /** Time in seconds from the start of the file at which the preview ends. */
  maxSeconds: number;
  /** Called with the length of the preview so far, in seconds. */
  onProgress: (seconds: number) => void;
}

/**
 * Returns the maximum size in bytes of a preview of `seconds` seconds: the size at the maximum bit rates, plus 10 % and
 * 1 MiB, but at most what the sandbox lets ffmpeg write. The surplus is for the container, and for the start, where the
 * encoder may exceed the bit rate (`-bufsize`).
 */
export function maxPreviewBytes(seconds: number, withPicture: boolean): number {
  const rate = soundRate + (withPicture ? pictureRate : 0);
  return Math.min(maxOutputBytes, 2 ** 20 + Math.ceil((1.1 * rate * seconds) / 8));
}

/**
 * Converts a recording to the MP4 file `outputName` in the same directory, with H.264 and AAC, which browsers play.
 * Each frame keeps its time from the start of the recording. No frame is dropped or duplicated. Sound that starts late
 * begins with silence. The index precedes the media (`faststart`), so that players seek with ranged reads. Throws
 * `DecodeFailed` if ffmpeg finds nothing to convert, and the same errors as `decode`.
 */
export async function makePreview({ media, onProgress, ...options }: PreviewOptions): Promise<void> {
  const { picture, sound } = examinedStreams(media);
  const shown = options.withPicture ? picture : null;
  if (shown === null && sound === null) throw new DecodeFailed('the file has no pictures and no sound');
  await writeFile(path.join(path.dirname(options.path), outputName), '');
  const made = { frames: 0, seconds: 0 };
  const onLine = (line: string) => {
    made.frames = progressValue('frame', line) ?? made.frames;
    const microseconds = progressValue('out_time_us', line);
    if (microseconds === null) return;
    made.seconds = microseconds / 1e6;
    onProgress(made.seconds);
  };
  const threads = decoderThreads(shown?.stream ?? {});
  await runFfmpeg(
    { ...options, tools: { ffmpeg: options.encoder } },
    [],
    [{ target: `./${outputName}`, options: outputOptions({ picture: shown, sound }, options.maxFrames) }],
    onLine,
    [...threadOptions({ threads }), '-t', options.maxSeconds.toFixed(3)],
  );
  if (made.frames === 0 && made.seconds === 0) throw new DecodeFailed('the file has nothing to convert');
}

function outputOptions(
  { picture, sound }: Pick<ExaminedStreams, 'picture' | 'sound'>,
  maxFrames: number,
): string[] {
  return [
    ...(picture === null
      ? []
      : [
          ...['-map', `0:${picture.index}`, '-vf', pictureFilters],
          ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-g', String(keyFrameInterval)],
          ...['-maxrate', String(pictureRate), '-bufsize', String(2 * pictureRate)],
          ...['-frames:v', String(maxFrames), '-threads', String(encoderThreads)],
          // Frames keep their times, which the encoder gets in the time base of the file.
          ...['-fps_mode:v', 'passthrough', '-enc_time_base:v', '-1'],
        ]),
    ...(sound === null
      ? []
      : [
          // Gaps are filled with silence, so that the sound stays in step with the pictures.
          ...['-map', `0:${sound.index}`, '-af', 'aresample=async=1:first_pts=0'],
          ...['-c:a', 'aac', '-b:a', String(soundRate), '-ar', '48000'],
          ...['-ac', String(Math.min(2, sound.stream.channels ?? 2))],
        ]),
    ...['-max_muxing_queue_size', String(maxWaitingPackets), '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-movflags', '+faststart', '-f', 'mp4'],
  ];
}
