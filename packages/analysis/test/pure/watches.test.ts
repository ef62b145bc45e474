import { expect, test } from 'vitest';
import { watchChanges } from '../../sidekicks/video-qc/watch-changes.ts';
import { watchPictures } from '../../sidekicks/video-qc/watch-pictures.ts';
import { watchSamples } from '../../sidekicks/loudness/watch-samples.ts';
import { heldBytes } from '../support/memory.ts';
import { watchSoundSpan } from '../../sidekicks/video-qc/watch-sound-span.ts';
import { watchFields } from '../../sidekicks/video-qc/watch-fields.ts';

// The video-qc measurements must not exceed a maximum size, even for an endless video in which every picture differs.

const maxEntries = 50_000;

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
  const { counts } = watch.seen(0);
  expect(counts).toHaveLength(maxEntries);
  expect(counts.at(-1)).toMatchObject({ seconds: maxEntries - 1, topFirst: maxEntries - 1 });
});

test('forged lines with other channels do not change the DC offsets', () => {
  const watch = watchSamples(2);
  const from = 'Parsed_ametadata_1';
  for (let each = 0; each < 10; each++) watch.onMessage!('Parsed_ebur128_0', 'info', levelLine(each / 10));
  watch.onMessage!(from, 'info', 'frame:0 pts:0 pts_time:0');
  for (const scope of ['4e9', '3', '0', '-1', 'length', 'x'])
    watch.onMessage!(from, 'info', `lavfi.astats.${scope}.DC_offset=1`);
  watch.onMessage!(from, 'info', 'lavfi.astats.2.DC_offset=5');
  expect(watch.seen(1).offsets).toEqual([0, 0.5]);
});

test('forged names of filters do not fill the memory', () => {
  const watch = watchSamples(1);
  const before = heldBytes();
  for (let each = 0; each < 3 * maxEntries; each++) {
    watch.onMessage!(`Parsed_ametadata_${each}`, 'info', `frame:0 pts:0 pts_time:${each}`);
  }
  expect(heldBytes() - before).toBeLessThan(40 * 2 ** 20);
  expect(watch.seen(1).offsets).toEqual([0]);
});

const levelLine = (seconds: number) =>
  `t: ${seconds} TARGET:-23 LUFS M: -20.0 S: -20.0 I: -20.0 LUFS LRA: 0.0 LU FTPK: -10.0 dBFS TPK: -10.0 dBFS`;

test('the number of sudden changes and of stretches with repeated frames is limited', () => {
  const watch = watchChanges();
  const log = (name: string, number: number, percent: number, seconds: number) => {
    watch.onMessage!(`metadata@${name}`, 'info', `frame:${number} pts:0 pts_time:${seconds}`);
    watch.onMessage!(`metadata@${name}`, 'info', `lavfi.scd.mafd=${percent}`);
  };
  const before = heldBytes();
  for (let frame = 0; frame < 2 * maxEntries + 400; frame++) {
    log('each', frame, frame % 2 === 0 ? 20 : 0, frame / 25);
    log(frame % 2 === 0 ? 'even' : 'odd', frame >> 1, 0, frame / 25);
    log('edges', frame, 0, frame / 25);
    if (frame > 0) for (const name of ['most', 'moved']) log(name, frame - 1, 0, frame / 25);
  }
  expect(heldBytes() - before).toBeLessThan(40 * 2 ** 20);
  const { jumps, ...others } = watch.seen(0);
  expect(jumps.length).toBeGreaterThan(maxEntries - 100);
  for (const list of [jumps, ...Object.values(others)]) expect(list.length).toBeLessThanOrEqual(maxEntries);
});

test.for([
  ['HE-AAC, whose priming ffmpeg skips twice', 'HE-AAC', 5_058, 0],
  ['HE-AAC that starts late', 'HE-AAC', 22_050, 0.5],
  ['AAC', 'LC', 5_058, 5_058 / 44_100],
] as const)('the sound starts at its place: %s', ([, profile, lateSamples, startSeconds]) => {
  const watch = watchSoundSpan({ profile, start_time: 0, tags: {} });
  const late = lateSamples / 44_100;
  watch.onMessage!(
    'ashowinfo@first',
    'info',
    `n:0 pts:1 pts_time:${late} fmt:fltp channels:2 rate:44100 nb_samples:1024`,
  );
  watch.onMessage!('astats@length', 'info', 'Number of samples: 44100');
  expect(watch.seen(2)).toEqual({ startSeconds, endSeconds: late + 1 });
});
