import type { Writable } from 'node:stream';
import { filterGraphs, type GraphOptions, needsSmallVideo, picturesPerSecond } from './filter-graph.ts';
import { type Output, writableTo } from './ffmpeg-command.ts';
import { createJpegReader } from './jpeg-reader.ts';
import { progressValue, runFfmpeg, type RunOptions, threadOptions } from './run-ffmpeg.ts';
import { jpegOptions, maxPictureBytes } from './take-picture.ts';

export interface DecodeOptions extends RunOptions, GraphOptions {
  /** Maximum number of messages of filters, decoders and demuxers; absent: no limit. */
  maxMessages?: number;
  /** Time in seconds from the start of the file at which decoding stops; absent: the end of the file. */
  maxSeconds?: number;
  /** Number of threads of the decoder; absent: ffmpeg chooses. Each thread holds pictures, which may be large. */
  threads?: number;
  /**
   * Called for each log line with its source (a filter, decoder, demuxer or `ffmpeg`), level and text. Example:
   * `blackdetect`, `info`, `black_start:1 …`. The text has no leading spaces.
   */
  onMessage: (from: string, level: string, text: string) => void;
  /** Called with the length of media decoded so far, in seconds. */
  onProgress?: (decodedSeconds: number) => void;
}

/**
 * Decodes a local file once and passes it through all filters. Streams without filters are not decoded. Throws
 * `DecodeFailed` if ffmpeg cannot decode the file, and `DecodeTimedOut` if decoding takes longer than `timeoutMs`.
 * Throws `DecodeOutOfMemory` if the memory does not suffice, even if ffmpeg could decode other parts of the file.
 * Returns why decoding stopped early: `frames` if the file has more than `maxFrames` frames, `messages` if ffmpeg
 * logged more than `maxMessages` messages. Returns null if the file was decoded to its end or to `maxSeconds`.
 */
export async function decode(options: DecodeOptions): Promise<'frames' | 'messages' | null> {
  const { onMessage, onProgress, frames, lumaFrames, wholePictures, pictures, maxSeconds } = options;
  const { maxFrames = Infinity, maxMessages = Infinity } = options;
  const { graphs, ends } = filterGraphs(options);
  // One frame beyond the limit shows that the file has more.
  const limit = maxFrames !== Infinity ? ['-frames:v', String(maxFrames + 1)] : [];
  const outputs: Output[] = ends.map((end) => ({
    target: '-',
    options: ['-map', `[${end}]`, ...limit, '-f', 'null'],
  }));
  if (frames !== undefined) {
    const raw = ['-map', '[frames]', ...limit, '-f', 'rawvideo'];
    outputs.push({ target: frameStream(frames.width * frames.height * 3, frames.onFrame), options: raw });
  }
  if (lumaFrames !== undefined && needsSmallVideo(options)) {
    const raw = ['-map', '[luma]', ...limit, '-f', 'rawvideo'];
    const bytes = lumaFrames.width * lumaFrames.height;
    outputs.push({ target: frameStream(bytes, lumaFrames.onFrame), options: raw });
  }
  if (wholePictures !== undefined && needsSmallVideo(options)) {
    const raw = ['-map', '[whole]', ...limit, '-r', String(picturesPerSecond), '-f', 'rawvideo'];
    outputs.push({ target: frameStream(wholePictures.bytes, wholePictures.onPicture), options: raw });
  }
  if (pictures !== undefined && needsSmallVideo(options)) {
    const { onPicture, onStoryboard } = pictures;
    outputs.push(jpegOutput('pictures', maxPictureBytes, onPicture));
    outputs.push(jpegOutput('storyboard', maxStoryboardBytes, onStoryboard));
  }
  const inputOptions = [
    ...threadOptions(options),
    ...(maxSeconds === undefined ? [] : ['-t', maxSeconds.toFixed(3)]),
  ];
  const flooded = new AbortController();
  let decodedFrames = 0;
  let messages = 0;
  let source: readonly [from: string, level: string] | null = null;
  const onLine = (line: string) => {
    if (flooded.signal.aborted) return;
    // ffmpeg indents the metadata of a file. Some of its messages quote text of the file, including line breaks, so a
    // file can forge any line. Callbacks must therefore check the values, and limit the amount of data that they store.
    const message = /^\[(?:([\w,@]+) @ 0x[0-9a-f]+\] \[)?(\w+)\] (.*)$/.exec(line);
    if (message !== null) {
      if (++messages > maxMessages) return flooded.abort();
      source = [message[1] ?? 'ffmpeg', message[2]!];
      onMessage(...source, message[3]!);
    } else if (source !== null && /^ +\S/.test(line)) {
      // An indented line directly after a message continues the message. Metadata never directly follow a message.
      onMessage(...source, line.trim());
    } else if (line.trim() !== '') {
      source = null;
    }
    const seconds = progressValue('out_time_us', line);
    if (seconds !== null) onProgress?.(seconds / 1e6);
    decodedFrames = progressValue('frame', line) ?? decodedFrames;
  };
  const signal = AbortSignal.any([options.signal, flooded.signal]);
  try {
    await runFfmpeg({ ...options, signal }, graphs, outputs, onLine, inputOptions);
  } catch (error) {
    if (options.signal.aborted || !flooded.signal.aborted) throw error;
    return 'messages';
  }
  return decodedFrames > maxFrames ? 'frames' : null;
}

/**
 * Maximum size of a storyboard in bytes. A JPEG of 100 pictures of noise, the largest possible storyboard, is smaller.
 */
const maxStoryboardBytes = 4 * 2 ** 20;

function jpegOutput(label: string, maxBytes: number, onJpeg: (jpeg: Uint8Array) => void): Output {
  const rate = ['-r', String(picturesPerSecond), '-threads', '1'];
  return {
    target: writableTo(createJpegReader(maxBytes, onJpeg).write),
    options: ['-map', `[${label}]`, ...jpegOptions, ...rate, '-f', 'image2pipe'],
  };
}

/** Returns a stream that splits raw video into frames of `bytes` bytes and passes each frame to `onFrame`. */
function frameStream(bytes: number, onFrame: (frame: Uint8Array) => void): Writable {
  const frame = new Uint8Array(bytes);
  let filled = 0;
  return writableTo((chunk) => {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + frame.length - filled);
      frame.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < frame.length) continue;
      onFrame(frame);
      filled = 0;
    }
  });
}
