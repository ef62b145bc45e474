/** @module-tag long */

import { expect, test } from 'vitest';
import { observeFile } from '../../jobs/observe-file.ts';
import type { LevelMeasurements } from '../../sidekicks/loudness/watch-levels.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { mediaFile } from '../support/run-sidekick.ts';
import { type Channel, nothing, sequence, tone, wavRate, writeWav } from '../support/wav.ts';

// Uses the test signals of EBU Tech 3341, table 1, and EBU Tech 3342, table 1, with their required readings and
// tolerances.

async function measure(seconds: number, channels: readonly Channel[]): Promise<LevelMeasurements> {
  const file = mediaFile('meter.wav');
  await writeWav(file, seconds, channels);
  const { signal } = new AbortController();
  const codes = ['loudness-streaming'] as const;
  const tools = await mediaTools();
  const { observations } = await observeFile({ tools, path: file, codes, signal, progress: () => {} });
  const { decodeFailure, seen: levels } = observations['loudness-streaming']!;
  expect(decodeFailure).toBeNull();
  return levels as LevelMeasurements;
}

/** Tolerance of 0.1 LU (EBU Tech 3341) or 0.1 s. The excess of 0.0001 allows for floating-point rounding errors. */
const aTenth = 0.1001;
const inPhase = (channel: Channel) => [channel, channel];
const at = (dbfs: number) => tone(1_000, dbfs);

const loudnessSignals: [number, number, Channel[], number][] = [
  [1, 20, inPhase(at(-23)), -23],
  [2, 20, inPhase(at(-33)), -33],
  [3, 80, inPhase(sequence([10, at(-36)], [60, at(-23)], [10, at(-36)])), -23],
  [4, 100, inPhase(sequence([10, at(-72)], [10, at(-36)], [60, at(-23)], [10, at(-36)], [10, at(-72)])), -23],
  [5, 60.1, inPhase(sequence([20, at(-26)], [20.1, at(-20)], [20, at(-26)])), -23],
  // The five channels of this signal are left, right, centre, left surround and right surround.
  [6, 20, [at(-28), at(-28), at(-24), at(-30), at(-30)], -23],
];

test.for(loudnessSignals)(
  'signal %i of Tech 3341 has the required loudness',
  async ([, seconds, channels, lufs]) => {
    const { programmeLufs, endSeconds } = await measure(seconds, channels);
    expect(Math.abs(programmeLufs! - lufs)).toBeLessThan(aTenth);
    expect(endSeconds).toBeCloseTo(seconds, 1);
  },
);

test('signal 9 of Tech 3341: the short-term loudness of a tone whose level changes within three seconds', async () => {
  const turns = Array.from({ length: 5 }, () => [[1.34, at(-20)] as const, [1.66, at(-30)] as const]).flat();
  const { shortTerm } = await measure(15, inPhase(sequence(...turns)));
  expect(Math.abs(shortTerm!.lufs + 23)).toBeLessThan(aTenth);
});

test('signal 10 of Tech 3341: the maximum short-term loudness and its time', async () => {
  for (const turn of [0, 7, 19]) {
    const before = turn * 0.15;
    const parts = [[before, nothing] as const, [3, at(-23)] as const, [1, nothing] as const];
    const { shortTerm } = await measure(before + 4, inPhase(sequence(...parts)));
    expect(Math.abs(shortTerm!.lufs + 23)).toBeLessThan(aTenth);
    expect(Math.abs(shortTerm!.startSeconds - before)).toBeLessThan(aTenth);
  }
});

const peakSignals: [number, number, number, number, number][] = [
  [15, wavRate / 4, 0, 0.5, -6],
  [16, wavRate / 4, 45, 0.5, -6],
  [17, wavRate / 6, 60, 0.5, -6],
  [18, wavRate / 8, 67.5, 0.5, -6],
  [19, wavRate / 4, 45, 1.41, 3],
];

/** Fades a tone in and out. A tone that starts abruptly overshoots, which increases its true peak. */
function faded(channel: Channel, seconds: number): Channel {
  const fade = 0.5 * wavRate;
  const last = seconds * wavRate;
  return (sample) => channel(sample) * Math.min(1, sample / fade, (last - sample) / fade);
}

test.for(peakSignals)(
  'signal %i of Tech 3341: the true peak between the samples',
  async ([, hertz, degrees, amplitude, dbtp]) => {
    const sine = faded(tone(hertz, 20 * Math.log10(amplitude), degrees), 5);
    const { truePeakDbtp } = await measure(5, inPhase(sine));
    expect(truePeakDbtp! - dbtp).toBeLessThan(0.2001);
    expect(truePeakDbtp! - dbtp).toBeGreaterThan(-0.4001);
  },
);

test('the loudness range of Tech 3342, signals 1 and 2', async () => {
  const wide = await measure(40, inPhase(sequence([20, at(-20)], [20, at(-30)])));
  expect(Math.abs(wide.loudnessRangeLu - 10)).toBeLessThanOrEqual(1);
  const narrow = await measure(40, inPhase(sequence([20, at(-20)], [20, at(-15)])));
  expect(Math.abs(narrow.loudnessRangeLu - 5)).toBeLessThanOrEqual(1);
});

test('a peak in the last samples is measured', async () => {
  const { truePeakDbtp } = await measure(5.07, inPhase(sequence([5.02, at(-23)], [0.05, at(-3)])));
  expect(Math.abs(truePeakDbtp! + 3)).toBeLessThanOrEqual(0.4);
});

test('sound shorter than 400 ms or below -70 LUFS has no loudness', async () => {
  expect((await measure(0.3, inPhase(at(-20)))).programmeLufs).toBeNull();
  expect((await measure(5, inPhase(at(-75)))).programmeLufs).toBeNull();
  const silent = await measure(5, [nothing, nothing]);
  expect(silent).toMatchObject({ programmeLufs: null, truePeakDbtp: null, shortTerm: null });
});
