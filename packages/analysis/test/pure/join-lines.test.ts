import { describe, expect, test } from 'vitest';
import { joinLines } from '../../text/join-lines.ts';
import { likeness } from '../../text/likeness.ts';
import { mayBeSameText } from '../../text/same-text.ts';
import { summariseLine } from '../../text/summarise-line.ts';
import type { ReadLine } from '../../text/text-reader.ts';

/** A line that is 40 pixels high. */
function at(left: number, top: number, text: string, confidence = 0.95): ReadLine {
  return { text, confidence, box: [left, top, left + 20 * text.length, top + 40], letters: null };
}

/** Returns the texts of joined lines with the numbers of their first and last picture. */
const joined = (pictures: ReadLine[][]) =>
  joinLines(pictures).map((line) => [
    summariseLine(line, 0.5).text,
    line.sightings[0]!.picture,
    line.sightings.at(-1)!.picture,
  ]);

describe('lines of pictures', () => {
  test('are one line in the same place, although a sign is misread or a picture is left out', () => {
    const pictures = [
      'Subject to status',
      'Subject to slatus',
      null,
      'Subject t0 status',
      'Subject to status',
    ];
    expect(joined(pictures.map((text) => (text === null ? [] : [at(100, 900, text)])))).toEqual([
      ['Subject to status', 0, 4],
    ]);
  });

  test('are one line if its first or last words are not found in a picture', () => {
    const whole = at(100, 900, 'Terms and conditions apply. See website');
    const [end, start] = ['conditions apply. See website', 'Terms and conditions apply. See'];
    const right = whole.box[2];
    const pictures = [whole, at(right - 20 * end.length, 900, end), whole, at(100, 900, start), whole];
    expect(joined(pictures.map((line) => [line]))).toEqual([[whole.text, 0, 4]]);
  });

  test('are two lines if the line is gone for two pictures', () => {
    const line = [at(100, 900, 'Subject to status')];
    expect(joined([line, line, [], [], line])).toEqual([
      ['Subject to status', 0, 1],
      ['Subject to status', 4, 4],
    ]);
  });

  test('are two lines if another text, or another number, replaces the first', () => {
    const show = (text: string) => [at(100, 900, text)];
    expect(
      joined([
        ...[show('Only 9.99 a month'), show('Only 9.99 a month')],
        ...[show('Only 8.99 a month'), show('Only 8.99 a month'), show('Offer ends on Sunday')],
      ]),
    ).toEqual([
      ['Only 9.99 a month', 0, 1],
      ['Only 8.99 a month', 2, 3],
      ['Offer ends on Sunday', 4, 4],
    ]);
  });

  test.each([
    ['Available in England', 'Not available in England'],
    ['Kills all known germs', 'Kills all known viruses'],
    ['Offer ends Monday', 'Offer ends Friday'],
    ['Offer ends Tuesday', 'Offer ends Thursday'],
    ['Prices shown are VAT included', 'Prices shown are VAT excluded'],
  ])('are two lines if “%s” becomes “%s”', (one, other) => {
    const show = (text: string, confidence = 0.98) => [at(100, 900, text, confidence)];
    const lines = [
      [one, 0, 1],
      [other, 2, 3],
    ];
    expect(joined([show(one), show(one), show(other), show(other)])).toEqual(lines);
    // At a picture that shows both, the reading is not trusted.
    expect(joined([show(one), show(one, 0.6), show(other), show(other)])).toEqual(lines);
  });

  test('are one line if another word was read with little confidence', () => {
    const pictures = ['Kills all known germs', 'Kills ail krown gerrs', 'Kills all known germs'];
    const lines = pictures.map((text, i) => [at(100, 900, text, i === 1 ? 0.7 : 0.98)]);
    expect(joined(lines)).toEqual([['Kills all known germs', 0, 2]]);
  });

  test('are two lines in two places, even with the same text', () => {
    const both = [at(100, 100, 'New'), at(100, 900, 'New')];
    expect(joined([both, both])).toEqual([
      ['New', 0, 1],
      ['New', 0, 1],
    ]);
  });

  test('are one line that rolls steadily, which is marked as moving', () => {
    const pictures = [900, 800, 700, 600].map((top) => [at(100, top, 'Directed by Ann Other')]);
    expect(joined(pictures)).toEqual([['Directed by Ann Other', 0, 3]]);
    expect(joinLines(pictures)[0]!.moves).toBe(true);
    expect(
      joined([900, 800, 100, 600].map((top) => [at(100, top, 'Directed by Ann Other')])),
    ).not.toHaveLength(1);
  });

  test('that are seen once with a low confidence are noise, but those that stay are kept, even without text', () => {
    expect(joined([[at(100, 900, 'x', 0.4)], []])).toEqual([]);
    const unread: ReadLine = { ...at(100, 900, ''), box: [100, 900, 400, 940], confidence: 0 };
    expect(joined([[unread], [unread], [unread]])).toEqual([['', 0, 2]]);
  });

  test('lose a second reading of the same characters: a part of a line', () => {
    const whole = at(100, 900, 'Save up to 50% today');
    const part = at(100, 900, 'Save up');
    expect(joined([[whole], [whole], [part], [whole], [whole]])).toEqual([['Save up to 50% today', 0, 4]]);
  });

  test('are kept if they are read well before or after a longer line in their place', () => {
    const [first, second] = [at(100, 900, 'Available in England'), at(100, 900, 'Not available in England')];
    const pictures = [second, first, first, first, second, first, first, first, second];
    expect(joined(pictures.map((line) => [line])).map(([text]) => text)).toEqual([
      'Not available in England',
      'Available in England',
      'Not available in England',
    ]);
    const faded = { ...second, confidence: 0.82 };
    expect(joined([first, first, first, faded].map((line) => [line]))).toHaveLength(1);
  });

  test('of a hostile picture are joined in bounded time', { tags: 'long' }, () => {
    const many = Array.from({ length: 200 }, (_, i) => at(100 + i, 900 + (i % 7), `${i}`.repeat(300)));
    const start = process.cpuUsage();
    joinLines(Array.from({ length: 20 }, () => many));
    const { user } = process.cpuUsage(start);
    expect(user / 1e6).toBeLessThan(20);
  });
});

