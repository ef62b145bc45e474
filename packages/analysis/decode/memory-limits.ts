import { availableParallelism } from 'node:os';

/**
 * Memory in bytes for one file that is decoded or examined. ffmpeg cannot allocate more, and the slots of a worker are
 * computed from it.
 */
export const fileMemoryBytes = 2 ** 30;

/** Maximum pixels of the pictures that the threads of a decoder decode at once: two of 8K, or eight of 4K. */
const maxConcurrentPixels = 2 ** 26;
/** Maximum number of threads of a decoder in ffmpeg. */
const maxThreads = 16;

/**
 * Returns the number of threads that decode a video of the given size in pixels: one more than there are cores, as
 * ffmpeg itself chooses, or fewer for large pictures. Each thread holds pictures of its own.
 */
export function decoderThreads({ width = 0, height = 0 }: PictureSize): number {
  const usual = Math.min(maxThreads, availableParallelism() + 1);
  return Math.max(1, Math.min(usual, Math.floor(maxConcurrentPixels / Math.max(1, width * height))));
}

interface PictureSize {
  width?: number | undefined;
  height?: number | undefined;
}
