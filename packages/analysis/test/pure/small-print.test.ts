import { describe, expect, test } from 'vitest';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { settingsOf } from '../../profiles/profile.ts';
import { findShippedProfile } from '../../profiles/shipped/index.ts';
import { describeSidekick } from '../../sidekicks/catalogue.ts';
import { sidekickJobs } from '../../sidekicks/parser-jobs.ts';
import { judgeSupers } from '../../sidekicks/supers/judge-supers.ts';
import type { ShownLine, VideoText } from '../../text/shown-text.ts';

const low: ShownLine['box'] = [0.1, 0.9, 0.6, 0.94];
const middle: ShownLine['box'] = [0.1, 0.4, 0.6, 0.44];

/** A price, by which a video advertises. */
const price = { text: 'Only £9.99', box: [0.4, 0.2, 0.6, 0.3] as ShownLine['box'], capitalHeight: 90 };

/** Returns a video that shows a text for too short a time. */
function videoOf(
  text: string,
  box: ShownLine['box'],
  { capitalHeight = 32, beside = [] }: { capitalHeight?: number; beside?: (typeof price)[] } = {},
): VideoText {
  const times = { startSeconds: 1, endSeconds: 2, isExact: true };
  const lines = [{ text, box, capitalHeight }, ...beside].map(({ capitalHeight, ...line }) => ({
    ...line,
    letters: { capitalHeight, lowerCaseHeight: null, contrast: 12, isOnBlock: false },
    confidence: 0.95,
    ...times,
  }));
  return { kind: 'video', width: 1920, height: 1080, picturesRead: 9, intervalSeconds: 0.5, lines };
}

/** Returns whether a text is judged. */
const isJudged = (...shown: Parameters<typeof videoOf>) =>
  judgeSupers(videoOf(...shown)).some(({ ruleCode }) => ruleCode === 'supers.hold');

const isJudgedInAdvert = (text: string, box: ShownLine['box']) => isJudged(text, box, { beside: [price] });

test.each([
  'T&Cs apply',
  'Terms and conditions apply',
  'Subject to status',
  'See website for details',
  'Refer pack for details',
  'Offer ends 31 May',
  '18+ only. Please gamble responsibly',
  '*Based on 214 women',
  '*When you spend in store',
  'Excludes NI',
  'Representative 24.9% APR',
  'Serving suggestion',
  'Screen images simulated',
  'Color may vary by country',
  'Not Actual Gameplay',
  'Always read the label',
  'UK residents only',
  'Prices from £299',
  'While stocks last',
  'Subject to availability',
  'Available in selected stores',
  'Shortened sequences.',
  'Plus tax.',
  'Power cord required (not shown).',
])('“%s” is small print wherever it stands', (text) => {
  expect(isJudged(text, low)).toBe(true);
  expect(isJudged(text, middle)).toBe(true);
});

test.each([
  'Min. spend £10',
  'Subscription required',
  'You must be over 18',
  'Must be returned by July',
  'Max 2 per visit',
  'Source: own survey',
  '©ACME (2021) All rights reserved',
  'Terms & Conditions',
])('“%s” is small print only in a video that advertises', (text) => {
  expect(isJudgedInAdvert(text, middle)).toBe(true);
  expect(isJudged(text.replace('£', ''), middle)).toBe(false);
  expect(isJudged(text.replace('£', ''), low)).toBe(false);
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
  'Privacy Terms Settings',
  'Terms',
  '03 Apr 2025',
  '©1986 ACME',
  '© 2019-2021 Acme Games',
])('“%s” is no small print', (text) => {
  expect(isJudged(text, middle, { capitalHeight: 90 })).toBe(false);
  expect(isJudgedInAdvert(text, middle)).toBe(false);
  expect(isJudged(text, low, { capitalHeight: 70 })).toBe(false);
});

test('two texts that follow each other in one place are subtitles', () => {
  const letters = { capitalHeight: 32, lowerCaseHeight: null, contrast: 12, isOnBlock: false };
  const shown = (text: string, startSeconds: number, endSeconds: number): ShownLine => ({
    ...{ text, box: low, letters, confidence: 0.95, startSeconds, endSeconds, isExact: true },
  });
  const beside = { ...shown('Only £9.99', 0, 9), box: price.box, letters: { ...letters, capitalHeight: 90 } };
  const judged = (...shownLines: ShownLine[]) => {
    const lines = [beside, ...shownLines];
    const size = { width: 1920, height: 1080, picturesRead: 20, intervalSeconds: 0.5 };
    return judgeSupers({ kind: 'video', ...size, lines }).length;
  };
  const first = shown('Show pictures with tomato soup', 1, 2);
  expect(judged(first, shown('Here are some pictures from Rome', 2.2, 3.2))).toBe(0);
  expect(judged(first, shown('Here are some pictures from Rome', 6, 7))).toBe(2);
});

