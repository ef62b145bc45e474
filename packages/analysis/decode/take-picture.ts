import { writableTo } from './ffmpeg-command.ts';
import { maxPictureSide, pictureInput, pictureScale } from './filter-graph.ts';
import { DecodeFailed, runFfmpeg, type RunOptions, threadOptions } from './run-ffmpeg.ts';

/** Maximum size of a picture in bytes. A JPEG of `maxPictureSide` × `maxPictureSide` pixels cannot be larger. */
export const maxPictureBytes = 2 ** 20;

/** `bitexact` prevents ffmpeg from writing its version into the JPEG. */
export const jpegOptions = ['-c:v', 'mjpeg', '-q:v', '4', '-flags:v', '+bitexact', '-fflags', '+bitexact'];

export interface PictureOptions extends RunOptions {
  /** Index of the video stream in the file; absent: the first video stream that is not cover art. */
  pictureStream?: number | undefined;
  /** Number of threads of the decoder; absent: ffmpeg chooses. */
  threads?: number;
  /** Time of the picture in seconds from the start of the file, like the times in messages of filters. */
  atSeconds: number;
  /** Maximum width and maximum height in pixels; absent: 320. */
  maxSide?: number;
}

/**
 * Returns the first picture at or after `atSeconds` as a JPEG. Returns null if the file has no picture at or after
 * `atSeconds`. Decoding starts at the preceding key frame. Throws `DecodeFailed` if ffmpeg
 * cannot decode the file, and `DecodeTimedOut` if decoding takes longer than `timeoutMs`.
 */
export async function takePicture(options: PictureOptions): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const target = writableTo((chunk) => {
    bytes += chunk.length;
    if (bytes <= maxPictureBytes) chunks.push(chunk);
  });
  const output = ['-map', '[picture]', '-frames:v', '1', ...jpegOptions, '-f', 'image2pipe'];
  const scale = pictureScale(options.maxSide ?? maxPictureSide);
  const graph = `[${pictureInput(options)}]${scale}[picture]`;
  const inputOptions = [...threadOptions(options), '-ss', options.atSeconds.toFixed(3)];
  await runFfmpeg(options, [graph], [{ target, options: output }], () => undefined, inputOptions);
  if (bytes > maxPictureBytes) throw new DecodeFailed(`the picture exceeds ${maxPictureBytes} bytes`);
  return chunks.length === 0 ? null : Buffer.concat(chunks);
}
