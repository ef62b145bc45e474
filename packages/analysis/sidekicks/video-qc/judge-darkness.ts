import {
  intersect,
  lengthOf,
  overlapping,
  subtract,
  type TimeRange,
  unite,
} from '../../contract/time-ranges.ts';
import { firstStretches } from '../../formats/capped-collections.ts';
import { findingsPerItem } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { rules } from './rules.ts';
import { spanOf, stretchFinding } from './stretch-finding.ts';
import type { DarknessMeasurements } from './watch-darkness.ts';

const blackSeconds = rules['picture.black'].threshold;
const blackSilentSeconds = rules['picture.black_silent'].threshold;
const freezeSeconds = rules['picture.freeze'].threshold;

/**
 * Maximum time in seconds for which a video may hold its last frame. Source: Clearcast, The Library: Timing of a
 * Commercial, https://help.clearcast.co.uk/hc/en-us/articles/4776909844113-The-Library-Timing-of-A-Commercial
 */
const maxHeldSeconds = 5;
/** Tolerance in seconds of comparisons with detected times, which are rounded to frames. */
const toleranceSeconds = 0.2;

/**
 * Returns findings for black frames, with and without audio, and for frozen frames that are not black.
 * @param held time ranges in which a single frame is shown for at least the threshold of `picture.freeze`
 * @param picture time range from the start of the first frame to the end of the last frame
 * @param sound time range of the audio; null if the file has no audio, which does not count as silence
 */
export function judgeDarkness(
  { black, frozen, still, silent }: DarknessMeasurements,
  held: readonly TimeRange[],
  picture: TimeRange,
  sound: TimeRange | null,
): Finding[] {
  const shown = intersect(black, [picture]).filter((range) => lengthOf(range) > blackSeconds);
  const quiet = sound === null ? [] : quietIn(silent, picture, sound);
  const unchanging = unite([...intersect(frozen, still), ...held]);
  const freezes = subtract(intersect(unchanging, [picture]), shown).filter(
    (range) => lengthOf(range) >= freezeSeconds - toleranceSeconds && !isHeld(range, picture),
  );
  return [
    ...judgeBlack(shown, quiet),
    ...findingsPerItem(rules['picture.freeze'], 'frozen stretches', firstStretches(freezes), (range) =>
      stretchFinding(rules['picture.freeze'], range, {
        what: 'Frozen picture',
        reasoning:
          'Viewers take frozen picture of this length for a fault of the programme or of the playback.',
        action: 'review',
        resolution: (span) => `Confirm that the frozen picture ${span} is intended, or replace it.`,
      }),
    ),
  ];
}

/**
 * Returns a finding for each part of a black stretch that is silent for at least `blackSilentSeconds`. Returns one
 * finding for each black stretch without such a part.
 */
function judgeBlack(shown: readonly TimeRange[], quiet: readonly TimeRange[]): Finding[] {
  const withBreaks = shown.map((range) => ({
    range,
    breaks: overlapping(quiet, range).filter((silence) => lengthOf(silence) >= blackSilentSeconds),
  }));
  const silences = withBreaks.flatMap(({ range, breaks }) => breaks.map((silence) => ({ range, silence })));
  const audible = withBreaks.flatMap(({ range, breaks }) => (breaks.length > 0 ? [] : [range]));
  return [
    ...findingsPerItem(
      rules['picture.black_silent'],
      'black and silent stretches',
      firstStretches(silences),
      ({ range, silence }) =>
        stretchFinding(rules['picture.black_silent'], silence, {
          what: 'Black picture without sound',
          more: `The picture is black ${spanOf(range)}.`,
          reasoning:
            'Black and silence of this length remain where a commercial break was cut out, or where picture and sound are ' +
            'missing.',
          action: 'remove',
          resolution: (span) => `Remove the black and silent stretch ${span}, or add the missing content.`,
        }),
    ),
    ...findingsPerItem(rules['picture.black'], 'black stretches', firstStretches(audible), (range) =>
      stretchFinding(rules['picture.black'], range, {
        what: 'Black picture',
        isBeyond: true,
        reasoning:
          'Viewers take black picture of this length for a fault of the programme or of the playback.',
        action: 'review',
        resolution: (span) => `Confirm that the black picture ${span} is intended, or shorten or replace it.`,
      }),
    ),
  ];
}

/** Returns whether a freeze is only the end of the video, held for at most `maxHeldSeconds`. */
function isHeld(range: TimeRange, picture: TimeRange): boolean {
  return (
    range.startSeconds > picture.startSeconds + toleranceSeconds &&
    range.endSeconds >= picture.endSeconds - toleranceSeconds &&
    lengthOf(range) <= maxHeldSeconds + toleranceSeconds
  );
}

/** Returns the silent stretches, including the time of the picture before the first audio sample and after the last. */
function quietIn(silent: readonly TimeRange[], picture: TimeRange, sound: TimeRange): TimeRange[] {
  return unite(
    [
      { startSeconds: picture.startSeconds, endSeconds: sound.startSeconds },
      ...silent,
      { startSeconds: sound.endSeconds, endSeconds: picture.endSeconds },
    ],
    toleranceSeconds,
  );
}
