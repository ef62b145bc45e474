import { maxPauseSeconds, mayBeSameText } from '../../text/same-text.ts';
import type { ShownLine } from '../../text/shown-text.ts';
import { isOneRow } from './super.ts';

/**
 * Joins lines with similar text in the same place that follow each other in time. On a moving background, the reader of
 * text may return one line as two successive lines.
 * @param intervalSeconds interval between two read pictures: the maximum overlap in time of two lines that are joined
 */
export function joinReadings(lines: readonly ShownLine[], intervalSeconds: number): ShownLine[] {
  const joined: ShownLine[] = [];
  let open: number[] = [];
  for (const line of lines.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    open = open.filter((at) => joined[at]!.endSeconds + maxPauseSeconds >= line.startSeconds);
    const earlier = open.find((at) => continues(joined[at]!, line, intervalSeconds));
    if (earlier === undefined) open.push(joined.push(line) - 1);
    else joined[earlier] = join(joined[earlier]!, line);
  }
  return joined;
}

function continues(earlier: ShownLine, line: ShownLine, intervalSeconds: number): boolean {
  const overlap = Math.min(earlier.box[2], line.box[2]) - Math.max(earlier.box[0], line.box[0]);
  const narrower = Math.min(earlier.box[2] - earlier.box[0], line.box[2] - line.box[0]);
  if (!isOneRow(earlier.box, line.box) || overlap < 0.5 * narrower) return false;
  const pause = line.startSeconds - earlier.endSeconds;
  if (pause > maxPauseSeconds || -pause > intervalSeconds) return false;
  return mayBeSameText(earlier, line);
}

function join(earlier: ShownLine, line: ShownLine): ShownLine {
  const [better, other] = earlier.confidence >= line.confidence ? [earlier, line] : [line, earlier];
  return {
    ...better,
    letters: better.letters ?? other.letters,
    startSeconds: earlier.startSeconds,
    endSeconds: Math.max(earlier.endSeconds, line.endSeconds),
    isExact: earlier.isExact && line.isExact,
  };
}
