import { expect, test } from 'vitest';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { checkFindings } from '../contract/check-findings.ts';
import { defaultSettings } from '../contract/settings.ts';
import type { TimeRange } from '../contract/time-ranges.ts';
import { jobResults } from '../jobs/job-results.ts';
import { builtInSidekicks } from '../sidekicks/built-in.ts';
import { describeSidekick, type SidekickCode } from '../sidekicks/catalogue.ts';
import type { FlashMeasurements } from '../sidekicks/photosensitivity/judge-flashes.ts';
import type { VideoMeasurements } from '../sidekicks/video-qc/watch-video.ts';
import type { ShownLine, VideoText } from '../text/shown-text.ts';
import type { ReadLine } from '../text/text-reader.ts';
import { jsonSource } from './support/run-sidekick.ts';
import { sampled } from '../../../test/support/sampled.ts';

// A media worker serves files of all workspaces. A file that makes the longest lists must not occupy its event loop.

const parsers = useParsers();
const { signal } = new AbortController();
/** Maximum number of items in a list of measurements, and of lines in the text of a video. */
const [maxEntries, maxLines] = [50_000, 2_000];
/** Maximum processor time in milliseconds between two turns of the event loop. */
const maxTurnMs = 250;

/**
 * Runs `work`. Returns its result, and the longest processor time of this thread between two turns of the event loop.
 */
async function longestTurn<T>(work: () => Promise<T>): Promise<{ longestMs: number; result: T }> {
  const state = { isDone: false };
  let longestMs = 0;
  const done = work().finally(() => (state.isDone = true));
  let before = process.threadCpuUsage();
  while (!state.isDone) {
    await new Promise(setImmediate);
    const used = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (used.user + used.system) / 1000);
    before = process.threadCpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { longestMs, result: await done };
}

const many = <Item>(toItem: (index: number) => Item, count = maxEntries): Item[] =>
  Array.from({ length: count }, (_, index) => toItem(index));
/** Returns the range with this index of ranges that neither touch nor overlap. */
const rangeAt = (index: number, lengthSeconds = 2): TimeRange => ({
  startSeconds: 4 * index,
  endSeconds: 4 * index + lengthSeconds,
});

/** Returns the stretch of repeated frames with this index. */
const repeatsAt = (index: number): VideoMeasurements['changes']['repeats'][number] => ({
  ...rangeAt(index),
  frames: 50,
  repeated: 10,
  places: 10,
  afterCut: 0,
  inSteps: 0,
  interval: 5,
  equalShare: 0,
  regularShare: 0.5,
  first: many((place) => ({ seconds: 4 * index + place / 10, repeated: 1 }), 10),
});

const video: VideoMeasurements = {
  stream: { codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080, field_order: 'tt', tags: {} },
  darkness: {
    black: many((at) => rangeAt(at)),
    frozen: many((at) => rangeAt(at, 3)),
    still: many((at) => rangeAt(at, 3)),
    silent: many((at) => rangeAt(at)),
  },
  pictures: {
    count: 100 * maxEntries,
    firstSeconds: 0,
    lastSeconds: 4 * maxEntries,
    intervals: many((tenthsOfMs) => ({ tenthsOfMs: 1 + tenthsOfMs, times: 5, seconds: 0.2 })),
    held: many((at) => rangeAt(at, 3)),
    active: many((at) => ({
      ...rangeAt(at, 4),
      box: { left: at % 40, right: 319, top: at % 30, bottom: 179 },
    })),
    whole: { left: 0, right: 319, top: 0, bottom: 179 },
    lit: { left: 0, right: 319, top: 0, bottom: 179 },
  },
  fields: {
    counts: many((at) => ({
      seconds: at,
      topFirst: 25 * at,
      bottomFirst: 0,
      progressive: 0,
      repeatedTop: 5 * at,
      repeatedBottom: 5 * at,
    })),
    faint: many((at) => rangeAt(at)),
  },
  changes: {
    jumps: many((at) => 2 * at),
    flashes: many((at) => ({ ...rangeAt(at, 0.04), percent: 30 })),
    repeats: many(repeatsAt),
    copies: many(repeatsAt),
  },
  levels: many((at) => ({ ...rangeAt(at), percent: 5, innerPercent: 5 })),
  blocks: many((at) => ({ ...rangeAt(at), pictures: 500, percent: 20 })),
  sound: { startSeconds: 0, endSeconds: 4 * maxEntries },
};

