import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { featuresOf } from '@assay/domain/precedents/features.ts';
import {
  type Compared,
  createDecisionMatcher,
  createRulingMatcher,
  type EarlierDecision,
} from '@assay/domain/precedents/match.ts';

interface Content {
  quote?: string;
  measured?: number;
  threshold?: number;
  unit?: string;
}

interface Pair {
  rule: string;
  laterRule?: string;
  earlier: Content;
  later: Content;
  isPrecedent: boolean;
  group: string;
}

/** Pairs that somebody else made, who had not seen the matcher: see docs/precedents.md. */
const pairs = JSON.parse(
  readFileSync(new URL('../fixtures/precedents/pairs.json', import.meta.url), 'utf8'),
) as Pair[];

const issueOf = (rule: string, { quote, measured, threshold, unit }: Content): Compared => ({
  ruleId: rule,
  ruleCode: rule,
  wording: quote ?? null,
  excess: measured === undefined || threshold === undefined ? null : measured - threshold,
  unit: unit ?? null,
  direction: '',
});

const decisionOf = (issue: Compared, changes: Partial<EarlierDecision> = {}): EarlierDecision => ({
  ...issue,
  url: 'https://assay.example/1',
  summary: 'An issue',
  decision: 'waived',
  reason: 'The client approved it.',
  at: '2026-11-02T10:00:00.000Z',
  ...changes,
});

const precedents = (issue: Compared, ...decisions: EarlierDecision[]) =>
  createDecisionMatcher(decisions)(issue);
const claim = (quote: string) => issueOf('superlative.ranking', { quote });
const level = (measured: number, threshold = -1, unit = 'dBTP') =>
  issueOf('loudness.true_peak', { measured, threshold, unit });

test('of the pairs, at least 9 in 10 precedents are right, and at least 7 in 10 are found', () => {
  const judged = pairs.map(({ rule, laterRule = rule, earlier, later, isPrecedent }) => ({
    isPrecedent,
    isFound: precedents(issueOf(laterRule, later), decisionOf(issueOf(rule, earlier))).length > 0,
  }));
  const count = (of: (pair: (typeof judged)[number]) => boolean) => judged.filter(of).length;
  const right = count(({ isFound, isPrecedent }) => isFound && isPrecedent);
  expect(right / count(({ isFound }) => isFound)).toBeGreaterThanOrEqual(0.9);
  expect(right / count(({ isPrecedent }) => isPrecedent)).toBeGreaterThanOrEqual(0.7);
});

describe('a decision is a precedent', () => {
  test('with its reason, and with how similar the wording is', () => {
    const earlier = claim('The UK’s No. 1 toothpaste brand');
    expect(precedents(claim('The uk’s no. 1 toothpaste brand!'), decisionOf(earlier))).toEqual([
      {
        url: 'https://assay.example/1',
        title: 'An issue',
        decision: 'Waived: The client approved it. (same wording)',
        date: '2026-11-02',
      },
    ]);
    const reworded = precedents(
      claim('UK’s number one brand of toothpaste'),
      decisionOf(earlier, { decision: 'accepted', reason: null }),
    );
    expect(reworded[0]!.decision).toBe('Accepted (similar wording: “The UK’s No. 1 toothpaste brand”)');
  });

  test('on the same side of a limit, within a factor of two', () => {
    const found = (later: Compared) => precedents(later, decisionOf(level(1)))[0]?.decision ?? null;
    const how = 'Waived: The client approved it. (similar distance from the limit: 2 dBTP, here';
    expect([3, 2.9, 0, -0.1].map((measured) => found(level(measured)))).toEqual([
      `${how} 4 dBTP)`,
      `${how} 3.9 dBTP)`,
      `${how} 1 dBTP)`,
      null,
    ]);
    expect([level(3.1), level(-3), level(1, -1, 'LUFS')].map(found)).toEqual([null, null, null]);
    expect(precedents(level(-1), decisionOf(level(-1)))).toHaveLength(1);
    expect(precedents(level(1), decisionOf({ ...level(1), direction: 'left' }))).toEqual([]);
  });

  test('only if the texts and the measured values are similar, where a rule has both', () => {
    const small = { ...claim('Terms apply. 18+ only.'), excess: -4, unit: 'lines' };
    const found = (changes: Partial<Compared>) =>
      precedents({ ...small, ...changes }, decisionOf(small)).length;
    expect([found({}), found({ excess: -9 }), found({ wording: 'Not to scale.' })]).toEqual([1, 0, 0]);
    expect([found({ wording: null }), found({ excess: null })]).toEqual([0, 0]);
  });

  test('of the nearest five, newest first', () => {
    const [near, far] = [level(1.1), level(2.9)];
    const days = [
      ['01', near],
      ['02', far],
      ['03', near],
      ['04', near],
      ['05', near],
      ['06', far],
      ['07', near],
    ] as const;
    const decisions = days.map(([day, issue]) => decisionOf(issue, { at: `2026-11-${day}T00:00:00Z` }));
    expect(precedents(level(1), ...decisions).map(({ date }) => date.slice(-2))).toEqual([
      ...['07', '05', '04', '03', '01'],
    ]);
  });
});

