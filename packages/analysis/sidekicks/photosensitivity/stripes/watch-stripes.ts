import { lengthOf, type TimeRange } from '../../../contract/time-ranges.ts';
import { pushCapped } from '../../../formats/capped-collections.ts';
import type { Light } from '../light.ts';
import { createStripeFinder, shareOf, type StripeGroup } from './find-stripes.ts';
import { halve, height, type LumaPicture, width } from './luma-picture.ts';
import { differenceOf, type Wave } from './wave.ts';
import { maxRestSeconds, type MotionWatch, watchMotion } from './watch-motion.ts';

/** Maximum shares (0–1) of the picture that stripes may fill (ITU-R BT.1702-3, guideline 2). */
export const maxShare = { steady: 0.4, alternating: 0.25 } as const;
/** Minimum duration in seconds from which stripes are a risk (Harding et al. 2005). */
export const minSeconds = 0.5;

/**
 * Seconds between two searches for stripes: `without` while there are none, `first` while some stripes were found only
 * once, `later` otherwise. The intervals vary by the factors of `searchJitter`, so that searches do not miss stripes
 * that flash with the same period.
 */
const searchSeconds = { without: 0.4, first: 0.08, later: 0.2 } as const;
const searchJitter = [0.85, 1.15, 1, 0.9, 1.1] as const;
/** Seconds without visible stripes after which a stretch ends. */
const holdSeconds = 0.5;

/** A time range with stripes, with the extremes of the measured values. */
export interface StripedStretch extends TimeRange {
  motion: 'still' | 'drifting' | 'alternating';
  /** Share (0–1) of the picture that the stripes fill. */
  pictureShare: number;
  pairs: number;
  /** Direction of the stripes in degrees counterclockwise from horizontal (0–179), if the picture is shown in 16:9. */
  degrees: number;
  /** Luminance of the lightest and the darkest stripes in cd/m². */
  lightest: number;
  darkest: number;
}

/** Minimum number of searches that must find the same stripes. In a cross-fade, one search may find false stripes. */
const minSearches = 2;

interface Followed {
  group: StripeGroup;
  motion: MotionWatch;
  /** Number of searches that found the stripes, and the time in seconds from which the stripes are visible. */
  searches: number;
  sinceSeconds: number;
}

/** Finds time ranges with too many stripes. Stores only the latest pictures and the stripes in them. */
export function watchStripes(
  picturesPerSecond: number,
  light: Light,
): {
  push: (luma: Uint8Array) => void;
  finish: () => StripedStretch[];
} {
  const find = createStripeFinder(light);
  const half = new Uint8Array((width * height) / 4);
  const done: StripedStretch[] = [];
  const steady = createStretch(maxShare.steady, holdSeconds, done);
  const alternating = createStretch(maxShare.alternating, maxRestSeconds, done);
  /** Ring buffer of the latest pictures. It covers the longest time between two searches. */
  const recent = Array.from(
    { length: Math.ceil(picturesPerSecond * searchSeconds.without * Math.max(...searchJitter)) },
    () => new Uint8Array(width * height),
  );
  const scaled = (luma: Uint8Array, scale: 1 | 2): LumaPicture =>
    scale === 1 ? { width, height, luma } : halve({ width, height, luma }, half);
  let followed: Followed[] = [];
  let picture = 0;
  let searches = 0;
  let nextSearch = 0;
  let lastFound = -Infinity;

  /**
   * Measures the motion of new stripes in the stored pictures. Returns the time in seconds from which they are visible.
   */
  const replay = (group: StripeGroup, motion: MotionWatch, seconds: number): number => {
    const before = Math.min(recent.length, picture - 1);
    const pictureAt = (back: number) => scaled(recent[(picture - back) % recent.length]!, group.scale);
    let back = 0;
    while (back < before && motion.hasStripes(pictureAt(back + 1))) back++;
    const since = seconds - back / picturesPerSecond;
    for (; back > 0; back--) motion.push(pictureAt(back), seconds - back / picturesPerSecond);
    return since;
  };

  const search = (luma: Uint8Array, seconds: number) => {
    const jitter = searchJitter[searches++ % searchJitter.length]!;
    const groups = find(luma);
    if (shareOf(groups) > maxShare.alternating) {
      lastFound = seconds;
      followed = groups.map((group) => {
        const known = followed.find((other) => isSame(other.group, group));
        if (known !== undefined) return { ...known, group, searches: known.searches + 1 };
        const motion = watchMotion(group);
        return { group, motion, searches: 1, sinceSeconds: replay(group, motion, seconds) };
      });
    } else if (seconds - lastFound > holdSeconds) followed = [];
    const isNew = followed.some(({ searches }) => searches < minSearches);
    const pause = followed.length === 0 ? 'without' : isNew ? 'first' : 'later';
    nextSearch = seconds + jitter * searchSeconds[pause];
  };

  return {
    push(luma) {
      const seconds = picture++ / picturesPerSecond;
      if (seconds + 1e-6 >= nextSearch) search(luma, seconds);
      if (followed.length > 0) {
        // All groups of a picture have the same scale.
        const current = scaled(luma, followed[0]!.group.scale);
        for (const { motion } of followed) motion.push(current, seconds);
        const end = seconds + 1 / picturesPerSecond;
        const visible = followed.filter(
          ({ motion, searches }) => searches >= minSearches && motion.isVisible(),
        );
        steady.add(visible.map((each) => ({ ...each, startSeconds: each.sinceSeconds, endSeconds: end })));
        alternating.add(
          visible.flatMap((each) => {
            const found = each.motion.alternating(seconds);
            if (found === null) return [];
            const endSeconds = found.movedSeconds + 1 / picturesPerSecond;
            return [{ ...each, startSeconds: found.sinceSeconds, endSeconds }];
          }),
        );
      }
      recent[picture % recent.length]!.set(luma);
    },
    finish() {
      steady.close();
      alternating.close();
      return joinOverlapping(done);
    },
  };
}

