import type { VideoText } from './shown-text.ts';

/** Maximum error in seconds of an exact time: two frames at the lowest usual rate. */
export const exactSeconds = 2 / 24;

/** Returns the error of the times of a line, to follow “exact to”. */
export function precisionInWords(isExact: boolean, { intervalSeconds }: VideoText): string {
  return isExact ? 'two frames at each end' : `the interval of ${intervalSeconds} s`;
}

/** Returns a sentence about the text of a video that exceeds the limits, with a leading space; empty if none does. */
export function leftOutInWords({ leftOut }: VideoText): string {
  const parts = [
    ...(leftOut !== undefined && leftOut.lines > 0 ? [`the last lines of the video (${leftOut.lines})`] : []),
    ...(leftOut !== undefined && leftOut.pictures > 0
      ? [`the lowest lines of pictures (${leftOut.pictures})`]
      : []),
  ];
  return parts.length === 0 ? '' : ` Text was left out: ${parts.join(', ')}.`;
}
