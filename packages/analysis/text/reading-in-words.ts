import type { VideoText } from './shown-text.ts';

/** Maximum error in seconds of an exact time: two frames at 24 frames per second, the lowest usual frame rate. */
export const exactSeconds = 2 / 24;

/** Returns the error of the start and end of a line in words. The text follows “exact to” in a sentence. */
export function precisionInWords(isExact: boolean, { intervalSeconds }: VideoText): string {
  return isExact ? 'two frames at each end' : `the interval of ${Number(intervalSeconds.toFixed(2))} s`;
}

/** Returns which pictures of a video were read, such as `60 pictures, one every 0.5 s`. */
export function picturesInWords({ picturesRead, intervalSeconds, leftOut }: VideoText): string {
  const seconds = Number(intervalSeconds.toFixed(2));
  const hasGaps = leftOut !== undefined && leftOut.unreadPictures > 0;
  return `${picturesRead} pictures, ${hasGaps ? `at most ${seconds} s apart` : `one every ${seconds} s`}`;
}

/** Returns a sentence about text that exceeded limits, with a leading space; empty if no text was left out. */
export function leftOutInWords({ leftOut }: VideoText): string {
  if (leftOut === undefined) return '';
  const { lines, pictures, unreadPictures } = leftOut;
  const parts = [
    ...(lines > 0 ? [`the last lines of the video (${lines})`] : []),
    ...(pictures > 0 ? [`the lowest lines of pictures (${pictures})`] : []),
    ...(unreadPictures > 0
      ? [`whole pictures (${unreadPictures}), because reading took more than its share of processor time`]
      : []),
  ];
  return parts.length === 0 ? '' : ` Text was left out: ${parts.join(', ')}.`;
}
