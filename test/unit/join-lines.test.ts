import { describe, expect, test } from 'vitest';
import { joinLines } from '../../analysis/text/join-lines.ts';
import { likeness } from '../../analysis/text/likeness.ts';
import { summariseLine } from '../../analysis/text/summarise-line.ts';
import type { ReadLine } from '../../analysis/text/text-reader.ts';

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

  test('of a hostile picture are joined in bounded time', () => {
    const many = Array.from({ length: 200 }, (_, i) => at(100 + i, 900 + (i % 7), `${i}`.repeat(300)));
    const start = process.cpuUsage();
    joinLines(Array.from({ length: 20 }, () => many));
    const { user } = process.cpuUsage(start);
    expect(user / 1e6).toBeLessThan(20);
  }, 120_000);
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
    ...{ capitalHeight: 30.5, lowerCaseHeight: null },
    ...{ contrast: 7, isOnBlock: true },
  });
});

test.each([
  ['Only 9.99', 'only  9.99', 1],
  ['abcd', 'abxd', 0.75],
  ['', 'abc', 0],
])('the likeness of %j and %j is %d', (one, other, value) => {
  expect(likeness(one, other)).toBe(value);
});
