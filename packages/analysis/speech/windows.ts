import type { Speech } from './listener/find-speech.ts';
import { maxWindowSamples, sampleRate } from './listener/limits.ts';
import type { Heard } from './speech-listener.ts';
import type { SpokenWindow, SpokenWord } from './spoken-text.ts';

/** Minimum log probability of a window. Below it, the words are mostly invented: 0.02 % of spoken words are lost. */
const minLogProbability = -0.8;

/** Returns the number of samples of several ranges. */
export function samplesOf(window: readonly Speech[]): number {
  return window.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Distributes ranges of speech to windows. Pauses between ranges are left out, so a window is cut only in pauses. */
export function packWindows(speech: readonly Speech[]): Speech[][] {
  const windows: Speech[][] = [];
  for (const range of speech) {
    const last = windows.at(-1);
    if (last !== undefined && samplesOf([...last, range]) <= maxWindowSamples) last.push(range);
    else windows.push([range]);
  }
  return windows;
}

/**
 * Returns a window with the times of the file. A word is within one range of speech: the recogniser often starts the
 * first word after a pause too early.
 * @param window the ranges of the window, in samples of the block
 * @param blockStart first sample of the block in the file
 */
export function toSpokenWindow(heard: Heard, window: readonly Speech[], blockStart: number): SpokenWindow {
  const { words, ...others } = heard;
  if (!(heard.logProbability >= minLogProbability)) return { ...others, words: [] };
  const ranges: { from: number; until: number; start: number }[] = [];
  let from = 0;
  for (const { start, end } of window) {
    const until = from + (end - start) / sampleRate;
    ranges.push({ from, until, start: (blockStart + start) / sampleRate });
    from = until;
  }
  let earliest = 0;
  return {
    ...others,
    words: words.map(([text, start, end, probability]): SpokenWord => {
      const common = ({ from, until }: (typeof ranges)[number]) =>
        Math.min(until, end) - Math.max(from, start);
      const range = ranges.reduce((best, other) => (common(other) > common(best) ? other : best));
      const timeOf = (seconds: number) =>
        range.start + Math.min(Math.max(seconds, range.from), range.until) - range.from;
      const startSeconds = Math.max(earliest, timeOf(start));
      earliest = startSeconds;
      return {
        text,
        startSeconds: rounded(startSeconds),
        endSeconds: rounded(Math.max(startSeconds, timeOf(end))),
        probability: rounded(probability),
      };
    }),
  };
}

const rounded = (value: number) => Number(value.toFixed(3));
