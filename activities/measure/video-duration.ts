/** A duration by what is in a file, and by the word of its header, null where that says nothing. */
export interface VideoDuration {
  seconds: number;
  headerSeconds: number | null;
}

/**
 * The duration of a video whose first picture or sound begins at `startSeconds` and whose last ends at `endSeconds`. Where
 * it begins late, some writers count the time before, in which nothing is shown, and others do not: of the two, what
 * the header is nearer to. What is before zero is not shown. Null when that is no duration.
 */
export function durationOf(
  startSeconds: number,
  endSeconds: number,
  headerSeconds: number | null,
): VideoDuration | null {
  const shownSeconds = endSeconds - Math.max(0, startSeconds);
  if (!(shownSeconds >= 0 && Number.isFinite(shownSeconds))) return null;
  const isFromZero =
    headerSeconds !== null && Math.abs(headerSeconds - endSeconds) < Math.abs(headerSeconds - shownSeconds);
  return { seconds: isFromZero ? endSeconds : shownSeconds, headerSeconds };
}
