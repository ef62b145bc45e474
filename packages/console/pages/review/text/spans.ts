import type { Issue } from '@assay/client/shapes.ts';
import { createFindQuote, findQuote, type TextSpan } from '../find-quote.ts';
import { quotesOf } from '../quotes.ts';

/** A passage of the text that an issue is about. */
export interface IssueSpan extends TextSpan {
  issue: Issue;
}

/**
 * Returns the passages that issues quote, in the order of the text. Positions in anchors count Unicode code points. If
 * the text at this position does not contain the quote, the whole text is searched.
 */
export function spansOf(text: string, issues: readonly Issue[]): IssueSpan[] {
  const offsetOf = createOffsets(text);
  const find = createFindQuote(text);
  const spans: IssueSpan[] = [];
  for (const issue of issues) {
    const { anchor } = issue;
    for (const { quote, context } of quotesOf(issue)) {
      const stated =
        anchor.kind === 'text' ? textAt(text, offsetOf(anchor.start), offsetOf(anchor.end)) : null;
      const isRight = stated !== null && findQuote(stated.text, quote) !== null;
      const span = isRight ? stated : find(quote, context);
      if (span !== null && !spans.some((one) => one.issue === issue && one.start === span.start))
        spans.push({ issue, start: span.start, end: span.end });
    }
  }
  return spans.sort((a, b) => a.start - b.start || a.end - b.end);
}

function textAt(text: string, start: number, end: number) {
  return { start, end, text: text.slice(start, end) };
}

/** Returns a function that converts a position in code points to one in UTF-16 code units. */
function createOffsets(text: string): (codePoints: number) => number {
  const pairs = [...text.matchAll(/[\u{10000}-\u{10FFFF}]/gu)].map(({ index }) => index);
  return (codePoints) => {
    let offset = codePoints;
    for (const at of pairs) {
      if (at >= offset) break;
      offset++;
    }
    return offset;
  };
}

/**
 * A line of a text. `parts` are its pieces, each with the issues that concern it. `begins` has the issues that have a
 * passage starting in this line.
 */
export interface Line {
  number: number;
  parts: { text: string; issues: Issue[] }[];
  begins: Issue[];
}

/** Divides a text into lines, and each line into parts at the starts and ends of the spans. */
export function linesOf(text: string, spans: readonly IssueSpan[]): Line[] {
  const lines: Line[] = [];
  let next = 0;
  let open: IssueSpan[] = [];
  for (const { index, 0: line } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    const end = index + line.length;
    if (line === '' && index > 0) break;
    const begins: Issue[] = [];
    for (; next < spans.length && spans[next]!.start < Math.max(end, index + 1); next++) {
      open.push(spans[next]!);
      if (!begins.includes(spans[next]!.issue)) begins.push(spans[next]!.issue);
    }
    lines.push({
      number: lines.length + 1,
      parts: partsOf(text, index, index + line.trimEnd().length, open),
      begins,
    });
    open = open.filter((span) => span.end > end);
  }
  return lines;
}

function partsOf(text: string, start: number, end: number, spans: readonly IssueSpan[]): Line['parts'] {
  const cuts = new Set([start, end]);
  for (const span of spans)
    for (const cut of [span.start, span.end]) if (cut > start && cut < end) cuts.add(cut);
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((from, index) => {
    const to = sorted[index + 1]!;
    const covering = spans.filter((span) => span.start <= from && to <= span.end);
    return { text: text.slice(from, to), issues: covering.map(({ issue }) => issue) };
  });
}
