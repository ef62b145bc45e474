import { joinShownLines, type Row } from './join-shown-lines.ts';
import type { ShownLine } from './shown-lines.ts';

/** The text of a block of lines, and the position of each line in this text. */
export interface ShownPassage {
  text: string;
  /** The lines in reading order, with their offsets in `text` in UTF-16 code units. */
  parts: { line: ShownLine; start: number; end: number }[];
}

/** Matches a last word that cannot end a statement, such as “the”. The `s` is the end of a possessive. */
const openEnd =
  /(?<!\p{L})(?:a|an|the|and|or|of|to|for|with|by|in|on|at|from|than|as|is|are|was|not|no|never|without|our|your|its|up|out|more|most|s)\P{L}*$/iu;

/**
 * Joins the lines of an image, a page or a video to passages. In a video, lines that are shown at the same time are
 * joined, so a line can be in several passages.
 */
export function shownPassages(lines: readonly ShownLine[]): ShownPassage[] {
  const blocks = new Map<string, Row[]>();
  const ids = new Map(lines.map((line, id) => [line, id]));
  const idsOf = (rows: readonly Row[]) => rows.flatMap((row) => row.lines.map((line) => ids.get(line)!));
  for (const screen of screensOf(lines))
    for (const rows of joinShownLines(screen)) blocks.set(idsOf(rows).join(' '), rows);
  const all = [...blocks.values()].map((rows) => ({ rows, ids: idsOf(rows) }));
  return withoutParts(all).map(({ rows }) => passageOf(rows));
}

/** Returns sets of lines that are shown together: one set for each time at which a line appears. */
function screensOf(lines: readonly ShownLine[]): ShownLine[][] {
  const starts = new Set(lines.map(({ time }) => time?.startSeconds ?? null));
  return [...starts].map((at) =>
    lines.filter(
      ({ time }) => time === null || at === null || (time.startSeconds <= at && at < time.endSeconds),
    ),
  );
}

function withoutParts<Block extends { ids: number[] }>(blocks: readonly Block[]): Block[] {
  const byLine = new Map<number, Block[]>();
  for (const block of blocks) for (const id of block.ids) byLine.set(id, [...(byLine.get(id) ?? []), block]);
  return blocks.filter(
    ({ ids }) =>
      !byLine
        .get(ids[0]!)!
        .some((other) => other.ids.length > ids.length && ids.every((id) => other.ids.includes(id))),
  );
}

function passageOf(rows: readonly Row[]): ShownPassage {
  const passage: ShownPassage = { text: '', parts: [] };
  for (const [index, row] of rows.entries()) {
    if (index > 0) passage.text += endsSentence(rows[index - 1]!.text, row.text) ? '\n\n' : '\n';
    for (const [at, line] of row.lines.entries()) {
      if (at > 0) passage.text += ' ';
      const start = passage.text.length;
      passage.text += line.text;
      passage.parts.push({ line, start, end: passage.text.length });
    }
  }
  return passage;
}

/**
 * Returns whether a line ends a statement without a full stop, as in lists: its words are in lower case, and the next
 * line begins with a capital letter. A negation in the line then does not negate a claim in the next line.
 */
function endsSentence(text: string, next: string): boolean {
  return (
    / \p{Ll}/u.test(text) && !/ \p{Lu}/u.test(text) && !openEnd.test(text) && /^\p{Lu}\p{Ll}/u.test(next)
  );
}
