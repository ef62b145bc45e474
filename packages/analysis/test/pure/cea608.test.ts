import { expect, test } from 'vitest';
import { createCea608Decoder } from '../../decode/captions/cea608.ts';
import { withParity } from '../support/caption-files.ts';

type Pair = readonly [number, number];

const twice = (first: number, second: number): Pair[] => [
  [first, second],
  [first, second],
];
const text = (letters: string): Pair[] => {
  const codes = Array.from(letters, (letter) => letter.charCodeAt(0));
  return Array.from({ length: Math.ceil(codes.length / 2) }, (_, at): Pair => [
    codes[2 * at]!,
    codes[2 * at + 1] ?? 0,
  ]);
};
const pause = (frames: number): Pair[] => Array.from({ length: frames }, () => [0, 0]);

/** Decodes one pair per frame, at 30 frames per second. Returns the captions with the frames of their times. */
function decode(field: 1 | 2, pairs: readonly Pair[]) {
  const decoder = createCea608Decoder();
  for (const [frame, pair] of pairs.entries())
    decoder.add(frame / 30, field, withParity(pair[0]), withParity(pair[1]));
  const { channels, fields } = decoder.end();
  const cues = channels.flatMap(({ channel, cues: found }) =>
    found.map(({ startSeconds, endSeconds, rows }) => [
      channel,
      Math.round(startSeconds * 30),
      endSeconds === null ? null : Math.round(endSeconds * 30),
      ...rows,
    ]),
  );
  return { cues, fields };
}

// The texts and times are those that @svta/cml-608 1.1.0 decodes from the same pairs.
test('captions that roll up end when they leave the picture', () => {
  const row = (letters: string) => [
    ...twice(0x14, 0x25),
    ...twice(0x14, 0x2d),
    ...twice(0x14, 0x70),
    ...text(letters),
    ...pause(30),
  ];
  const pairs = [...row('FIRST LINE HERE'), ...row('SECOND LINE'), ...row('THIRD ONE'), ...twice(0x14, 0x2c)];
  expect(decode(1, pairs).cues).toEqual([
    ['CC1', 6, 88, 'FIRST LINE HERE'],
    ['CC1', 50, 127, 'SECOND LINE'],
    ['CC1', 92, 127, 'THIRD ONE'],
  ]);
});

test('captions that are painted on start with their first letter', () => {
  const pairs = [
    ...pause(10),
    ...[...twice(0x14, 0x29), ...twice(0x13, 0x70), ...text('ROW TWELVE')],
    ...[...twice(0x14, 0x70), ...text('ROW FIFTEEN'), ...pause(30), ...twice(0x14, 0x2c)],
  ];
  expect(decode(1, pairs).cues).toEqual([['CC1', 14, 57, 'ROW TWELVE', 'ROW FIFTEEN']]);
});

test('special and extended characters, tabs, backspaces and styles are decoded', () => {
  const pairs = [
    ...[...twice(0x14, 0x20), ...twice(0x14, 0x2e), ...twice(0x14, 0x54), ...twice(0x17, 0x22), ...text('A')],
    ...[...twice(0x11, 0x37), ...text(' e'), ...twice(0x12, 0x2b), ...twice(0x11, 0x2e), ...text('it!')],
    ...[...twice(0x14, 0x21), ...text('?'), ...twice(0x13, 0x35), ...twice(0x14, 0x2f), ...pause(40)],
    ...twice(0x14, 0x2c),
  ];
  expect(decode(1, pairs).cues).toEqual([['CC1', 23, 65, 'A♪ © it¥']]);
});

test('the second service and the second field are other tracks, and extended data services are ignored', () => {
  const second = [
    ...[...twice(0x1c, 0x20), ...twice(0x1c, 0x70), ...text('SECOND'), ...twice(0x1c, 0x2f)],
    ...[...pause(30), ...twice(0x1c, 0x2c)],
  ];
  expect(decode(1, second).cues).toEqual([['CC2', 7, 39, 'SECOND']]);
  const field2: Pair[] = [
    ...([
      [0x01, 0x03],
      [0x54, 0x45],
      [0x0f, 0x1d],
    ] as const),
    ...[...twice(0x15, 0x20), ...twice(0x14, 0x70), ...text('HOLA'), ...twice(0x15, 0x2f)],
    ...[...pause(30), ...twice(0x15, 0x2c)],
  ];
  expect(decode(2, field2).cues).toEqual([['CC3', 9, 41, 'HOLA']]);
});

test('random bytes have neither more captions nor longer ones than the limits', () => {
  let state = 1;
  const random = () => (state = (state * 48_271) % 2_147_483_647) & 0xff;
  const decoder = createCea608Decoder();
  for (let pair = 0; pair < 500_000; pair++)
    decoder.add(pair / 60, (1 + (pair & 1)) as 1 | 2, random(), random());
  const { channels, fields } = decoder.end();
  expect(fields.map(({ pairs }) => pairs)).toEqual([250_000, 250_000]);
  expect(fields[0]!.badParity).toBeGreaterThan(100_000);
  for (const { cues } of channels) {
    expect(cues.length).toBeLessThanOrEqual(10_000);
    for (const { startSeconds, endSeconds, rows } of cues) {
      expect(startSeconds).toBeLessThanOrEqual(endSeconds ?? Infinity);
      expect(rows.length).toBeLessThanOrEqual(15);
      for (const row of rows) expect(row.length).toBeLessThanOrEqual(32);
    }
  }
});
