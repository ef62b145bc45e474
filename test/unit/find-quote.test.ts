import { expect, test } from 'vitest';
import { findQuote } from '@assay/console/pages/review/find-quote.ts';

const found = (text: string, quote: string, context?: string) => {
  const span = findQuote(text, quote, context);
  return span === null ? null : text.slice(span.start, span.end);
};

test.for([
  ['equal', 'The best cream', 'best', 'best'],
  ['over lines', 'clinically\nproven', 'clinically proven', 'clinically\nproven'],
  ['with other white space', 'a  b\u00a0c', 'a b c', 'a  b\u00a0c'],
  ['with ligatures', 'an e\ufb03cient \ufb01x', 'efficient fix', 'e\ufb03cient \ufb01x'],
  ['with full-width forms', '\uff21\uff22\uff23', 'ABC', '\uff21\uff22\uff23'],
  ['divided at the end of a line', 'a guar-\nantee', 'guarantee', 'guar-\nantee'],
  ['with a soft hyphen', 'guar\u00adantee', 'guarantee', 'guar\u00adantee'],
  ['without spaces between words', 'thebestcream', 'best cream', 'bestcream'],
  ['after a character of two code units', '\u{1f600} best', 'best', 'best'],
  ['of characters of two code units', 'x\u{1d400}y', 'A', '\u{1d400}'],
] as const)('a quote is found: %s', ([, text, quote, expected]) => {
  expect(found(text, quote)).toBe(expected);
});

test('a quote that is written the same way comes before one that is divided', () => {
  expect(findQuote('be-st best', 'best')).toEqual({ start: 6, end: 10 });
});

test('the context decides which of several places is meant', () => {
  const text = 'the best tea and the best coffee';
  expect(findQuote(text, 'best')).toEqual({ start: 4, end: 8 });
  expect(findQuote(text, 'best', 'and the  best coffee')).toEqual({ start: 21, end: 25 });
  expect(findQuote(text, 'best', 'another context')).toEqual({ start: 4, end: 8 });
});

test('texts without the quote, and quotes without text, are not found', () => {
  expect(findQuote('the best', 'worst')).toBeNull();
  expect(findQuote('the best', ' ')).toBeNull();
  expect(findQuote('', 'best')).toBeNull();
  expect(findQuote('the best', '(b')).toBeNull();
});
