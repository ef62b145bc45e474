import { Writable } from 'node:stream';
import type { Picture } from './picture.ts';
import { DecodeFailed, progressValue, runFfmpeg, type RunOptions, threadOptions } from './run-ffmpeg.ts';
import { createPictureReader } from './picture-reader.ts';

export interface RawPictureOptions extends RunOptions {
  /** Index of the video stream in the file; absent: the first video stream that is not cover art. */
  pictureStream?: number | undefined;
  /** Number of threads of the decoder; absent: ffmpeg chooses. */
  threads?: number;
  filters: readonly string[];
  /** Maximum number of pixels of a picture after the filters. */
  maxPixels: number;
  /** Maximum number of pictures. Decoding stops after them. */
  maxPictures: number;
  /** Time in seconds from the start of the file at which decoding starts, exact to the frame; absent: 0. */
  fromSeconds?: number;
  /** Seconds from `fromSeconds` after which decoding stops; absent: the end of the file. */
  lengthSeconds?: number;
  /** Called for each picture in turn. ffmpeg waits for the promise, so that few pictures are in memory. */
  onPicture: (picture: Picture, index: number) => Promise<void> | void;
  onLine?: (line: string) => void;
  /** Called with the length of media decoded so far, in seconds. */
  onProgress?: (decodedSeconds: number) => void;
}

/**
 * Passes decoded pictures to `onPicture`. Returns their number. Throws like `decode`, and rethrows errors of
 * `onPicture`.
 */
export async function decodePictures(options: RawPictureOptions): Promise<number> {
  const { filters, maxPixels, maxPictures, fromSeconds = 0, lengthSeconds, onPicture } = options;
  let count = 0;
  const failed = new AbortController();
  const pictures = createPictureReader(maxPixels, async (picture) => {
    if (count < maxPictures) await onPicture(picture, count++);
  });
  const target = new Writable({
    // fluent-ffmpeg reports a failure if this stream emits `close` more than 20 ms before ffmpeg ends.
    emitClose: false,
    write(chunk: Buffer, _encoding, done) {
      // After an error, ffmpeg is killed. The remaining output is dropped.
      if (failed.signal.aborted) return done();
      pictures.write(chunk).then(
        () => done(),
        (error: unknown) => {
          failed.abort(error);
          done();
        },
      );
    },
  });
  const input = options.pictureStream === undefined ? '0:V:0' : `0:${options.pictureStream}`;
  const graph = `[${input}]${[...filters, 'format=rgb24'].join(',')}[pictures]`;
  const output = [
    ...['-map', '[pictures]', '-frames:v', String(maxPictures), '-fps_mode', 'passthrough'],
    ...['-c:v', 'ppm', '-threads', '1', '-f', 'image2pipe'],
  ];
  const inputOptions = [
    ...threadOptions(options),
    ...(fromSeconds === 0 ? [] : ['-ss', fromSeconds.toFixed(6)]),
    ...(lengthSeconds === undefined ? [] : ['-t', lengthSeconds.toFixed(6)]),
  ];
  const onLine = (line: string) => {
    options.onLine?.(line);
    const microseconds = progressValue('out_time_us', line);
    if (microseconds !== null) options.onProgress?.(microseconds / 1e6);
  };
  const signal = AbortSignal.any([options.signal, failed.signal]);
  await runFfmpeg({ ...options, signal }, [graph], [{ target, options: output }], onLine, inputOptions);
  // The last picture may have failed after ffmpeg ended.
  failed.signal.throwIfAborted();
  if (!pictures.isComplete()) throw new DecodeFailed('the last picture is cut off');
  return count;
}
