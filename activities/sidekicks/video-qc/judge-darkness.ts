import { intersect, lengthOf, subtract, type TimeRange } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import type { Finding } from '../finding.ts';
import { spanOf, stretchFinding } from './stretch-finding.ts';
import type { SeenDarkness } from './watch-darkness.ts';

const blackSeconds = findRule('picture.black')!.rule.threshold!;
const blackSilentSeconds = findRule('picture.black_silent')!.rule.threshold!;
const freezeSeconds = findRule('picture.freeze')!.rule.threshold!;

/** Black without sound at either end of a file is a lead-in or run-out, and no break, up to this length; our choice. */
const leadSeconds = 10;
/**
 * The last picture may be held for 5 seconds: Clearcast, The Library: Timing of a Commercial,
 * https://help.clearcast.co.uk/hc/en-us/articles/4776909844113-The-Library-Timing-of-A-Commercial
 */
const heldSeconds = 5;
/** What detectors and frame rates round away. */
const toleranceSeconds = 0.2;

/**
 * Black picture, with and without sound, and frozen picture that is not black.
 * @param picture from the first picture to the end of the last
 * @param soundSeconds how long the sound is; null where there is none, which then is not silent either
 */
export function judgeDarkness(
  { black, frozen, still, silent }: SeenDarkness,
  picture: TimeRange,
  soundSeconds: number | null,
): Finding[] {
  const shown = intersect(black, [picture]).filter((range) => lengthOf(range) > blackSeconds);
  const quiet = soundSeconds === null ? [] : untilTheEnd(silent, picture, soundSeconds);
  const freezes = subtract(intersect(intersect(frozen, still), [picture]), shown).filter(
    (range) => lengthOf(range) >= freezeSeconds - toleranceSeconds && !isHeld(range, picture),
  );
  return [
    ...shown.flatMap((range) => judgeBlack(range, quiet, picture)),
    ...freezes.map((range) =>
      stretchFinding('picture.freeze', range, {
        what: 'Frozen picture',
        reasoning:
          'A viewer takes frozen picture of this length for a fault of the programme or its playback.',
        action: 'review',
        resolution: (span) => `Confirm that the frozen picture ${span} is intended, or replace it.`,
      }),
    ),
  ];
}

/** A stretch of black is reported once: for its length, or, where it is silent for long, for that. */
function judgeBlack(range: TimeRange, quiet: readonly TimeRange[], picture: TimeRange): Finding[] {
  const place = placeIn(range, picture);
  const breaks = intersect([range], quiet).filter((silence) => lengthOf(silence) >= blackSilentSeconds);
  const isLead = place !== null && lengthOf(range) <= leadSeconds;
  if (breaks.length > 0 && !isLead) {
    return breaks.map((silence) =>
      stretchFinding('picture.black_silent', silence, {
        what: 'Black picture without sound',
        more: `The picture is black ${spanOf(range)}.`,
        reasoning:
          'Black and silence of this length are what is left where a commercial break was cut out, or where picture and ' +
          'sound are missing.',
        action: 'remove',
        resolution: (span) => `Remove the black and silent stretch ${span}, or put in what is missing.`,
      }),
    );
  }
  return [
    stretchFinding('picture.black', range, {
      what: 'Black picture',
      more:
        place === null
          ? undefined
          : `It is at the ${place} of the file, where black of up to ${leadSeconds} s is taken for lead-in or run-out.`,
      reasoning:
        place === null
          ? 'A viewer takes black picture of this length for a fault of the programme or its playback.'
          : `A viewer waits this long in the dark at the ${place}; black there is usual, but seldom longer than a second.`,
      action: 'review',
      resolution: (span) => `Confirm that the black picture ${span} is intended, or shorten or replace it.`,
    }),
  ];
}

function placeIn(range: TimeRange, picture: TimeRange): 'head' | 'tail' | null {
  const atHead = range.startSeconds <= picture.startSeconds + toleranceSeconds;
  const atTail = range.endSeconds >= picture.endSeconds - toleranceSeconds;
  if (atHead && atTail) return null;
  return atHead ? 'head' : atTail ? 'tail' : null;
}

function isHeld(range: TimeRange, picture: TimeRange): boolean {
  return (
    range.startSeconds > picture.startSeconds + toleranceSeconds &&
    range.endSeconds >= picture.endSeconds - toleranceSeconds &&
    lengthOf(range) <= heldSeconds + toleranceSeconds
  );
}

/** Where the sound ends before the picture, the rest is silent. */
function untilTheEnd(silent: readonly TimeRange[], picture: TimeRange, soundSeconds: number): TimeRange[] {
  const last = silent.at(-1);
  const isOpen = last !== undefined && last.endSeconds >= soundSeconds - toleranceSeconds;
  const startSeconds = isOpen ? last.startSeconds : soundSeconds;
  if (startSeconds >= picture.endSeconds) return [...silent];
  return [
    ...(isOpen ? silent.slice(0, -1) : silent),
    { startSeconds, endSeconds: Math.max(picture.endSeconds, last?.endSeconds ?? 0) },
  ];
}
