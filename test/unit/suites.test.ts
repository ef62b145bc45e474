import { describe, expect, test } from 'vitest';
import { newFinding, wholeAsset } from '@assay/analysis/contract/contract.ts';
import { supersDescription } from '@assay/analysis/sidekicks/supers/rules.ts';
import { deviations, expectations } from '../../tools/suites/real/expectations.ts';
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

describe('findings that a folder of real material is expected to have', () => {
  const [rule] = supersDescription.rules;
  const small = newFinding(rule, {
    summary: 'Small text',
    details: '',
    headline: '',
    reasoning: '',
    evidence: [
      {
        id: 'a',
        sourceType: 'excerpt',
        confidence: 1,
        content: { quote: 'Power cord required' },
        anchor: wholeAsset,
      },
    ],
    anchor: wholeAsset,
    action: 'review',
    resolution: '',
  });
  const expectedOf = (given: unknown) => expectations.parse({ 'a.mp4': given })['a.mp4']!;

  test('a missing finding, a forbidden one and too many are deviations', () => {
    const given = {
      present: [['supers.height', 'plus tax', 'a price condition']],
      absent: [['supers.', 'power CORD', 'text of a device']],
      atMost: [['supers.height', 1, 'one picture']],
    };
    const found = deviations(expectedOf(given), [small, small]).map((deviation) => deviation.found);
    expect(found).toEqual(['nothing', 'supers.height: Small text', 'supers.height: Small text', '2']);
  });

  test('a pattern is compared with the evidence, and only with findings of its rule', () => {
    const given = {
      present: [['supers.height', 'power cord', '']],
      absent: [['supers.hold', '', '']],
      atMost: [['supers.', 1, '']],
    };
    expect(deviations(expectedOf(given), [small, { ...small, ruleCode: 'picture.black' }])).toEqual([]);
  });

  test.for([
    [undefined, null, []],
    [undefined, 'is not text/plain: a PDF', ['is not text/plain: a PDF']],
    [{ refused: ['PDF', 'another format'] }, 'is not text/plain: a PDF', []],
    [{ refused: ['PDF', 'another format'] }, 'is not text/plain: HTML', ['is not text/plain: HTML']],
    [{ refused: ['PDF', 'another format'] }, null, ['no refusal']],
  ] as const)('%j and the refusal %j differ by %j', ([given, refusal, found]) => {
    const expected = given && expectedOf(given);
    expect(deviations(expected, [], refusal).map((deviation) => deviation.found)).toEqual(found);
  });
});
