import { availableParallelism } from 'node:os';

/** Maximum memory in bytes for one file, enforced on ffmpeg. The number of slots of a worker depends on it. */
export const fileMemoryBytes = 2 ** 30;

/** Maximum total pixels of the pictures that decoder threads decode at once: two pictures of 8K, or eight of 4K. */
const maxConcurrentPixels = 2 ** 26;
const maxThreads = 16;

/**
 * Returns the number of threads for decoding a video of the given size in pixels. The number is one more than the
 * number of cores, as in ffmpeg, but at most 16. It is lower for large pictures, because each thread has pictures in
 * memory.
 */
export function decoderThreads({ width = 0, height = 0 }: PictureSize): number {
  const usual = Math.min(maxThreads, availableParallelism() + 1);
  return Math.max(1, Math.min(usual, Math.floor(maxConcurrentPixels / Math.max(1, width * height))));
}

interface PictureSize {
  width?: number | undefined;
  height?: number | undefined;
}
