import { describe, expect, test } from 'vitest';
import {
  alignCurves,
  mainOffset,
  maxSteps,
  type TimelinePart,
} from '@assay/domain/comparison/align-curves.ts';
import { comparable, type ComparableIssue, compareIssues } from '@assay/domain/comparison/compare-issues.ts';
import type { Anchor, Issue } from '@assay/domain/contracts/issue.ts';

let count = 0;
type Values = Partial<Pick<ComparableIssue, 'severity' | 'summary' | 'measurement' | 'words'>>;
const issue = (ruleCode: string, anchor: Anchor, values: Values = {}): ComparableIssue => ({
  id: String(count++),
  ...{ ruleCode, anchor, severity: 'major', summary: ruleCode, measurement: null, words: null },
  ...values,
});
const time = (startSeconds: number, endSeconds = startSeconds): Anchor => ({
  kind: 'time',
  ...{ startSeconds, endSeconds },
});
const asset: Anchor = { kind: 'asset' };
const page = (number: number, bbox?: [number, number, number, number]): Anchor => ({
  ...{ kind: 'page', page: number },
  ...(bbox === undefined ? {} : { bbox }),
});
const measured = (value: unknown, threshold: number | null = null, unit: string | null = null): Values => ({
  measurement: { measured: value, threshold, unit },
});

const defectOf = (code: string) => code.replace(/^streaming_/, '');
function compare(
  before: ComparableIssue[],
  after: ComparableIssue[],
  timeline: TimelinePart[] | null = null,
) {
  const result = compareIssues(before, after, timeline, defectOf);
  const numbered = (list: readonly ComparableIssue[], of: readonly ComparableIssue[]) =>
    list.map((each) => of.indexOf(each));
  return {
    fixed: numbered(result.fixed, before),
    remaining: result.remaining.map((pair) => [before.indexOf(pair.before), after.indexOf(pair.after)]),
    changed: result.changed.map((pair) => [
      before.indexOf(pair.before),
      after.indexOf(pair.after),
      ...pair.changes,
    ]),
    new: numbered(result.new, after),
  };
}
const none = { fixed: [], remaining: [], changed: [], new: [] };

/** A cut of two seconds at 30 s of a minute. */
const cutAt30: TimelinePart[] = [
  { startSeconds: 0, endSeconds: 30, offsetSeconds: 0 },
  { startSeconds: 32, endSeconds: 60, offsetSeconds: -2 },
];

describe('the same defect', () => {
  test('is of the same rule, or of rules that find the same, and in the same place', () => {
    const before = [issue('loudness.programme', asset), issue('picture.black', time(3, 5))];
    const after = [
      issue('picture.freeze', time(3, 5)),
      issue('picture.black', time(3.1, 5.1)),
      issue('streaming_loudness.programme', asset, { summary: 'loudness.programme' }),
    ];
    expect(compare(before, after)).toEqual({
      ...none,
      remaining: [
        [1, 1],
        [0, 2],
      ],
      new: [0],
    });
  });

  test.for([
    ['a moment a frame later', time(7), time(7.04), true],
    ['a moment a second later', time(7), time(8), false],
    ['a stretch that shares half of the longer', time(10, 20), time(15, 25), true],
    ['a stretch that shares less', time(10, 20), time(17, 27), false],
    ['a moment in a long stretch', time(15), time(0, 60), false],
    ['the same page', page(2), page(2), true],
    ['another page', page(2), page(3), false],
    ['overlapping boxes', page(2, [0, 0, 0.5, 0.5]), page(2, [0.4, 0.4, 0.8, 0.8]), true],
    ['boxes apart', page(2, [0, 0, 0.3, 0.3]), page(2, [0.4, 0.4, 0.8, 0.8]), false],
    ['another kind of place', page(1), asset, false],
  ] as const)('in %s: %s', ([, before, after, isSame]) => {
    const same = { ...none, remaining: [[0, 0]] };
    expect(compare([issue('x', before)], [issue('x', after)])).toEqual(
      isSame ? same : { ...none, fixed: [0], new: [0] },
    );
  });

  test('is matched with the nearest of several, each once', () => {
    const black = (start: number) => issue('picture.black', time(start, start + 2));
    expect(compare([black(10), black(11), black(12)], [black(11.1), black(12.1)])).toEqual({
      ...none,
      fixed: [0],
      remaining: [
        [1, 0],
        [2, 1],
      ],
    });
  });

  test('has the same words, also on another page', () => {
    const claim = (text: string, anchor: Anchor) => issue('health.proven', anchor, { words: text });
    const before = [claim('proven', page(1)), claim('tested', page(1)), claim('shown', page(4))];
    const after = [claim('shown', page(5)), claim('tested', page(1)), claim('guaranteed', page(1))];
    expect(compare(before, after)).toEqual({
      ...none,
      fixed: [0],
      remaining: [
        [2, 0],
        [1, 1],
      ],
      new: [2],
    });
  });

  test('with other words in the same box is changed', () => {
    const claim = (words: string) => issue('price.saving', page(1, [0.1, 0.1, 0.4, 0.2]), { words });
    expect(compare([claim('30%')], [claim('40%')])).toEqual({ ...none, changed: [[0, 0, 'wording']] });
  });
});

