import { unionOf } from '@assay/domain/page-box.ts';
import { commonSeconds, lengthOf } from '../../contract/time-ranges.ts';
import type { ShownLine } from './shown-lines.ts';

// Distances are multiples of a line's height or of a character's width, so that they apply to every font size.

/**
 * Maximum ratio of the box heights of two lines in a block. In the same font, a line without ascenders and descenders
 * has a lower box than other lines.
 */
const maxHeightRatio = 1.6;
/** Maximum distance between the lines of a block, in heights of a line. Their boxes may overlap by `maxOverlap`. */
const maxGap = 0.6;
/** Maximum distance in heights of a line, if the letter case shows that the second line continues the first. */
const maxGapContinued = 1;
const maxOverlap = 0.5;
/** Maximum difference of the left edges, right edges or centres of the lines of a block, in widths of a character. */
const maxShift = 1.5;
/**
 * Maximum difference of the left edges of two lines, in widths of a character, if both have at least `longCharacters`
 * characters. The first line of a paragraph may be indented.
 */
const maxIndent = 5;
const longCharacters = 25;
/** Maximum distance of two parts of one line, in widths of a character. Columns are further apart. */
const maxSpace = 1.5;
/** Minimum time for which a video shows two lines of a block together, as a share of the shorter time of the two. */
const minCommonTime = 0.5;

/** One or more lines that are side by side, from left to right. */
export interface Row {
  lines: ShownLine[];
  box: ShownLine['box'];
  text: string;
}

/**
 * Groups the lines of one picture into blocks of rows, in reading order. The rows of a block are adjacent, have similar
 * heights, and are aligned at the left, the right or the centre. Columns are separate blocks.
 */
export function joinShownLines(lines: readonly ShownLine[]): Row[][] {
  const rows = joinParts(lines).sort((one, other) => one.box[1] - other.box[1] || one.box[0] - other.box[0]);
  const above = new Map<Row, Row>();
  const below = new Map<Row, Row>();
  for (const [index, row] of rows.entries()) {
    for (const next of rows.slice(index + 1)) {
      if (!isNext(row, next)) continue;
      if (isNearer(next, row, above.get(next))) above.set(next, row);
      if (isNearer(row, next, below.get(row))) below.set(row, next);
    }
  }
  // A row follows the row above it if each of the two is the nearest row of the other.
  const follows = (row: Row) => below.get(above.get(row)!) === row;
  return rows
    .filter((row) => !follows(row))
    .map((first) => {
      const block = [first];
      for (let next = below.get(first); next !== undefined && follows(next); next = below.get(next))
        block.push(next);
      return block;
    });
}

/** Joins parts of one line into a row. The reader of text divides a line at wide spaces. */
function joinParts(lines: readonly ShownLine[]): Row[] {
  const rows: Row[] = [];
  for (const line of lines.toSorted((one, other) => one.box[0] - other.box[0])) {
    const row = rows.find((candidate) => isSameRow(candidate, line));
    if (row === undefined) rows.push({ lines: [line], box: line.box, text: line.text });
    else {
      row.lines.push(line);
      row.box = unionOf([row.box, line.box]);
      row.text += ` ${line.text}`;
    }
  }
  return rows;
}

function isSameRow(row: Row, line: ShownLine): boolean {
  const last = row.lines.at(-1)!;
  const height = Math.min(heightOf(last), heightOf(line));
  const common = Math.min(last.box[3], line.box[3]) - Math.max(last.box[1], line.box[1]);
  const space = (line.box[0] - last.box[2]) / characterWidth(last, line);
  return (
    common >= (1 - maxOverlap / 2) * height &&
    hasSimilarHeight(last, line) &&
    Math.abs(space) <= maxSpace &&
    row.lines.every((part) => isShownWith(part, line))
  );
}

function isNext(row: Row, next: Row): boolean {
  const height = Math.min(heightOf(row), heightOf(next));
  const gap = (next.box[1] - row.box[3]) / height;
  if (gap < -maxOverlap || gap > (isContinued(row.text, next.text) ? maxGapContinued : maxGap)) return false;
  return (
    next.box[1] > row.box[1] &&
    hasSimilarHeight(row, next) &&
    isAligned(row, next) &&
    row.lines.every((part) => next.lines.every((line) => isShownWith(part, line)))
  );
}

function isAligned(row: Row, next: Row): boolean {
  const width = characterWidth(row, next);
  const shifts = [row.box[0] - next.box[0], row.box[2] - next.box[2]].map((shift) => shift / width);
  const [left, right] = shifts as [number, number];
  const isLong = Math.min(row.text.length, next.text.length) >= longCharacters;
  return (
    Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right) / 2) <= maxShift ||
    (isLong && Math.abs(left) <= maxIndent)
  );
}

const isCapitals = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);

/** Returns whether a line continues the line above: it begins with a lower-case letter, or both are in capitals. */
function isContinued(text: string, next: string): boolean {
  return /^\P{L}*\p{Ll}/u.test(next) || (isCapitals(text) && isCapitals(next));
}

interface Box {
  box: ShownLine['box'];
}

const heightOf = ({ box }: Box) => box[3] - box[1];

function hasSimilarHeight(one: Box, other: Box): boolean {
  const ratio = heightOf(one) / heightOf(other);
  return Math.max(ratio, 1 / ratio) <= maxHeightRatio;
}

function characterWidth(one: Box & { text: string }, other: Box & { text: string }): number {
  const widths = one.box[2] - one.box[0] + other.box[2] - other.box[0];
  return widths / Math.max(1, one.text.length + other.text.length);
}

function isNearer(to: Row, row: Row, than: Row | undefined): boolean {
  const distance = ({ box }: Row) =>
    Math.abs(to.box[1] + to.box[3] - box[1] - box[3]) + Math.abs(to.box[0] - box[0]);
  return than === undefined || distance(row) < distance(than);
}

function isShownWith({ time: one }: ShownLine, { time: other }: ShownLine): boolean {
  if (one === null || other === null) return true;
  const common = commonSeconds(one, other);
  const shorter = Math.min(lengthOf(one), lengthOf(other));
  return common > 0 && common >= minCommonTime * shorter;
}
