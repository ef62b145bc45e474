import { expect, test } from 'vitest';
import { createRepeatFinder } from '../../sidekicks/video-qc/find-repeats.ts';
import { judgeRepeats } from '../../sidekicks/video-qc/judge-repeats.ts';

/**
 * Returns the rules and the summaries of the findings about a video. `changes` has the change of each frame: its mean
 * in percent of full scale, and that of its most changed block in levels of 8 bits.
 */
function findingsOf(changes: readonly (readonly [number, number])[], rate: number): string[] {
  const finders = { repeats: createRepeatFinder(), copies: createRepeatFinder(true) };
  const means = changes.map(([mean]) => mean);
  for (let frame = 8; frame < changes.length - 8; frame++)
    for (const finder of Object.values(finders))
      finder.add(frame, frame / rate, means.slice(frame - 8, frame + 9), changes[frame]![1]);
  const found = { repeats: finders.repeats.closed(), copies: finders.copies.closed() };
  return judgeRepeats(found, [], rate).map(({ ruleCode, summary }) => `${ruleCode}: ${summary}`);
}

const moving = (frames: number) => Array.from({ length: frames }, () => [1, 60] as const);
const repeated = [0.01, 2] as const;
const cut = [20, 180] as const;
const resting = (frames: number) => Array.from({ length: frames }, () => [0.03, 4] as const);
/** Returns changes in steps after a still picture: each has a mean, levels, and a number of resting frames after it. */
const inSteps = (...steps: (readonly [number, number, number])[]) => [
  ...resting(9),
  ...steps.flatMap(([mean, levels, frames]) => [[mean, levels] as const, ...resting(frames)]),
];

test.for([
  // A real advertisement: cuts begin the count anew, and two repeated frames are hidden in still parts.
  [
    '24 frames in 25, every 24.4 frames',
    [22, 73, 25, 24, 43, 49, 25],
    25,
    /^motion.cadence: .*: 24 pictures per second in 25, in one stretch$/,
  ],
  ['24 frames in 30', [5, 15, 5, 25, 5, 5, 10], 30, /^motion.cadence: .*: 24 pictures per second in 30, in/],
  ['25 frames in 30', [6, 6, 12, 6, 6, 6], 30, /^motion.cadence: .*: 25 pictures per second in 30, in/],
  ['animation on three frames', [3, 3, 3, 3, 3, 3, 3, 3, 3, 3], 25, /: one in 3 frames, in one stretch$/],
  [
    'some frames five apart in a long shot',
    [5, 120, 5, 110, 5, 5],
    25,
    /^motion.repeated_frames: 7 repeated/,
  ],
  [
    'many lost frames',
    [2, 3, 6, 3, 4, 3, 3, 3, 4, 3, 14, 5, 3, 5],
    30,
    /: Many frames are repeated, as in animation: \d/,
  ],
  ['lost frames', [5, 31, 12, 40, 9, 27, 53], 30, /^motion.repeated_frames: 8 repeated frames/],
] as const)('%s', ([, intervals, rate, text]) => {
  const changes = intervals.flatMap((interval) => [repeated, ...moving(interval - 1)]);
  expect(findingsOf([...moving(20), ...changes, repeated, ...moving(20)], rate)).toEqual([
    expect.stringMatching(text),
  ]);
});

/** Returns changes of a small movement, with `change` for each frame that ends one of the intervals. */
const smallMovement = (change: readonly [number, number], ...intervals: number[]) =>
  [30, ...intervals, 30].flatMap((interval) => [
    ...Array.from({ length: interval - 1 }, (_, at) => [0.12 + 0.04 * (at % 3), 70] as const),
    change,
  ]);

test('exact copies in a small movement are found as the cadence of a converted rate', () => {
  expect(findingsOf(smallMovement([0, 0], 6, 6, 12, 6, 6, 6), 30)).toEqual([
    expect.stringMatching(/^motion.cadence: .*: 25 pictures per second in 30, in one stretch$/),
  ]);
});