describe('a cut', () => {
  test('shifts what follows it, shortens what contains it, and removes what it contains', () => {
    const before = [
      issue('a', time(5, 6)),
      issue('b', time(30.5, 31.5)),
      issue('c', time(28, 34)),
      issue('d', time(50, 51)),
    ];
    const after = [issue('d', time(48, 49)), issue('c', time(28, 32)), issue('a', time(5, 6))];
    expect(compare(before, after, cutAt30)).toEqual({
      ...none,
      fixed: [1],
      remaining: [
        [3, 0],
        [2, 1],
        [0, 2],
      ],
    });
  });

  test('makes an issue at the old time a new one', () => {
    expect(compare([issue('d', time(50, 51))], [issue('d', time(50, 51))], cutAt30)).toEqual({
      ...none,
      fixed: [0],
      new: [0],
    });
  });

  test('of everything leaves issues of the whole asset only', () => {
    const issues = () => [issue('a', time(5, 6)), issue('l', asset)];
    expect(compare(issues(), issues(), [])).toEqual({ ...none, fixed: [0], remaining: [[1, 1]], new: [0] });
  });
});

describe('a change', () => {
  test.for([
    ['the severity', {}, { severity: 'minor' }, ['severity']],
    ['a tenth of the excess', measured(-15, -23, 'LUFS'), measured(-15.7, -23, 'LUFS'), []],
    ['a quarter of the excess', measured(-15, -23, 'LUFS'), measured(-17, -23, 'LUFS'), ['measured']],
    ['a small excess that encoding changes', measured(-0.9, -1, 'dBTP'), measured(-0.8, -1, 'dBTP'), []],
    ['flashes', measured(4, 3, 'flashes/s'), measured(6, 3, 'flashes/s'), ['measured']],
    ['a text', measured('yuv444p'), measured('yuv422p'), ['measured']],
    ['an equal object', measured({ lines: 720 }), measured({ lines: 720 }), []],
    ['only the summary of what was measured', measured(4), { ...measured(4), summary: 'four' }, []],
    ['the summary of what was not measured', { summary: 'font A' }, { summary: 'font B' }, ['wording']],
  ] as const)('of %s', ([, before, after, changes]) => {
    const result = compare([issue('x', asset, before)], [issue('x', asset, after)]);
    expect(result).toEqual(
      changes.length === 0 ? { ...none, remaining: [[0, 0]] } : { ...none, changed: [[0, 0, ...changes]] },
    );
  });

  test('of the place: what was shortened is not fixed', () => {
    const black = (end: number, length: number) =>
      issue('picture.black', time(end - length, end), measured(length, 2, 's'));
    expect(compare([black(10, 6)], [black(10, 2.5)])).toEqual({
      ...none,
      changed: [[0, 0, 'measured', 'place']],
    });
  });
});

test('the worst place of a recording can move: the issue is not fixed', () => {
  const peak = (at: number) => issue('loudness.true_peak', time(at, at + 0.1));
  expect(compare([peak(1)], [peak(3)])).toEqual({ ...none, changed: [[0, 0, 'place']] });
  expect(compare([peak(1)], [])).toEqual({ ...none, fixed: [0] });
});

test('the words of an issue ignore how they were set and read', () => {
  const of = (quote: string) =>
    comparable({
      anchor: page(1),
      contributors: [{ evidence: [{ sourceType: 'excerpt', content: { quote } }] }],
    } as unknown as Issue).words;
  expect(of('UP TO 30 % OFF')).toBe(of('Up to 3O% off!'));
  expect(of('30% off')).not.toBe(of('40% off'));
  expect(of('½ price')).not.toBe(of('price'));
});

