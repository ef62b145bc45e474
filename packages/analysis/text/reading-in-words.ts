import type { VideoText } from './shown-text.ts';

/** Maximum error in seconds of an exact time: two frames at 24 frames per second, the lowest usual frame rate. */
export const exactSeconds = 2 / 24;

/** Returns the error of the start and end of a line in words. The text follows “exact to” in a sentence. */
export function precisionInWords(isExact: boolean, { intervalSeconds }: VideoText): string {
  return isExact ? 'two frames at each end' : `the interval of ${intervalSeconds} s`;
}

/** Returns a sentence about text that exceeded limits, with a leading space; empty if no text was left out. */
export function leftOutInWords({ leftOut }: VideoText): string {
  const parts = [
    ...(leftOut !== undefined && leftOut.lines > 0 ? [`the last lines of the video (${leftOut.lines})`] : []),
    ...(leftOut !== undefined && leftOut.pictures > 0
      ? [`the lowest lines of pictures (${leftOut.pictures})`]
      : []),
  ];
  return parts.length === 0 ? '' : ` Text was left out: ${parts.join(', ')}.`;
}