test('a ruling is a precedent by its rules and one of its wordings', () => {
  const find = createRulingMatcher([
    {
      url: 'https://rulings.example/7',
      title: 'A soap',
      decision: 'Upheld',
      date: '2025-03-04',
      ruleCodes: ['superlative.ranking', 'price.lowest'],
      text: 'Britain’s gentlest soap\n\nThe gentlest soap in the world',
    },
  ]);
  const found = (ruleCode: string, quote: string) => find({ ...claim(quote), ruleCode });
  expect(found('superlative.ranking', 'The world’s gentlest soap')).toEqual([
    {
      url: 'https://rulings.example/7',
      title: 'A soap',
      decision: 'Upheld (similar wording: “The gentlest soap in the world”)',
      date: '2025-03-04',
    },
  ]);
  expect(found('superlative.ranking', 'The world’s gentlest shampoo')).toEqual([]);
  expect(found('health.proven', 'The world’s gentlest soap')).toEqual([]);
  expect(find(level(1))).toEqual([]);
});

describe('the features of an issue', () => {
  const whole = { kind: 'asset' as const };
  const featuresWith = (sourceType: 'excerpt' | 'measurement', content: any, summary = 'A defect') =>
    featuresOf({
      summary,
      anchor: whole,
      contributors: [{ evidence: [{ sourceType, content, anchor: whole }] } as any],
    });

  test.for([
    [{ quote: 'best', context: 'Hello. Simply the best soap! Buy it.' }, 'Simply the best soap'],
    [{ quote: '£9.99', context: 'Now. Only £9.99 at v1.2 shops.\nNext' }, 'Only £9.99 at v1.2 shops'],
    [{ quote: 'not there', context: 'Another text' }, 'not there'],
    [{ text: 'Terms apply' }, 'Terms apply'],
    [{ text: ' ' }, null],
    [{ name: 'a.exe' }, null],
  ] as const)('%j has the wording %j', ([content, wording]) => {
    expect(featuresWith('excerpt', content).wording).toBe(wording);
  });

  test('have the distance from the limit, with its side', () => {
    const excess = (content: any, summary?: string) => {
      const { excess, unit, direction } = featuresWith('measurement', content, summary);
      return [excess, unit, direction];
    };
    expect(excess({ measured: 3.2, threshold: 2, unit: 's' })).toEqual([1.2, 's', '']);
    expect(excess({ measured: 1, threshold: 2, unit: null })).toEqual([-1, null, '']);
    const loudness = { measured: 3, threshold: 0.5, unit: 'LU', target: -23 };
    expect(excess({ ...loudness, programmeLoudness: -20 }, '3.0 LU above the target')[0]).toBe(2.5);
    expect(excess({ ...loudness, programmeLoudness: -26 }, '3.0 LU below')).toEqual([-2.5, 'LU', 'below']);
    expect(excess({ measured: 'yuv422p', threshold: null })).toEqual([null, null, '']);
  });
});
