import type { StripeGroup } from './find-stripes.ts';
import { measureWave } from './local-wave.ts';
import type { LumaPicture } from './luma-picture.ts';
import type { Wave } from './wave.ts';

/** Maximum number of points at which a group of stripes is followed. */
const maxPoints = 9;
/** Seconds within which two changes of direction or contrast belong together. Chosen by this project. */
const windowSeconds = 2;

/**
 * Minimum distance back that counts as a change of direction, and minimum step between two pictures that counts as a
 * reversal of contrast. Both are in pairs of stripes; a reversal is half a pair. Chosen by this project.
 */
const minReturn = 0.15;
const minReversal = 0.4;
/** Shares (0–1) of the full amplitude below which stripes disappear and from which they reappear. */
const goneShare = 0.5;
const backShare = 0.75;
/** Minimum share of the points that must change together. */
const minPoints = 0.5;

interface Point {
  x: number;
  y: number;
  wave: Wave;
  /** Amplitude while the stripes are fully visible, in luma values. */
  amplitude: number;
  /**
   * Distance in pairs of stripes since the first picture, and the farthest distance since the last change of direction.
   */
  distance: number;
  farthest: number;
  direction: -1 | 0 | 1;
  phase: number | null;
  isGone: boolean;
  /** Times in seconds of the last two changes. */
  changes: [number, number];
}

/** Follows the stripes of a group from picture to picture. Pictures must have the scale of the group. */
export interface MotionWatch {
  hasStripes: (picture: LumaPicture) => boolean;
  push: (picture: LumaPicture, seconds: number) => void;
  /**
   * Returns the time in seconds from which at least half of the points have changed direction or contrast twice within
   * two seconds. Null if they have not.
   */
  alternatingSince: (seconds: number) => number | null;
  /** Returns whether the stripes moved by more than half a pair since they were first followed. */
  isMoving: () => boolean;
  isVisible: () => boolean;
}

/** Returns a watch of the motion of a group of stripes: whether they drift, oscillate, flash or reverse in contrast. */
export function watchMotion({ cells }: StripeGroup): MotionWatch {
  const count = Math.min(maxPoints, cells.length);
  const points = Array.from({ length: count }, (_, at): Point => {
    const { x, y, wave, amplitude } = cells[Math.floor(((at + 0.5) * cells.length) / count)]!;
    return {
      x,
      y,
      wave,
      amplitude,
      distance: 0,
      farthest: 0,
      direction: 0,
      phase: null,
      isGone: false,
      changes: [-Infinity, -Infinity],
    };
  });
  const most = (isTrue: (point: Point) => boolean) => points.filter(isTrue).length >= minPoints * count;
  return {
    hasStripes: (picture) =>
      most(
        ({ wave, x, y, amplitude }) => measureWave(picture, wave, x, y).amplitude >= goneShare * amplitude,
      ),
    push(picture, seconds) {
      for (const point of points) {
        const { amplitude, phase } = measureWave(picture, point.wave, point.x, point.y);
        if (follow(point, amplitude, phase)) point.changes = [point.changes[1], seconds];
      }
    },
    alternatingSince(seconds) {
      const firsts = points.map(({ changes }) => changes[0]).sort((a, b) => b - a);
      const since = firsts[Math.ceil(minPoints * count) - 1]!;
      return since >= seconds - windowSeconds ? since : null;
    },
    isMoving: () => most(({ distance }) => Math.abs(distance) > 0.5),
    isVisible: () => most(({ isGone }) => !isGone),
  };
}

/** Follows a point into the next picture. Returns whether its stripes changed direction or contrast. */
function follow(point: Point, amplitude: number, phase: number): boolean {
  if (point.isGone && amplitude < backShare * point.amplitude) return false;
  if (amplitude < goneShare * point.amplitude) {
    point.isGone = true;
    return false;
  }
  const wasGone = point.isGone;
  const turns = point.phase === null ? 0 : (point.phase - phase) / (2 * Math.PI);
  const step = turns - Math.round(turns);
  point.isGone = false;
  point.phase = phase;
  point.amplitude = Math.max(point.amplitude, amplitude);
  if (wasGone || Math.abs(step) >= minReversal) {
    point.farthest = point.distance;
    point.direction = 0;
    return true;
  }
  point.distance += step;
  const ahead = point.distance - point.farthest;
  if (point.direction === 0 ? Math.abs(ahead) >= minReturn : ahead * point.direction > 0) {
    point.direction = ahead > 0 ? 1 : -1;
    point.farthest = point.distance;
    return false;
  }
  if (point.direction === 0 || Math.abs(ahead) < minReturn) return false;
  point.direction = ahead > 0 ? 1 : -1;
  point.farthest = point.distance;
  return true;
}
