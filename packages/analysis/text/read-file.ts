import { probe } from '../decode/ffprobe.ts';
import { frameLimit, isTooLarge } from '../decode/image-limits.ts';
import { examinedStreams, type Stream } from '../decode/streams.ts';
import type { FileToRead } from './file-to-read.ts';
import { readImageText } from './read-image.ts';
import { readVideoText } from './read-video.ts';
import type { ShownText } from './shown-text.ts';

export interface ReadFileOptions extends Omit<FileToRead, 'timeoutMs'> {
  /** Measured and charged duration of a video in seconds; null if the duration was not measured. */
  measuredSeconds: number | null;
}

/** Time limit for decoding an image, in milliseconds. */
const maxImageMs = 10 * 60_000;

/**
 * Returns the text that is shown in an image or a video; null if the file has no pictures that can be read. Throws
 * `ProbeRefused` or `DecodeFailed` if the file cannot be decoded, `DecodeTimedOut` if the time limit is exceeded, and
 * `ParserFailed` if the process that reads text fails.
 */
export async function readFileText({ measuredSeconds, ...file }: ReadFileOptions): Promise<ShownText | null> {
  const media = await probe(file.tools, file.path, file.signal);
  const { picture } = examinedStreams(media);
  if (picture === null) return null;
  if (frameLimit(media) === null) return readVideoText(file, media, measuredSeconds);
  if (isUndecoded(picture.stream)) return null;
  return readImageText({ ...file, timeoutMs: maxImageMs, pixelFormat: picture.stream.pix_fmt ?? '' });
}

/**
 * Returns whether ffmpeg cannot decode an image although it is valid: the image is too large, or is an animated WebP.
 * ffprobe reports no size for an animated WebP.
 */
function isUndecoded({ codec_name: codec, width = 0, height = 0 }: Stream): boolean {
  return isTooLarge({ width, height }) || (codec === 'webp' && width === 0);
}
