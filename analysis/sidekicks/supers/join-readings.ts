import { likeness, numbersDiffer } from '../../text/likeness.ts';
import type { ShownLine } from '../../text/shown-text.ts';
import { isOneRow } from './super.ts';

/** Minimum likeness of two readings of the same characters. */
const minLikeness = 0.6;
/** From this confidence on, another number is another line. */
const trustedConfidence = 0.85;

/**
 * Joins lines that continue each other in the same place with a like text. On a moving ground, the reader may take one
 * line for two that follow each other.
 * @param maxGapSeconds longest time between the two
 */
export function joinReadings(lines: readonly ShownLine[], maxGapSeconds: number): ShownLine[] {
  const joined: ShownLine[] = [];
  let open: number[] = [];
  for (const line of lines.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    open = open.filter((at) => joined[at]!.endSeconds + maxGapSeconds >= line.startSeconds);
    const earlier = open.find((at) => continues(joined[at]!, line, maxGapSeconds));
    if (earlier === undefined) open.push(joined.push(line) - 1);
    else joined[earlier] = join(joined[earlier]!, line);
  }
  return joined;
}

function continues(earlier: ShownLine, line: ShownLine, maxGapSeconds: number): boolean {
  const overlap = Math.min(earlier.box[2], line.box[2]) - Math.max(earlier.box[0], line.box[0]);
  const narrower = Math.min(earlier.box[2] - earlier.box[0], line.box[2] - line.box[0]);
  if (!isOneRow(earlier.box, line.box) || overlap < 0.5 * narrower) return false;
  if (Math.abs(line.startSeconds - earlier.endSeconds) > maxGapSeconds) return false;
  const areTrusted = Math.min(earlier.confidence, line.confidence) >= trustedConfidence;
  if (areTrusted && numbersDiffer(earlier.text, line.text)) return false;
  return likeness(earlier.text, line.text) >= minLikeness;
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
