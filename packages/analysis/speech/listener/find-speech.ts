import { frameSamples, maxWindowSamples, sampleRate } from './limits.ts';

/** A range of samples, `end` exclusive. */
export interface Speech {
  start: number;
  end: number;
}

/** Probability from which a frame is speech, and below which speech ends, as in the detector's own code. */
const threshold = 0.5;
const endThreshold = 0.35;
/** Pause that ends a range of speech, and the length that is added at each end, in samples. */
const minPauseSamples = 0.5 * sampleRate;
const padSamples = 0.2 * sampleRate;
/** Shortest speech, in samples. Shorter noises are ignored. */
const minSpeechSamples = 0.1 * sampleRate;
/** A range that is too long is cut in its last 8 s, at the frame that is least like speech. */
const cutSamples = 8 * sampleRate;

/**
 * Returns the ranges of speech, in order and without overlaps. No range is longer than a window.
 * @param probabilities the probability of speech for each frame
 */
export function findSpeech(probabilities: readonly number[], samples: number): Speech[] {
  const found: Speech[] = [];
  let start: number | null = null;
  let lastSpeech = 0;
  const close = () => {
    if (start !== null && lastSpeech - start >= minSpeechSamples) found.push({ start, end: lastSpeech });
    start = null;
  };
  for (const [frame, probability] of probabilities.entries()) {
    const at = frame * frameSamples;
    if (probability >= threshold) start ??= at;
    if (start === null) continue;
    if (probability >= endThreshold) lastSpeech = Math.min(samples, at + frameSamples);
    else if (at + frameSamples - lastSpeech >= minPauseSamples) close();
  }
  close();
  return padded(found, samples).flatMap((range) => cut(range, probabilities));
}

/** Extends each range, at most to the middle of the pause between two ranges. */
function padded(ranges: readonly Speech[], samples: number): Speech[] {
  return ranges.map(({ start, end }, at) => {
    const before = ranges[at - 1]?.end;
    const after = ranges[at + 1]?.start;
    const earliest = before === undefined ? 0 : Math.ceil((before + start) / 2);
    const latest = after === undefined ? samples : Math.floor((end + after) / 2);
    return { start: Math.max(earliest, start - padSamples), end: Math.min(latest, end + padSamples) };
  });
}

function cut({ start, end }: Speech, probabilities: readonly number[]): Speech[] {
  const parts: Speech[] = [];
  while (end - start > maxWindowSamples) {
    const last = Math.floor((start + maxWindowSamples) / frameSamples) - 1;
    let lowest = last;
    for (let frame = last; frame * frameSamples > start + maxWindowSamples - cutSamples; frame--)
      if ((probabilities[frame] ?? 1) < (probabilities[lowest] ?? 1)) lowest = frame;
    const middle = Math.floor((lowest + 0.5) * frameSamples);
    parts.push({ start, end: middle });
    start = middle;
  }
  return [...parts, { start, end }];
}
