import { expect, test } from 'vitest';
import { watchPictures } from '../../analysis/sidekicks/video-qc/watch-pictures.ts';
import { watchFields } from '../../analysis/sidekicks/video-qc/watch-fields.ts';

// The video-qc measurements must not exceed a maximum size, even for an endless video in which every picture differs.

const maxEntries = 100_000;

test('the number of entries for picture intervals and bars is limited', () => {
  const watch = watchPictures();
  let seconds = 0;
  for (let picture = 0; picture < maxEntries + 100; picture++) {
    seconds += 1 + picture / 10_000;
    const text = `x1:${picture % 2} x2:319 y1:0 y2:179 w:320 h:180 x:0 y:0 pts:0 t:${seconds.toFixed(4)} limit:0.08`;
    watch.onMessage!('cropdetect@active', 'info', text);
  }
  const seen = watch.seen(seconds);
  expect(seen.count).toBe(maxEntries + 100);
  expect(seen.lastSeconds).toBeCloseTo(seconds, 3);
  expect(seen.active).toHaveLength(maxEntries);
  expect(seen.intervals).toHaveLength(maxEntries);
});

test('field counts beyond the limit do not change earlier ones', () => {
  const watch = watchFields();
  for (let at = 0; at < maxEntries + 2; at++) {
    watch.onMessage!('metadata@fields', 'info', `frame:${at} pts:0 pts_time:${at}`);
    watch.onMessage!('metadata@fields', 'info', `lavfi.idet.single.tff=${at}`);
  }
  const seen = watch.seen(0);
  expect(seen).toHaveLength(maxEntries);
  expect(seen.at(-1)).toMatchObject({ seconds: maxEntries - 1, topFirst: maxEntries - 1 });
});
