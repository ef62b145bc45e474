import {
  intersect,
  lengthOf,
  overlapping,
  subtract,
  type TimeRange,
  unite,
} from '../../contract/time-ranges.ts';
import { firstStretches } from '../../formats/capped-collections.ts';
import { findingsOrOne, measurementEvidence, newFinding } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { hasNear } from './has-near.ts';
import type { VideoRules } from './rules.ts';
import { spanOf, stretchFinding } from './stretch-finding.ts';
import type { DarknessMeasurements } from './watch-darkness.ts';

/**
 * Maximum time in seconds for which a video may hold its last frame. Source: Clearcast, The Library: Timing of a
 * Commercial, https://help.clearcast.co.uk/hc/en-us/articles/4776909844113-The-Library-Timing-of-A-Commercial
 */
const maxHeldSeconds = 5;
/** Tolerance in seconds of comparisons with detected times, which are rounded to frames. */
const toleranceSeconds = 0.2;

/** Maximum time in seconds between black and a still picture that fades in from it, or fades out to it. */
const maxFadeSeconds = 2;
/**
 * Maximum time in seconds between two still pictures of a slide show. The default blend of PowerPoint takes 0.7 s.
 * Chosen by this project.
 */
const maxBlendSeconds = 0.8;
/** Minimum share (0–1) of still picture from which the video counts as still as a whole. */
const wholeShare = 0.9;
/** Maximum number of freezes that are separate findings. Screen recordings have a freeze for each pause. */
const maxSeparate = 3;
/** Minimum share (0–1) of frozen picture from which more than `maxSeparate` freezes are probably no fault. */
const mostlyStillShare = 1 / 3;

/**
 * Returns findings for black frames, with and without audio, and for frozen frames that are not black.
 * @param held time ranges in which a single frame is shown for at least 2 s
 * @param cuts times in seconds of sudden changes of the picture, sorted
 * @param picture time range from the start of the first frame to the end of the last frame
 * @param sound time range of the audio; null if the file has no audio, which does not count as silence
 * @param isBlackAround true if the picture is black in the whole video, except for a small part such as a caption
 */
export function judgeDarkness(
  { black, frozen, still, silent }: DarknessMeasurements,
  held: readonly TimeRange[],
  cuts: readonly number[],
  picture: TimeRange,
  sound: TimeRange | null,
  isBlackAround: boolean,
  rules: VideoRules,
): Finding[] {
  const shown = intersect(black, [picture]).filter(
    (range) => lengthOf(range) > rules['picture.black'].threshold,
  );
  const quiet = sound === null ? [] : quietIn(silent, picture, sound);
  const unchanging = unite([...intersect(frozen, still), ...held]);
  const long = subtract(intersect(unchanging, [picture]), shown).filter(
    (range) =>
      lengthOf(range) >= rules['picture.freeze'].threshold - toleranceSeconds && !isHeld(range, picture),
  );
  // Small changes, such as those of a key frame, do not end a freeze. Another picture starts a range of `frozen`.
  const freezes = splitAt(
    unite(long, toleranceSeconds),
    frozen.map(({ startSeconds }) => startSeconds),
  );
  return [
    ...judgeBlack(shown, quiet, rules),
    ...judgeFreezes(freezes, black, cuts, picture, isBlackAround, rules['picture.freeze']),
  ];
}

/** Splits ranges at times, both in order. */
function splitAt(ranges: readonly TimeRange[], times: readonly number[]): TimeRange[] {
  const ends = [...times, Infinity];
  return intersect(
    ranges,
    [-Infinity, ...times].map((startSeconds, at) => ({ startSeconds, endSeconds: ends[at]! })),
  );
}

/**
 * Returns findings for still stretches that begin within a moving shot. A stretch that begins with its shot, or soon
 * after another one, is a title, a slide, or the picture of a fixed camera, and is only reported if the whole video is
 * still.
 */