test('the letters of a line are the median of its pictures, and its contrast is the lowest mean of one second', () => {
  const letters = (height: number, contrast: number) => ({
    ...at(100, 900, 'Terms apply'),
    letters: { capitalHeight: height, lowerCaseHeight: null, contrast, isOnBlock: contrast > 5 },
  });
  const pictures = [
    letters(30, 2),
    letters(30, 20),
    letters(31, 10),
    letters(50, 4),
    letters(30, 20),
    letters(30, 2),
  ];
  const [line] = joinLines(pictures.map((each) => [each]));
  // The first and the last picture may show a fade.
  expect(summariseLine(line!, 0.5).letters).toEqual({
    capitalHeight: 30.5,
    lowerCaseHeight: null,
    contrast: 7,
    isOnBlock: true,
  });
});

test('the box of a line that moves contains all of its places', () => {
  const [rolling] = joinLines([900, 800, 700].map((top) => [at(100, top, 'Directed by Ann Other')]));
  expect(summariseLine(rolling!, 0.5).box).toEqual([100, 700, 520, 940]);
  const [standing] = joinLines([900, 900, 904].map((top) => [at(100, top, 'Directed by Ann Other')]));
  expect(summariseLine(standing!, 0.5).box).toEqual([100, 900, 520, 940]);
});

test.each([
  ['Only 9.99', 'only  9.99', 1],
  ['abcd', 'abxd', 0.75],
  ['', 'abc', 0],
])('the likeness of %j and %j is %d', (one, other, value) => {
  expect(likeness(one, other)).toBe(value);
});

describe('two trusted readings', () => {
  const areSame = (one: string, other: string, confidence = 0.95) =>
    mayBeSameText({ text: one, confidence }, { text: other, confidence: 0.95 });

  test.each([
    ['Terms and conditions apply', 'Terms and condltions appiy'],
    ['Offer ends on Sunday', 'Offerends on Sun day.'],
    ['Offer ends on Sunday', 'Offerendson Sunday'],
    ['Subject to status', 'SUBJECT T0 STATUS'],
    ['T&Cs apply. See website', 'T&Cs apply See web site'],
    ['', '...'],
  ])('may be of one text: “%s” and “%s”', (one, other) => {
    expect(areSame(one, other)).toBe(true);
    expect(areSame(other, one)).toBe(true);
  });

  test.each([
    ['Offer ends on Sunday', 'Offer ends Sunday'],
    ['Includes delivery', 'Excludes delivery'],
    ['Only 9.99 a month', 'Only 8.99 a month'],
    ['Save 50% today', 'Save £50 today'],
    ['Terms apply', ''],
  ])('are of two texts: “%s” and “%s”', (one, other) => {
    expect(areSame(one, other)).toBe(false);
    expect(areSame(other, one)).toBe(false);
  });

  test('are compared with less care if one of them is not trusted', () => {
    expect(areSame('Includes delivery', 'Excludes delivery', 0.8)).toBe(true);
    expect(areSame('Includes delivery', 'Offer ends on Sunday', 0.8)).toBe(false);
  });

  test('of hostile texts are compared in bounded time', () => {
    const startedAt = process.cpuUsage();
    for (let i = 0; i < 1_000; i++) areSame('a b '.repeat(200), 'a '.repeat(400));
    expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(5);
  });
});
