import { maxPauseSeconds, mayBeSameText } from '../../text/same-text.ts';
import type { ShownLine } from '../../text/shown-text.ts';
import { isOneRow } from './super.ts';

/**
 * Joins lines with similar text in the same place, at the same time or one after the other. The reader of text may
 * return one line as two lines if the line fades in, or if the background moves.
 */
export function joinReadings(lines: readonly ShownLine[]): ShownLine[] {
  const joined: ShownLine[] = [];
  let open: number[] = [];
  for (const line of lines.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    open = open.filter((at) => joined[at]!.endSeconds + maxPauseSeconds >= line.startSeconds);
    const earlier = open.find((at) => continues(joined[at]!, line));
    if (earlier === undefined) open.push(joined.push(line) - 1);
    else joined[earlier] = join(joined[earlier]!, line);
  }
  return joined;
}

function continues(earlier: ShownLine, line: ShownLine): boolean {
  const overlap = Math.min(earlier.box[2], line.box[2]) - Math.max(earlier.box[0], line.box[0]);
  const narrower = Math.min(earlier.box[2] - earlier.box[0], line.box[2] - line.box[0]);
  if (!isOneRow(earlier.box, line.box) || overlap < 0.5 * narrower) return false;
  if (line.startSeconds - earlier.endSeconds > maxPauseSeconds) return false;
  return mayBeSameText(withoutAccents(earlier), withoutAccents(line));
}

/** Returns a line without accents, which the reader of text confuses: “CĂ” and “ÇÃ”. */
function withoutAccents(line: ShownLine): ShownLine {
  return { ...line, text: line.text.normalize('NFD').replace(/\p{M}/gu, '') };
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
