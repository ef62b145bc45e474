import { expect, test } from 'vitest';
import { createRepeatFinder } from '../../sidekicks/video-qc/find-repeats.ts';
import { judgeRepeats } from '../../sidekicks/video-qc/judge-repeats.ts';

/**
 * Returns the rules and the summaries of the findings about a video that repeats one frame after each of the intervals,
 * in frames.
 */
function findingsOf(intervals: readonly number[]): string[] {
  const finder = createRepeatFinder();
  const changes = Array.from({ length: 40 + intervals.reduce((sum, each) => sum + each, 0) }, () => 1);
  let at = 20;
  for (const interval of [0, ...intervals]) changes[(at += interval)] = 0;
  for (let frame = 8; frame < changes.length - 8; frame++) {
    const levels = changes[frame] === 0 ? 2 : 40;
    finder.add(frame, frame / 25, changes.slice(frame - 8, frame + 9), levels);
  }
  return judgeRepeats(finder.closed(), []).map(({ ruleCode, summary }) => `${ruleCode}: ${summary}`);
}

test.for([
  // A real advertisement: cuts begin the count anew, and two repeated frames are hidden in still parts.
  [
    '24 frames in 25, every 24.4 frames',
    [22, 73, 25, 24, 43, 49, 25],
    /^motion.cadence: .*: one in 25 frames in one stretch$/,
  ],
  ['24 frames in 30', [5, 15, 5, 25, 5, 5, 10], /^motion.cadence: .*: one in 5 frames in one stretch$/],
  ['lost frames', [5, 31, 12, 40, 9, 27, 53], /^motion.repeated_frames: 8 repeated frames/],
] as const)('%s', ([, intervals, text]) => {
  expect(findingsOf(intervals)).toEqual([expect.stringMatching(text)]);
});
