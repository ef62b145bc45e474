import { expect, test } from 'vitest';
import { watchPictures } from '../../analysis/sidekicks/video-qc/watch-pictures.ts';
import { watchFields } from '../../analysis/sidekicks/video-qc/watch-fields.ts';

// Files whose every picture differs from the one before, and that do not end: what is noted down of them has an end.

const most = 100_000;

test('of pictures that come at ever other times with ever other bars, so much is kept', () => {
  const watch = watchPictures();
  let seconds = 0;
  for (let picture = 0; picture < most + 100; picture++) {
    seconds += 1 + picture / 10_000;
    const text = `x1:${picture % 2} x2:319 y1:0 y2:179 w:320 h:180 x:0 y:0 pts:0 t:${seconds.toFixed(4)} limit:0.08`;
    watch.onMessage!('cropdetect@active', 'info', text);
  }
  const seen = watch.seen(seconds);
  expect(seen.count).toBe(most + 100);
  expect(seen.lastSeconds).toBeCloseTo(seconds, 3);
  expect(seen.active).toHaveLength(most);
  expect(seen.intervals).toHaveLength(most);
});

test('counts of fields that are not kept change none that are', () => {
  const watch = watchFields();
  for (let at = 0; at < most + 2; at++) {
    watch.onMessage!('metadata@fields', 'info', `frame:${at} pts:0 pts_time:${at}`);
    watch.onMessage!('metadata@fields', 'info', `lavfi.idet.single.tff=${at}`);
  }
  const seen = watch.seen(0);
  expect(seen).toHaveLength(most);
  expect(seen.at(-1)).toMatchObject({ seconds: most - 1, topFirst: most - 1 });
});
