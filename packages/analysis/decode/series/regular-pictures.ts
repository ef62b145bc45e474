import type { StoryboardDescription } from '@assay/domain/series/series.ts';
import type { RegularPictures } from '../filter-graph.ts';

/** Minimum interval between pictures in milliseconds. Most issues last longer, so they contain a picture. */
const minStepMs = 200;
/** Maximum number of pictures. Videos longer than a minute have longer intervals. */
const maxCount = 300;
/** Maximum size of all pictures in bytes; later pictures are dropped. Only noise, with 30 kB a picture, reaches it. */
const maxTotalBytes = 8 * 2 ** 20;

const columns = 10;
const maxRows = 10;

/** Pictures of a video at equal intervals, and a storyboard made from them. */
export interface TakenPictures {
  /** The first pictures, up to the maximum size of all pictures. Null if there are no pictures. */
  pictures: { startSeconds: number; stepSeconds: number; jpegs: readonly Uint8Array[] } | null;
  storyboard: { description: StoryboardDescription; jpeg: Uint8Array } | null;
}

/**
 * Returns the request for pictures of a video, and a function that returns them after the decoding.
 * @param durationSeconds expected duration of the video, which determines the interval and the size of the storyboard
 */
export function takeRegularPictures(durationSeconds: number): {
  request: RegularPictures;
  taken: () => TakenPictures;
} {
  const stepMs = Math.max(minStepMs, Math.ceil((durationSeconds * 1_000) / maxCount));
  const expected = Math.min(maxCount, Math.ceil((durationSeconds * 1_000) / stepMs));
  const every = Math.ceil(expected / (columns * maxRows));
  const rows = Math.ceil(expected / every / columns);
  const jpegs: Uint8Array[] = [];
  let count = 0;
  let totalBytes = 0;
  let board: Uint8Array | null = null;
  return {
    request: {
      stepMs,
      maxCount,
      storyboard: { every, columns, rows },
      onPicture(jpeg) {
        count += 1;
        totalBytes += jpeg.length;
        if (totalBytes <= maxTotalBytes && count <= maxCount) jpegs.push(jpeg);
      },
      onStoryboard: (jpeg) => (board = jpeg),
    },
    taken() {
      const times = { startSeconds: 0, stepSeconds: stepMs / 1_000 };
      const tiles = Math.min(columns * rows, Math.ceil(count / every));
      return {
        pictures: jpegs.length === 0 ? null : { ...times, jpegs },
        storyboard:
          board === null || tiles === 0
            ? null
            : {
                description: {
                  columns,
                  rows,
                  count: tiles,
                  startSeconds: 0,
                  stepSeconds: (stepMs * every) / 1_000,
                },
                jpeg: board,
              },
      };
    },
  };
}