const flashing = many((at) => ({ ...rangeAt(at, 6), flashes: 9, pictureShare: 0.9, fieldShare: 0.9 }));
const flashCounts: FlashMeasurements['general'] = { tooOften: flashing, ongoing: flashing };
const flashes: FlashMeasurements = {
  general: flashCounts,
  red: flashCounts,
  stripes: many((at) => ({
    ...rangeAt(at),
    motion: 'still',
    pictureShare: 0.9,
    pairs: 9,
    degrees: 0,
    lightest: 100,
    darkest: 1,
  })),
};

const measurements = [
  ['video-qc', video],
  ['photosensitivity', flashes],
] as const;
for (const [cases, options] of sampled(measurements, ([code]) => code === 'photosensitivity'))
  test.for(cases)(
    'the longest measurements of %s are judged outside the event loop',
    options,
    async ([code, seen]) => {
      const observation = jsonSource({ seen, decodeFailure: null });
      const { longestMs, result } = await longestTurn(() => examined(code, observation, null));
      expect(longestMs).toBeLessThan(maxTurnMs);
      expect(checked(code, result).length).toBeGreaterThanOrEqual(5);
    },
  );

const words =
  'offer price house garden summer winter family order letter window market bread river stone'.split(' ');
/** Returns 30 words that differ from those of other numbers, because similar texts in one place are one text. */
const sentence = (number: number) =>
  Array.from({ length: 30 }, (_, at) => words[(number * (at + 3) + at * at) % words.length]).join(' ');

/** Small print that is replaced twice a second, in ten rows of many words. */
const shown: VideoText = {
  kind: 'video',
  width: 1920,
  height: 1080,
  picturesRead: 400,
  intervalSeconds: 0.5,
  lines: many((at): ShownLine => {
    const row = at % 10;
    const startSeconds = Math.floor(at / 10) / 2;
    return {
      text: `${sentence(at)}, save £${at}, terms and conditions apply`,
      confidence: 0.95,
      box: [0.1, 0.71 + 0.028 * row, 0.9, 0.73 + 0.028 * row],
      letters: { capitalHeight: 20, lowerCaseHeight: 15, contrast: 2, isOnBlock: false },
      startSeconds,
      endSeconds: startSeconds + 0.5,
      isExact: true,
    };
  }, maxLines),
};

test.for(['supers', 'claims'] as const)(
  'the longest text of a video is judged by %s outside the event loop',
  { tags: 'long' },
  async (code) => {
    const { longestMs, result } = await longestTurn(() => examined(code, null, shown));
    expect(longestMs).toBeLessThan(maxTurnMs);
    expect(checked(code, result).length).toBeGreaterThanOrEqual(20);
  },
);

test('the lines of all pictures of a video are joined outside the event loop', { tags: 'long' }, async () => {
  const picture = (number: number) =>
    many((row): ReadLine => {
      const text = `${number} ${row} terms and conditions apply`;
      return { text, confidence: 0.9, box: [100, 5 * row, 900, 5 * row + 5], letters: null };
    }, 200);
  const source = bytesSource(
    Buffer.from(many((number) => `${JSON.stringify(picture(number))}\n`, 400).join('')),
  );
  const limits = { signal, maxComputeMs: 60_000 };
  const { longestMs, result } = await longestTurn(() =>
    parsers.run('joinText', { intervalSeconds: 0.5 }, source, limits),
  );
  expect(longestMs).toBeLessThan(maxTurnMs);
  expect(jobResults.joinText.parse(result).lines).toHaveLength(maxLines);
});

function examined(
  code: SidekickCode,
  observation: ReturnType<typeof jsonSource> | null,
  shownText: VideoText | null,
) {
  return builtInSidekicks[code].examine(
    {
      asset: { assetId: 'a', filename: 'a.mp4', assetType: 'video', mimeType: 'video/mp4', pages: null },
      source: bytesSource(new Uint8Array(1)),
      shownText,
      settings: defaultSettings(describeSidekick(code)),
      trustLists: () => Promise.reject(new Error('judgements read no trust lists')),
      parsers,
      signal,
      progress: () => undefined,
    },
    observation,
  );
}

const checked = (code: SidekickCode, findings: unknown) => checkFindings(describeSidekick(code), findings);