function isSame(one: StripeGroup, other: StripeGroup): boolean {
  return one.scale === other.scale && differenceOf(one.wave, other.wave) < 0.1;
}

/**
 * Adds the time ranges in which groups of stripes fill more than `limit` (0–1) of the picture to `done`. Pauses of up
 * to `pauseSeconds` do not end a range.
 */
function createStretch(limit: number, pauseSeconds: number, done: StripedStretch[]) {
  let latest: StripedStretch | null = null;
  const close = () => {
    if (latest !== null && lengthOf(latest) >= minSeconds) pushCapped(done, latest);
    latest = null;
  };
  return {
    close,
    /** Adds the groups of a picture, each with the time range in which it is visible or alternates. */
    add(followed: readonly (Followed & TimeRange)[]) {
      const pictureShare = shareOf(followed.map(({ group }) => group));
      if (pictureShare <= limit) return;
      const largest = followed.reduce((a, b) => (b.group.pictureShare > a.group.pictureShare ? b : a));
      const { wave, pairs, lightest, darkest } = largest.group;
      const next: StripedStretch = {
        startSeconds: largest.startSeconds,
        endSeconds: largest.endSeconds,
        pictureShare,
        degrees: degreesOf(wave),
        pairs: Math.round(pairs),
        lightest,
        darkest,
        motion:
          limit === maxShare.alternating ? 'alternating' : largest.motion.isMoving() ? 'drifting' : 'still',
      };
      if (latest !== null && next.startSeconds > latest.endSeconds + pauseSeconds) close();
      latest = latest === null ? next : join(latest, next);
    },
  };
}

/** Joins overlapping stretches. A joined stretch counts as alternating if one of them alternates. */
function joinOverlapping(stretches: readonly StripedStretch[]): StripedStretch[] {
  const joined: StripedStretch[] = [];
  for (const stretch of stretches.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const last = joined.at(-1);
    if (last === undefined || stretch.startSeconds > last.endSeconds) joined.push(stretch);
    else joined[joined.length - 1] = join(last, stretch);
  }
  return joined;
}

const motions = ['still', 'drifting', 'alternating'] as const;

function join(one: StripedStretch, other: StripedStretch): StripedStretch {
  return {
    startSeconds: Math.min(one.startSeconds, other.startSeconds),
    endSeconds: Math.max(one.endSeconds, other.endSeconds),
    motion: motions[Math.max(motions.indexOf(one.motion), motions.indexOf(other.motion))]!,
    pictureShare: Math.max(one.pictureShare, other.pictureShare),
    pairs: Math.max(one.pairs, other.pairs),
    degrees: one.degrees,
    lightest: Math.max(one.lightest, other.lightest),
    darkest: Math.min(one.darkest, other.darkest),
  };
}

/** Returns the direction of the stripes in degrees (0–179). Stripes are perpendicular to their wave. */
function degreesOf({ x, y }: Wave): number {
  const degrees = Math.round((Math.atan2(-y, x) * 180) / Math.PI) + 90;
  return ((degrees % 180) + 180) % 180;
}
