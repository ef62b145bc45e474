import { open, readFile } from 'node:fs/promises';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { probe, ProbeRefused } from '../decode/ffprobe.ts';
import { frameLimit, isTooLarge } from '../decode/image-limits.ts';
import { DecodeFailed } from '../decode/run-ffmpeg.ts';
import { examinedStreams, type Stream } from '../decode/streams.ts';
import type { inspectContainer } from '../formats/container/inspect-container.ts';
import type { Parsers } from '../parsers/parser-pool.ts';
import type { FileToRead } from './file-to-read.ts';
import type { JoinTextJobs } from './join-text.ts';
import { readImageText } from './read-image.ts';
import { readVideoText } from './read-video.ts';
import type { ShownText } from './shown-text.ts';

export interface ReadFileOptions extends Omit<FileToRead, 'timeoutMs' | 'parsers'> {
  /** Pool of processes that join the lines of a video's pictures, and find the coding of a JPEG. */
  parsers: Parsers<JoinTextJobs & { inspectContainer: typeof inspectContainer }>;
  /** Measured and charged duration of a video in seconds; null if the duration was not measured. */
  measuredSeconds: number | null;
}

/** Time limit for decoding an image, in milliseconds. */
const maxImageMs = 10 * 60_000;
/** Maximum processor time for finding the coding of a JPEG, in milliseconds. */
const maxInspectMs = 10_000;

/**
 * Returns the text that is shown in an image or a video. Returns null if the file has no pictures, or is a valid image
 * that ffmpeg cannot decode. Throws `ProbeRefused` or `DecodeFailed` if the file cannot be decoded, `DecodeTimedOut` if
 * the time limit is exceeded, and `ParserFailed` if the process that reads text fails.
 */
export async function readFileText(options: ReadFileOptions): Promise<ShownText | null> {
  try {
    return await readDecoded(options);
  } catch (error) {
    const isUndecodable = error instanceof ProbeRefused || error instanceof DecodeFailed;
    if (isUndecodable && (await hasRareCoding(options))) return null;
    throw error;
  }
}

async function readDecoded({ measuredSeconds, ...file }: ReadFileOptions): Promise<ShownText | null> {
  const media = await probe(file.tools, file.path, file.signal);
  const { picture } = examinedStreams(media);
  if (picture === null) return null;
  if (frameLimit(media) === null) return readVideoText(file, media, measuredSeconds);
  if (isUndecoded(picture.stream)) return null;
  return readImageText({ ...file, timeoutMs: maxImageMs, pixelFormat: picture.stream.pix_fmt ?? '' });
}

/** Returns whether a file is a JPEG in a valid coding that ffmpeg may lack, such as arithmetic coding. */
async function hasRareCoding({ path, parsers, signal }: ReadFileOptions): Promise<boolean> {
  if (!(await isJpeg(path))) return false;
  const source = bytesSource(await readFile(path));
  const options = { signal, maxComputeMs: maxInspectMs };
  const { rareCoding } = await parsers.run('inspectContainer', { mimeType: 'image/jpeg' }, source, options);
  return rareCoding !== null;
}

/** Returns whether a file begins with the markers of a JPEG. Only then is it small enough to be read as a whole. */
async function isJpeg(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(3), 0, 3, 0);
  return buffer.toString('hex') === 'ffd8ff';
}

/**
 * Returns whether ffmpeg cannot decode an image although it is valid: the image is too large, or is an animated WebP.
 * ffprobe reports no size for an animated WebP.
 */
function isUndecoded({ codec_name: codec, width = 0, height = 0 }: Stream): boolean {
  return isTooLarge({ width, height }) || (codec === 'webp' && width === 0);
}
