import bidiFactory, { type Bidi } from 'bidi-js';
import { type FontRun, fontRuns, type Weight } from './fonts.ts';

// Breaks text into lines, and orders the parts of a line from left to right (UAX #9). pdfkit does neither for scripts
// that are written from right to left, and knows one font at a time.

// The types of the package describe another form of module.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** Returns the width of a text in a registered font, in points. */
export type MeasureText = (font: string, text: string) => number;

/** A part of a line. `x` counts in points from the start of the line. */
export interface Piece extends FontRun {
  x: number;
}

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns a text whose writing direction does not affect the text around it, and is that of its first letter (UAX #9,
 * 2.4).
 */
export const isolated = (text: string) => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/**
 * Breaks a text at its spaces into lines of a width. Words that are wider than a line are broken between characters.
 * @returns the pieces of each line in visual order
 */
export function layOut(text: string, weight: Weight, width: number, measure: MeasureText): Piece[][] {
  const widthOf = (part: string) =>
    fontRuns(part, weight).reduce((sum, run) => sum + measure(run.font, run.text), 0);
  const levels = rightToLeft.test(text) ? bidi.getEmbeddingLevels(text, 'ltr').levels : null;
  return breakLines(text, width, widthOf).map(([start, end]) => {
    const line = text.slice(start, end);
    const parts = levels === null ? [line] : visualParts(line, levels.subarray(start, end));
    return toPieces(parts, weight, measure);
  });
}

/** Returns the start and the end of each line. */
function breakLines(text: string, width: number, widthOf: (part: string) => number): [number, number][] {
  const lines: [number, number][] = [];
  const space = widthOf(' ');
  let start = 0;
  let lineWidth = 0;
  let at = 0;
  for (const word of text.split(' ')) {
    let rest = word;
    let restWidth = widthOf(rest);
    if (at > start && lineWidth + space + restWidth > width) {
      // A word without end, such as a sentence in Chinese, begins on the line of the word before it.
      const room = restWidth > width ? width - lineWidth - space : 0;
      const { length } = room > width / 4 ? fittingStart(rest, room, widthOf) : '';
      lines.push([start, length === 0 ? at - 1 : at + length]);
      at += length;
      start = at;
      lineWidth = 0;
      rest = rest.slice(length);
      restWidth = widthOf(rest);
    }
    while (restWidth > width) {
      const { length } = fittingStart(rest, width, widthOf);
      lines.push([start, at + length]);
      at += length;
      start = at;
      rest = rest.slice(length);
      restWidth = widthOf(rest);
    }
    lineWidth += at === start ? restWidth : space + restWidth;
    at += rest.length + 1;
  }
  if (at - 1 > start || lines.length === 0) lines.push([start, at - 1]);
  return lines;
}

/** Returns the longest start of a word that fits into the width, and at least one character. */
function fittingStart(word: string, width: number, widthOf: (part: string) => number): string {
  let fitting = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    used += widthOf(segment);
    if (fitting !== '' && used > width) break;
    fitting += segment;
  }
  return fitting;
}

function toPieces(parts: readonly string[], weight: Weight, measure: MeasureText): Piece[] {
  const runs = parts.flatMap((text) => fontRuns(text, weight)).filter(({ text }) => text !== '');
  let x = 0;
  return runs.map((run, index) => {
    const piece = { ...run, x };
    // Most lines have one run, which need not be measured.
    if (index < runs.length - 1) x += measure(run.font, run.text);
    return piece;
  });
}

/** Returns the parts of a line in the order from left to right. Each part has one direction. */
function visualParts(line: string, levels: Uint8Array): string[] {
  const runs: { level: number; text: string }[] = [];
  for (const [index, level] of levels.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.level === level) last.text += line[index]!;
    else runs.push({ level, text: line[index]! });
  }
  const words = runs.flatMap(({ level, text }) =>
    // fontkit reverses the letters of a word, but not the words.
    level % 2 === 0
      ? [{ level, text }]
      : (text.match(/ +|[^ ]+/g) ?? []).map((word) => ({ level, text: mirrored(word) })),
  );
  const highest = Math.max(...words.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) reverseRuns(words, level);
  return words.map(({ text }) => text);
}

/** Reverses each sequence of parts whose level is at least `level` (UAX #9, rule L2). */
function reverseRuns(parts: { level: number; text: string }[], level: number): void {
  for (let from = 0; from < parts.length; from++) {
    let to = from;
    while (to < parts.length && parts[to]!.level >= level) to++;
    if (to > from) {
      parts.splice(from, to - from, ...parts.slice(from, to).reverse());
      from = to;
    }
  }
}

/** Replaces brackets of a text that is written from right to left (UAX #9, rule L4). */
function mirrored(text: string): string {
  return [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');
}