test.for([
  ['that are not exact', [0.02, 4], [6, 6, 6, 6, 6, 6]],
  ['without a regular interval', [0, 0], [5, 9, 7, 14, 6, 11]],
  ['of each second frame, as in a drawing', [0, 0], [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]],
] as const)('copies in a small movement %s are not found', ([, change, intervals]) => {
  expect(findingsOf(smallMovement(change, ...intervals), 30)).toEqual([]);
});

test('a cadence begins anew at each cut', () => {
  const shot = [...moving(11), repeated, ...moving(24), repeated, ...moving(24), repeated, ...moving(6), cut];
  expect(findingsOf([...shot, ...shot, ...shot, ...shot], 25)).toEqual([
    expect.stringMatching(/^motion.cadence: .*: 24 pictures per second in 25/),
  ]);
});

test.for<[string, (readonly [number, number])[], number]>([
  ['are not found only directly after a cut', [cut, repeated], 0],
  ['are found directly after a cut beside others', [cut, repeated, ...moving(9), repeated], 1],
  ['are found with errors of coding in a small part', [[0.04, 14]], 1],
  [
    'are not found at the turning point of a slow movement',
    [
      [0.3, 30],
      [0.15, 27],
      [0.014, 9],
      [0.15, 27],
      [0.3, 30],
    ],
    0,
  ],
  ['are not found between two cuts', [cut, repeated, cut], 0],
  ['are found directly before a cut', [repeated, cut], 1],
  ['are not found where a movement comes to rest before a cut', [repeated, repeated, cut], 0],
  [
    'are not found where a movement begins after a cut',
    [
      [47, 219],
      [0.27, 6],
      [0.09, 3],
      [0.31, 16],
    ],
    0,
  ],
  [
    'are not found in a slow zoom that eases',
    [
      [0.59, 16],
      [0.2, 5],
      [0.59, 16],
    ],
    0,
  ],
  [
    'are not found where a figure moves on while the background rests',
    [
      [1.96, 165],
      [0.08, 34],
      [0.09, 31],
      [2.57, 189],
    ],
    0,
  ],
  [
    'are not found in a title that is drawn in steps',
    [
      ...inSteps(
        [2.5, 161, 3],
        [3.4, 219, 3],
        [0.7, 56, 1],
        [1.2, 74, 1],
        [2.9, 210, 0],
        [1.3, 74, 1],
        [1.3, 74, 2],
      ),
      cut,
      ...Array.from({ length: 8 }, () => [7.5, 115] as const),
    ],
    0,
  ],
  [
    'are not found where a page is scrolled, stops and starts',
    [...inSteps([1.6, 204, 1], [0.15, 41, 3], [1.1, 91, 0], [2.3, 144, 0], [4.8, 198, 0])],
    0,
  ],
  [
    'are not found where a scrolled page comes to rest',
    [
      ...resting(9),
      ...[3.6, 3.9, 4.4, 4, 6.4, 2.5, 3.1].map((mean) => [mean, 90] as const),
      [0.03, 14],
      [1.4, 64],
      [4.1, 90],
      [0.01, 14],
      [0.4, 58],
      ...resting(24),
    ],
    0,
  ],
  [
    'are not found in a drawing on twos over a still picture before a cut',
    [
      ...inSteps([0.1, 44, 2], [0.05, 30, 1], [0.1, 68, 2], [0.2, 107, 1], [0.2, 121, 1]),
      ...[7.6, 3.8, 2.3, 1.5, 0.6].map((mean) => [mean, 189] as const),
    ],
    0,
  ],
  ['are found where a movement begins', [...resting(9), ...moving(4), repeated], 1],
  ['are found before a movement ends', [repeated, ...moving(4), ...resting(24)], 1],
  [
    'are not found in a title that flickers',
    [
      [1.95, 107],
      [0.19, 13],
      [0.02, 2],
      [1.35, 71],
    ],
    0,
  ],
  [
    'are not found at the end of a movement',
    [
      [0.5, 30],
      [0.2, 10],
      [0.05, 3],
      [0.01, 1],
      [0.01, 1],
      [0.01, 1],
      [0.01, 1],
      [0.01, 1],
    ],
    0,
  ],
])('repeated frames %s', ([, changes, count]) => {
  expect(findingsOf([...moving(20), ...changes, ...moving(20)], 25)).toHaveLength(count);
});
