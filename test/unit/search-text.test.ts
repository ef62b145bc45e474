import { expect, test } from 'vitest';
import { searchText } from '@assay/storage/database/search-text.ts';

test.for([
  ['% of_Ä', '% OF_ä'],
  ['é', 'É'.normalize('NFD')],
  ['각.MP4', '각.mp4'.normalize('NFD')],
  // The order of marks of different classes has no meaning.
  ['a\u0323\u0301', 'a\u0301\u0323'],
] as const)('%j is the same text as %j', ([first, second]) => {
  expect(searchText(first)).toBe(searchText(second));
});

test('a text does not match across two texts', () => {
  expect(searchText('AB', 'Ç')).toBe(`\\x${Buffer.from('ab\0ç').toString('hex')}`);
});

// Marks of falling combining classes, which have to be sorted.
const marks = (count: number) =>
  ['\u0345', '\u0315', '\u0301', '\u0323'].map((mark) => mark.repeat(count / 4)).join('');

test('a text with a long run of combining marks contains its parts', () => {
  const folded = searchText(`a${marks(200)}É`);
  expect(folded).toContain(searchText('é').slice(2));
  expect(folded).toContain(searchText('A\u0345\u0345').slice(2));
});

test('the time grows with the length of a run of combining marks, and not with its square', () => {
  const timeOf = (count: number) => {
    const text = marks(count);
    const startedAt = performance.now();
    searchText(text);
    return performance.now() - startedAt;
  };
  timeOf(1_000);
  // Without a limit, normalizing takes about 30 s.
  expect(timeOf(100_000)).toBeLessThan(1_000);
});