test('five thousand issues of one rule are compared in a tenth of a second', { timeout: 10_000 }, () => {
  // The same page, apart from each other: no shortcut finds a partner.
  const list = (shift: number) =>
    Array.from({ length: 5_000 }, (_, index) => {
      const top = index / 5_000;
      return issue('x', page(1, [0, top + shift, 1, top + shift + 1e-4]), { summary: `${index} ${shift}` });
    });
  const [before, after] = [list(0), list(1e-5)];
  compareIssues(before.slice(0, 100), after.slice(0, 100), null, defectOf);
  const start = performance.now();
  const { changed } = compareIssues(before, after, null, defectOf);
  expect(performance.now() - start).toBeLessThan(500);
  expect(changed).toHaveLength(5_000);
});

/** Returns numbers from 0 to 1 that depend on the seed only. */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the luminance of a film with scenes of 1 to 7 s, ten values a second. */
function film(length: number, seed: number): number[] {
  const next = random(seed);
  const values: number[] = [];
  while (values.length < length) {
    const [level, end] = [next(), values.length + 10 + Math.floor(next() * 60)];
    while (values.length < Math.min(end, length)) values.push(level + (next() - 0.5) * 0.01);
  }
  return values;
}
const curve = (values: readonly (number | null)[]) => ({ startSeconds: 0, stepSeconds: 0.1, values });
const encoded = (values: readonly number[]) => {
  const next = random(99);
  return curve(values.map((value) => value + (next() - 0.5) * 0.004));
};

describe('curves', () => {
  const old = film(600, 1);
  const without = (from: number, end: number) => [...old.slice(0, from), ...old.slice(end)];
  const part = (startSeconds: number, endSeconds: number, offsetSeconds: number) => ({
    ...{ startSeconds, endSeconds, offsetSeconds },
  });

  test.for([
    ['an encoding', old, [part(0, 60, 0)]],
    ['a cut at the start', old.slice(20), [part(2, 60, -2)]],
    ['a cut in the middle', without(300, 320), [part(0, 30, 0), part(32, 60, -2)]],
    ['a trimmed end', old.slice(0, 500), [part(0, 50, 0)]],
    [
      'a new scene',
      [...old.slice(0, 200), ...film(30, 9), ...old.slice(200)],
      [part(0, 20, 0), part(20, 60, 3)],
    ],
    ['a replaced scene', [...old.slice(0, 200), ...film(30, 9), ...old.slice(230)], [part(0, 60, 0)]],
    ['a grade', old.slice(20).map((value) => value * 0.8 + 0.1), [part(2, 60, -2)]],
    ['a different film', film(600, 77), []],
  ] as const)('of %s are aligned', ([, young, parts]) => {
    // Neighbouring scenes can be alike, so the ends of a part are exact to a few values.
    const found = alignCurves(curve(old), encoded(young)).map((each) => ({
      startSeconds: Math.round(each.startSeconds),
      endSeconds: Math.round(each.endSeconds),
      offsetSeconds: each.offsetSeconds,
    }));
    expect(found).toEqual(parts);
  });

  test('with two cuts have three parts, and the offset of the longest', () => {
    const found = alignCurves(
      curve(old),
      encoded([...old.slice(0, 100), ...old.slice(120, 400), ...old.slice(435)]),
    );
    expect(found.map(({ offsetSeconds }) => offsetSeconds)).toEqual([0, -2, -5.5]);
    expect(mainOffset(found)).toBe(-2);
  });

  test('without features have the same times', () => {
    expect(alignCurves(curve(Array(300).fill(0.3)), curve(Array(280).fill(0.4)))).toEqual([part(0, 30, 0)]);
    expect(alignCurves(curve([null, null]), curve([]))).toEqual([part(0, 0.2, 0)]);
  });

  test('of two hours are aligned within a quarter of a second', { timeout: 10_000 }, () => {
    const long = film(72_000, 3);
    const young = encoded([...long.slice(0, 30_000), ...long.slice(31_500)]);
    const start = performance.now();
    const found = alignCurves(curve(long), young);
    expect(performance.now() - start).toBeLessThan(750);
    expect(found.map(({ offsetSeconds }) => offsetSeconds)).toEqual([0, -150]);
    expect(long.length).toBeGreaterThan(maxSteps);
  });
});