function judgeFreezes(
  still: readonly TimeRange[],
  black: readonly TimeRange[],
  cuts: readonly number[],
  picture: TimeRange,
  isBlackAround: boolean,
  rule: VideoRules['picture.freeze'],
): Finding[] {
  const isBoundary = (seconds: number, fades: TimeRange) =>
    hasNear(cuts, seconds, toleranceSeconds) || overlapping(black, fades).length > 0;
  const beginsShot = ({ startSeconds }: TimeRange) =>
    startSeconds <= picture.startSeconds + toleranceSeconds ||
    isBoundary(startSeconds, { startSeconds: startSeconds - maxFadeSeconds, endSeconds: startSeconds });
  const endsShot = ({ endSeconds }: TimeRange) =>
    isBoundary(endSeconds, { startSeconds: endSeconds, endSeconds: endSeconds + maxFadeSeconds });

  const freezes = still.filter((range, at) => {
    const before = still[at - 1];
    const isNextSlide = before !== undefined && range.startSeconds - before.endSeconds <= maxBlendSeconds;
    return !isNextSlide && !beginsShot(range);
  });
  if (freezes.length === 0 && secondsIn(still) < wholeShare * lengthOf(picture)) return [];
  const isMostlyStill = secondsIn(freezes) >= mostlyStillShare * lengthOf(picture);
  if (freezes.length === 0)
    return [manyFreezes(rule, still, 'minor', picture, isBlackAround ? texts.black : texts.still)];
  if (freezes.length > 1 && freezes.length <= maxSeparate && isMostlyStill)
    return [manyFreezes(rule, freezes, 'minor', picture, texts.still)];
  if (freezes.length > maxSeparate)
    return isMostlyStill
      ? [manyFreezes(rule, freezes, 'info', picture, texts.still)]
      : [manyFreezes(rule, freezes, rule.severity, picture, texts.frozen)];
  return freezes.map((range) =>
    stretchFinding(rule, range, {
      what: 'Frozen picture',
      severity: endsShot(range) ? 'minor' : rule.severity,
      toleranceSeconds,
      ...(endsShot(range) ? { more: 'A cut or a fade follows, so the picture may be held on purpose.' } : {}),
      reasoning:
        'Viewers take frozen picture of this length for a fault of the programme or of the playback.',
      action: 'review',
      resolution: (span) => `Confirm that the frozen picture ${span} is intended, or replace it.`,
    }),
  );
}

/** Texts about still stretches, by the kind of the video. */
const texts = {
  frozen: {
    what: 'Frozen picture',
    more: '',
    reasoning: 'Viewers take frozen picture of this length for a fault of the programme or of the playback.',
  },
  still: {
    what: 'Mostly still picture',
    more: '',
    reasoning:
      'Screen recordings, slides and titles are mostly still. In other material, the pictures may have been lost.',
  },
  black: {
    what: 'Black picture with a caption or a logo',
    more: ' It is black, except for a small part.',
    reasoning:
      'Sound is sometimes delivered with such a picture. In other material, the pictures may have been lost.',
  },
};

/** Returns one finding for several still stretches. Its place is the longest one; its evidence has the first 50. */
function manyFreezes(
  rule: VideoRules['picture.freeze'],
  stretches: readonly TimeRange[],
  severity: Finding['severity'],
  picture: TimeRange,
  { what, more, reasoning }: (typeof texts)[keyof typeof texts],
): Finding {
  const seconds = secondsIn(stretches);
  const longest = stretches.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
  const count = stretches.length === 1 ? '1 stretch' : `${stretches.length} stretches`;
  return newFinding(rule, {
    severity,
    summary: `${what}: ${count}, ${seconds.toFixed(0)} s of ${lengthOf(picture).toFixed(0)} s`,
    details:
      `The picture does not change in ${count} of at least ${rule.threshold} s, ${seconds.toFixed(1)} s of ` +
      `${lengthOf(picture).toFixed(1)} s in all. The longest is ${lengthOf(longest).toFixed(1)} s, ${spanOf(longest)}.${more}`,
    headline: `${seconds.toFixed(0)} s of still picture`,
    reasoning,
    evidence: firstStretches(stretches).first.map((range) =>
      measurementEvidence(rule, `${rule.code}:${range.startSeconds}`, Number(lengthOf(range).toFixed(3)), {
        kind: 'time',
        ...range,
      }),
    ),
    anchor: { kind: 'time', ...longest },
    action: 'review',
    resolution: 'Confirm that the still stretches are intended, or replace them.',
  });
}

/**
 * Returns a finding for each part of a black stretch that is silent for at least the threshold of
 * `picture.black_silent`. Returns one
 * finding for each black stretch without such a part.
 */
function judgeBlack(shown: readonly TimeRange[], quiet: readonly TimeRange[], rules: VideoRules): Finding[] {
  const withBreaks = shown.map((range) => ({
    range,
    breaks: overlapping(quiet, range).filter(
      (silence) => lengthOf(silence) >= rules['picture.black_silent'].threshold,
    ),
  }));
  const silences = withBreaks.flatMap(({ range, breaks }) => breaks.map((silence) => ({ range, silence })));
  const audible = withBreaks.flatMap(({ range, breaks }) => (breaks.length > 0 ? [] : [range]));
  return [
    ...findingsOrOne(
      { what: 'black and silent stretches', most: 'longest', places: silences },
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
    ...findingsOrOne({ what: 'black stretches', most: 'longest', places: audible }, (range) =>
      stretchFinding(rules['picture.black'], range, {
        what: 'Black picture',
        reasoning:
          'Viewers take black picture of this length for a fault of the programme or of the playback.',
        action: 'review',
        resolution: (span) => `Confirm that the black picture ${span} is intended, or shorten or replace it.`,
      }),
    ),
  ];
}

function secondsIn(ranges: readonly TimeRange[]): number {
  return ranges.reduce((sum, range) => sum + lengthOf(range), 0);
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
