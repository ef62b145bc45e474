import { expect, test } from 'vitest';
import { maxEvents, pauseMs } from '../../workflows/pause-for-history.ts';

/**
 * Returns the days after which the history of a workflow has `maxEvents`.
 * @param roundEvents events of a repetition without a pause
 * @param roundSeconds minimum seconds of a repetition without a pause
 */
function daysUntilFull(waiting: number, roundEvents: number, roundSeconds: number): number {
  let [events, seconds] = [0, 0];
  while (events < maxEvents) {
    const pauseSeconds = pauseMs(events) / 1000;
    events += waiting * (roundEvents + (pauseSeconds > 0 ? 5 : 0));
    seconds += roundSeconds + pauseSeconds;
  }
  return seconds / 86_400;
}

test('activities of 50 assets wait for days, although their workflow has one history', () => {
  // Each asset decodes and reads text. In the worst case, no two events share a workflow task.
  expect(daysUntilFull(100, 6, 60)).toBeGreaterThan(7);
  expect(daysUntilFull(100, 12, 30)).toBeGreaterThan(7);
});

test('one activity repeats without pauses for half a day', () => {
  expect(pauseMs((12 * 60 * 60 * 6) / 60)).toBe(0);
});
