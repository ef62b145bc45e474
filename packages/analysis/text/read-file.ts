import { probe } from '../decode/ffprobe.ts';
import { frameLimit, isTooLarge } from '../decode/image-limits.ts';
import { examinedStreams, type Stream } from '../decode/streams.ts';
import type { FileToRead } from './file-to-read.ts';
import { readImageText } from './read-image.ts';
import { readVideoText } from './read-video.ts';
import type { ShownText } from './shown-text.ts';

export interface ReadFileOptions extends Omit<FileToRead, 'timeoutMs'> {
  /** Duration of a video in seconds that was measured and charged. Null if it was not measured. */
  measuredSeconds: number | null;
  /** Time limit in milliseconds; absent: a limit by the duration. */
  timeoutMs?: number | undefined;
}

/** Time limit in milliseconds of an image. */
const maxImageMs = 10 * 60_000;

/**
 * Returns the text that is shown in an image or a video; null if the file has no pictures that can be read.
 * Throws `ProbeRefused` or `DecodeFailed` if the file cannot be decoded, `DecodeTimedOut` if the work takes too long,
 * and `ParserFailed` if the reader of text fails.
 */
export async function readFileText({ measuredSeconds, ...file }: ReadFileOptions): Promise<ShownText | null> {
  const media = await probe(file.tools, file.path, file.signal);
  const { picture } = examinedStreams(media);
  if (picture === null) return null;
  if (frameLimit(media) === null) return readVideoText(file, media, measuredSeconds);
  if (isUndecoded(picture.stream)) return null;
  return readImageText({ ...file, timeoutMs: file.timeoutMs ?? maxImageMs });
}

/** Returns whether ffmpeg cannot decode a valid image: it is too large, or an animated WebP, which has no size. */
function isUndecoded({ codec_name: codec, width = 0, height = 0 }: Stream): boolean {
  return isTooLarge({ width, height }) || (codec === 'webp' && width === 0);
}
