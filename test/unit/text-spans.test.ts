import { expect, test } from 'vitest';
import type { Issue } from '@assay/client/shapes.ts';
import { linesOf, spansOf } from '@assay/console/pages/review/text/spans.ts';

function issue(referenceNumber: number, start: number, end: number, quote: string): Issue {
  const anchor = { kind: 'text' as const, start, end, quote };
  return { id: String(referenceNumber), referenceNumber, anchor, contributors: [] } as unknown as Issue;
}

/** Returns the quoted passages. */
const passages = (text: string, ...issues: Issue[]) =>
  spansOf(text, issues).map(({ start, end }) => text.slice(start, end));

test('positions count code points', () => {
  expect(spansOf('\u{1f600}\u{1f600} best best', [issue(1, 8, 12, 'best')])).toMatchObject([
    { start: 10, end: 14 },
  ]);
});

test('if another text is at the position, the quote is searched for', () => {
  expect(passages('the best of all', issue(1, 0, 4, 'best'))).toEqual(['best']);
  expect(passages('the best', issue(1, 100, 104, 'best'))).toEqual(['best']);
  expect(passages('the best', issue(1, 0, 4, 'absent'))).toEqual([]);
});

test('lines are divided where passages begin and end, also over lines and within each other', () => {
  const text = 'one two\r\nthree four\n\nfive';
  const outer = issue(1, 4, 14, 'two\r\nthree');
  const inner = issue(2, 9, 14, 'three');
  const lines = linesOf(text, spansOf(text, [outer, inner]));
  const shape = lines.map(({ number, parts, begins }) => [
    number,
    parts.map(({ text: part, issues }) => [part, ...issues.map((each) => each.referenceNumber)]),
    begins.map((each) => each.referenceNumber),
  ]);
  expect(shape).toEqual([
    [1, [['one '], ['two', 1]], [1]],
    [2, [['three', 1, 2], [' four']], [2]],
    [3, [], []],
    [4, [['five']], []],
  ]);
});

test('an empty text has one line', () => {
  expect(linesOf('', [])).toEqual([{ number: 1, parts: [], begins: [] }]);
});
