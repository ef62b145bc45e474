import { expect, test } from 'vitest';
import { summarise } from '../../tools/suites/summary.ts';

const verdict = (item: string, expected: string, ours: string) => ({
  item,
  expected,
  ours,
  check: 'damage',
  details: '',
});
const verdicts = [
  verdict('a.png', 'whole', 'whole'),
  verdict('b.png', 'whole', 'damaged'),
  verdict('c.png', 'damaged', 'whole'),
  verdict('d.png', 'damaged', 'damaged'),
];
const explained = (...items: string[]) => [{ check: 'damage', items, reason: 'because' }];

test('verdicts are counted by what is expected, and disagreements are listed with their explanation', () => {
  const { rows, disagreements, needless } = summarise(
    { name: 'suite', explanations: explained('b.png') },
    verdicts,
  );
  const suite = { suite: 'suite', check: 'damage', files: 2, agree: 1 };
  expect(rows).toEqual([
    { ...suite, expected: 'whole', explained: 1, unexplained: 0 },
    { ...suite, expected: 'damaged', explained: 0, unexplained: 1 },
  ]);
  expect(disagreements).toMatchObject([
    { item: 'b.png', reason: 'because' },
    { item: 'c.png', reason: null },
  ]);
  expect(needless).toEqual([]);
});

test('explanations of verdicts that agree, of missing files and of other checks are needless', () => {
  const explanations = [
    ...explained('a.png', 'missing.png'),
    { check: 'fonts', items: ['b.png'], reason: 'because' },
  ];
  const { disagreements, needless } = summarise({ name: 'suite', explanations }, verdicts);
  expect(disagreements.map(({ reason }) => reason)).toEqual([null, null]);
  expect(needless).toEqual(['damage: a.png', 'damage: missing.png', 'fonts: b.png']);
});
