import { expect, test } from 'vitest';
import { judgeSupers } from '../../sidekicks/supers/judge-supers.ts';
import type { ShownLine } from '../../text/shown-text.ts';

const low: ShownLine['box'] = [0.1, 0.9, 0.6, 0.94];
const middle: ShownLine['box'] = [0.1, 0.4, 0.6, 0.44];

/** Returns whether a text is judged: it stands for too short a time. */
function isJudged(text: string, box: ShownLine['box'], capitalHeight: number): boolean {
  const letters = { capitalHeight, lowerCaseHeight: null, contrast: 12, isOnBlock: false };
  const times = { startSeconds: 1, endSeconds: 2, isExact: true };
  const lines = [{ text, box, letters, confidence: 0.95, ...times }];
  const video = {
    kind: 'video' as const,
    width: 1920,
    height: 1080,
    picturesRead: 9,
    intervalSeconds: 0.5,
    lines,
  };
  return judgeSupers(video).some(({ ruleCode }) => ruleCode === 'supers.hold');
}

test.each([
  'T&Cs apply',
  'Subject to status',
  'See website for details',
  'Offer ends 31 May',
  '18+ only. Please gamble responsibly',
  '*Based on 214 women',
  '*When you spend in store',
  'Excludes NI',
  'Representative 24.9% APR',
  'Serving suggestion',
  'Screen images simulated',
  'Always read the label',
  'UK residents only',
  'Prices from £299',
  'While stocks last',
  'Subject to availability',
  'Available in selected stores',
  'Shortened sequences.',
  'Plus tax.',
  'Power cord required (not shown).',
  'Min. spend £10',
  'You must be over 18',
  'Must be returned by July',
  'Max 2 per visit',
  'Source: own survey',
])('“%s” is small print wherever it stands', (text) => {
  expect(isJudged(text, low, 32)).toBe(true);
  expect(isJudged(text, middle, 32)).toBe(true);
});

test.each([
  'Big Summer Sale',
  'ALSO AVAILABLE',
  'Available now',
  'Drive away happy today',
  'Save up to 50%*',
  'Only £9.99',
  'Aurora',
  'aurora.example',
  'MAX',
  'TRUCK SIMULATOR',
  'It must be mine',
  'by julian word',
  'Source of dietary fibre',
])('“%s” is no small print', (text) => {
  expect(isJudged(text, middle, 90)).toBe(false);
  expect(isJudged(text, middle, 32)).toBe(false);
  expect(isJudged(text, low, 70)).toBe(false);
});

test('two texts that follow each other in one place are subtitles', () => {
  const letters = { capitalHeight: 32, lowerCaseHeight: null, contrast: 12, isOnBlock: false };
  const shown = (text: string, startSeconds: number, endSeconds: number): ShownLine => ({
    ...{ text, box: low, letters, confidence: 0.95, startSeconds, endSeconds, isExact: true },
  });
  const judged = (...lines: ShownLine[]) =>
    judgeSupers({ kind: 'video', width: 1920, height: 1080, picturesRead: 20, intervalSeconds: 0.5, lines })
      .length;
  const first = shown('Show pictures with tomato soup', 1, 2);
  expect(judged(first, shown('Here are some pictures from Rome', 2.2, 3.2))).toBe(0);
  expect(judged(first, shown('Here are some pictures from Rome', 6, 7))).toBe(2);
});

test('large text is a headline, whatever its words', () => {
  expect(isJudged('Offer ends Sunday. Terms apply', low, 90)).toBe(false);
});

test('other text is small print where small print stands, if it is small and of four words or more', () => {
  expect(isJudged('Guests must bring a towel along', low, 32)).toBe(true);
  expect(isJudged('Nine out of ten cats', [0.3, 0.9, 0.7, 0.94], 32)).toBe(true);
  expect(isJudged('Nine out of ten cats', [0.5, 0.9, 0.8, 0.94], 32)).toBe(false);
  expect(isJudged('Nine out of ten cats', [0.3, 0.65, 0.7, 0.69], 32)).toBe(false);
  expect(isJudged('Nine out of ten cats', low, 32)).toBe(true);
  expect(isJudged('Nine out of ten cats', [0.1, 0.96, 0.6, 1], 32)).toBe(false);
  expect(isJudged('Nine out of ten cats', middle, 32)).toBe(false);
  expect(isJudged('Every little helps', low, 32)).toBe(false);
  expect(isJudged('Send us a message.', low, 32)).toBe(false);
  expect(isJudged('1 m m m = 210 a', low, 32)).toBe(false);
  expect(isJudged('F9 F10 F11 F12', low, 32)).toBe(false);
  expect(isJudged('LAC 52 GS 62', low, 32)).toBe(false);
});
