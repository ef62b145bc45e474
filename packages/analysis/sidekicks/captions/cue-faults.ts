import { lengthOf } from '../../contract/time-ranges.ts';
import type { CaptionTrack, Cue } from '../../decode/captions/captions.ts';

/** A caption that a rule reports, with the measured value. */
export interface CueFault {
  cue: Cue;
  measured: number;
}

/** The captions that a rule reports, and the worst value of all captions; null if none could be measured. */
export interface Measured {
  faults: CueFault[];
  worst: number | null;
}

/** Containers round times to milliseconds. */
const roundingSeconds = 0.0015;

/** Returns the number of characters that a reader sees. Spaces count; combining marks and format characters do not. */
export function countCharacters(text: string): number {
  return [...text.replace(/[\p{M}\p{Cf}]/gu, '')].length;
}

/** Returns the duration of a caption in seconds; null if it is unknown, or if the caption rolls up. */
function durationOf({ startSeconds, endSeconds, rolls }: Cue): number | null {
  return endSeconds === null || rolls === true ? null : lengthOf({ startSeconds, endSeconds });
}

/** Measures each caption. Null values are left out. `isWorse` compares with the threshold or with another value. */
function measureEach(
  cues: readonly Cue[],
  valueOf: (cue: Cue) => number | null,
  isFault: (value: number, cue: Cue) => boolean,
  worse: (a: number, b: number) => number,
): Measured {
  const faults: CueFault[] = [];
  let worst: number | null = null;
  for (const cue of cues) {
    const measured = valueOf(cue);
    if (measured === null) continue;
    worst = worst === null ? measured : worse(worst, measured);
    if (isFault(measured, cue)) faults.push({ cue, measured });
  }
  return { faults, worst };
}

/** Measures the reading speed in characters per second. */
export function readingSpeeds({ cues }: CaptionTrack, most: number): Measured {
  return measureEach(
    cues,
    (cue) => {
      const seconds = durationOf(cue);
      // Captions without a duration are too short, whatever their text is.
      if (seconds === null || seconds <= roundingSeconds) return null;
      return countCharacters(cue.rows.join('')) / seconds;
    },
    (speed, cue) =>
      countCharacters(cue.rows.join('')) / (durationOf(cue)! + roundingSeconds) > most && speed > most,
    Math.max,
  );
}

/** Measures the durations in seconds, of which the shortest is the worst. */
export function shortDurations({ cues }: CaptionTrack, least: number): Measured {
  return measureEach(cues, durationOf, (seconds) => seconds < least - roundingSeconds, Math.min);
}

/** Measures the durations in seconds, of which the longest is the worst. */
export function longDurations({ cues }: CaptionTrack, most: number): Measured {
  return measureEach(cues, durationOf, (seconds) => seconds > most + roundingSeconds, Math.max);
}

export function rowCounts({ cues }: CaptionTrack, most: number): Measured {
  return measureEach(
    cues,
    ({ rows }) => rows.length,
    (count) => count > most,
    Math.max,
  );
}

/** Measures the longest row of each caption in characters. */
export function rowLengths({ cues }: CaptionTrack, most: number): Measured {
  return measureEach(
    cues,
    ({ rows }) => Math.max(0, ...rows.map(countCharacters)),
    (count) => count > most,
    Math.max,
  );
}

/** Measures the gaps before captions in frames. A gap of less than half a frame is none. */
export function shortGaps(
  { cues, codec }: CaptionTrack,
  least: number,
  frameSeconds: number | null,
): Measured {
  if (frameSeconds === null || codec === 'cea608') return { faults: [], worst: null };
  let end: number | null = null;
  return measureEach(
    cues,
    (cue) => {
      const gap = end === null ? null : cue.startSeconds - end;
      end = Math.max(end ?? 0, cue.endSeconds ?? cue.startSeconds);
      return gap === null || gap < frameSeconds / 2 ? null : gap / frameSeconds;
    },
    (frames) => frames < least - roundingSeconds / frameSeconds,
    Math.min,
  );
}

/** Measures the seconds by which captions overlap the ones before them in the same place. */
export function overlaps({ cues, codec }: CaptionTrack, frameSeconds: number | null): Measured {
  if (codec === 'webvtt') return { faults: [], worst: null };
  const ends = new Map<string | null, number>();
  const tolerance = Math.max(roundingSeconds, (frameSeconds ?? 0) / 2);
  return measureEach(
    cues.filter(({ rolls }) => rolls !== true),
    (cue) => {
      const end = ends.get(cue.place) ?? 0;
      const overlap = Math.min(end, cue.endSeconds ?? end) - cue.startSeconds;
      ends.set(cue.place, Math.max(end, cue.endSeconds ?? 0));
      return Math.max(0, overlap);
    },
    (seconds) => seconds > tolerance,
    Math.max,
  );
}

/** Characters that UTF-8 becomes if it is read as Windows-1252. Quotation marks may also follow a letter in a text. */
const misread = /Ã[\u0080-\u009f\u00a1-\u00ba\u00bc-\u00bf€‰]|Â[\u00a1-\u00ba\u00bc-\u00bf]|â€|ðŸ/u;
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
const reference = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/i;
const rowCode = /\\[Nn]/;

/** Returns the fault in the coding of a text in words; null if there is none. */
export function encodingFault(text: string): string | null {
  if (text.includes('\uFFFD')) return 'bytes that are no UTF-8';
  if (misread.test(text)) return 'UTF-8 that was read as Windows-1252';
  if (controls.test(text)) return 'control characters';
  const [shown] = reference.exec(text) ?? rowCode.exec(text) ?? [];
  return shown === undefined ? null : `the code ${shown}`;
}