test('four texts in the position of small print are subtitles, also if some have capitals only', () => {
  const texts = [
    'But I call it coffee.',
    'Just make it right, bro.',
    'The New Acme Roast',
    'GHOST: You are clear',
  ];
  const letters = { capitalHeight: 32, lowerCaseHeight: null, contrast: 12, isOnBlock: false };
  const shown = (text: string, box: ShownLine['box'], startSeconds: number, seconds: number): ShownLine => ({
    ...{
      text,
      box,
      letters,
      confidence: 0.95,
      startSeconds,
      endSeconds: startSeconds + seconds,
      isExact: true,
    },
  });
  const subtitles = texts.map((text, at) => shown(text, low, 1 + 4 * at, 1));
  const judged = (lines: ShownLine[]) =>
    judgeSupers({ kind: 'video', width: 1920, height: 1080, picturesRead: 40, intervalSeconds: 0.5, lines });
  const offer = shown('Only £9.99', middle, 0, 20);
  expect(judged([offer, ...subtitles])).toEqual([]);
  expect(judged([offer, ...subtitles.slice(1)])).toHaveLength(1);
});

test('large text is a headline, whatever its words', () => {
  expect(isJudged('Offer ends Sunday. Terms apply', low, { capitalHeight: 90 })).toBe(false);
});

describe('other text', () => {
  const phrase = 'Nine out of ten cats';

  test('is small print where small print stands, if it is small and of four words or more', () => {
    expect(isJudgedInAdvert('Guests must bring a towel along', low)).toBe(true);
    expect(isJudgedInAdvert(phrase, [0.3, 0.9, 0.7, 0.94])).toBe(true);
    expect(isJudgedInAdvert(phrase, [0.5, 0.9, 0.8, 0.94])).toBe(false);
    expect(isJudgedInAdvert(phrase, [0.3, 0.65, 0.7, 0.69])).toBe(false);
    expect(isJudgedInAdvert(phrase, low)).toBe(true);
    expect(isJudgedInAdvert(phrase, [0.1, 0.96, 0.6, 1])).toBe(false);
    expect(isJudgedInAdvert(phrase, middle)).toBe(false);
    expect(isJudgedInAdvert('Every little helps', low)).toBe(false);
    expect(isJudgedInAdvert('Send us a message.', low)).toBe(false);
    expect(isJudgedInAdvert('1 m m m = 210 a', low)).toBe(false);
    expect(isJudgedInAdvert('F9 F10 F11 F12', low)).toBe(false);
    expect(isJudgedInAdvert('LAC 52 GS 62', low)).toBe(false);
  });

  test.each([
    'Only £9.99',
    '25% off',
    'Aurora®',
    'Shop the sale today',
    'T&Cs apply',
    'www.aurora.example',
    'aurora.com',
    'aurora.pl | 19 510',
  ])('is small print beside “%s”, a sign of an advertisement', (text) =>
    expect(isJudged(phrase, low, { beside: [{ ...price, text }] })).toBe(true),
  );

  test('is no small print below the web address of a browser', () => {
    const beside = [
      { ...price, text: 'www.aurora.example', box: [0.1, 0.05, 0.4, 0.08] as ShownLine['box'] },
    ];
    expect(isJudged(phrase, low, { beside })).toBe(false);
  });

  test('is small print in any video if the profile is one for adverts', async () => {
    const findings = async (text: string, profile: string) =>
      await sidekickJobs.judgeSupers(bytesSource(new Uint8Array()), {
        video: videoOf(text, low),
        settings: settingsOf(describeSidekick('supers'), findShippedProfile(profile)),
      });
    for (const text of [phrase, 'Acme Bank is regulated by the Central Bank.']) {
      expect(await findings(text, 'advert-uk-tv')).toMatchObject([{ ruleCode: 'supers.hold' }]);
      expect(await findings(text, 'everything')).toEqual([]);
    }
    expect(await findings('GHOST: You are clear to engage.', 'advert-uk-tv')).toEqual([]);
  });

  test.each([
    'Breaking news',
    'News | Mr. Smith | 19 510',
    'Minister resigns',
    '02:41',
    'Level 3',
    'Mr.Smith',
    'Chapter One',
  ])('is no small print beside “%s” or alone', (text) => {
    expect(isJudged(phrase, low, { beside: [{ ...price, text }] })).toBe(false);
    expect(isJudged(phrase, low)).toBe(false);
  });

  test.each([
    'GHOST: You are clear to engage.',
    '- Where have you been?',
    'SERGEANT, ARMED FORCES OF THE REPUBLIC',
    '/ BREAKING NEWS / BREAKING NEWS /',
    'Acme Super Smart Air-conditioning',
  ])('is no small print if it is a subtitle with its speaker, or has capitals only: “%s”', (text) =>
    expect(isJudgedInAdvert(text, low)).toBe(false),
  );
});
