import type { StripeGroup } from './find-stripes.ts';
import { measureWave } from './local-wave.ts';
import type { LumaPicture } from './luma-picture.ts';
import type { Wave } from './wave.ts';

/** Maximum number of points at which the motion of a group of stripes is measured. */
const maxPoints = 9;
/** Seconds in which alternating stripes change direction or contrast, or reappear, twice. Chosen by this project. */
const windowSeconds = 2;

/**
 * Limits in pairs of stripes, chosen by this project. `minReturn` is the minimum distance that stripes move back to
 * count as a change of direction. `minReversal` is the minimum step between two pictures that counts as a reversal of
 * contrast; a full reversal is a step of half a pair.
 */
const minReturn = 0.15;
const minReversal = 0.4;
/** Minimum step in pairs of stripes between two pictures of stripes that do not rest. */
const minStep = 0.01;
/**
 * Seconds of rest after which stripes no longer alternate, because fewer than three changes a second are no flashing. A
 * page that is scrolled, rests and is scrolled again does not alternate.
 */
export const maxRestSeconds = 1 / 3;
/** Shares (0–1) of the full amplitude: stripes disappear below `goneShare` and reappear at `backShare`. */
const goneShare = 0.5;
const backShare = 0.75;
/** Minimum share (0–1) of a group's points that must have stripes, move or alternate, so that the group does. */
const minPoints = 0.5;

interface Point {
  x: number;
  y: number;
  wave: Wave;
  /** Amplitude while the stripes are fully visible, in luma values. */
  amplitude: number;
  /** Distance in pairs of stripes since the first picture, and its extreme since the last change of direction. */
  distance: number;
  farthest: number;
  direction: -1 | 0 | 1;
  phase: number | null;
  isGone: boolean;
  /** Times in seconds of the last two changes of direction or contrast, or reappearances; `-Infinity` before. */
  changes: [number, number];
  /** Time in seconds of the last picture in which the stripes moved or were not visible. */
  movedSeconds: number;
}

/**
 * Measures whether a group of stripes drifts, oscillates, flashes or reverses. Pictures must have the group's scale.
 */
export interface MotionWatch {
  hasStripes: (picture: LumaPicture) => boolean;
  push: (picture: LumaPicture, seconds: number) => void;
  /**
   * Returns the time in seconds from which the stripes alternate, and the time of their last movement. At least half of
   * the points changed direction or contrast, or reappeared, twice in the two seconds before `seconds`, without a rest.
   * Returns null if the stripes do not alternate.
   */
  alternating: (seconds: number) => { sinceSeconds: number; movedSeconds: number } | null;
  /** Returns whether the stripes have moved by more than half a pair since the first picture. */
  isMoving: () => boolean;
  isVisible: () => boolean;
}

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
      movedSeconds: -Infinity,
    };
  });
  /** Returns the latest time that at least half of the points reach. */
  const sharedTime = (timeOf: (point: Point) => number) =>
    points.map(timeOf).sort((a, b) => b - a)[Math.ceil(minPoints * count) - 1]!;
  const most = (isTrue: (point: Point) => boolean) => points.filter(isTrue).length >= minPoints * count;
  return {
    hasStripes: (picture) =>
      most(
        ({ wave, x, y, amplitude }) => measureWave(picture, wave, x, y).amplitude >= goneShare * amplitude,
      ),
    push(picture, seconds) {
      for (const point of points) {
        const { amplitude, phase } = measureWave(picture, point.wave, point.x, point.y);
        const before = point.distance;
        const hasChanged = follow(point, amplitude, phase);
        if (seconds - point.movedSeconds > maxRestSeconds) point.changes = [-Infinity, -Infinity];
        if (hasChanged) point.changes = [point.changes[1], seconds];
        if (hasChanged || point.isGone || Math.abs(point.distance - before) >= minStep)
          point.movedSeconds = seconds;
      }
    },
    alternating(seconds) {
      const sinceSeconds = sharedTime(({ changes }) => changes[0]);
      const movedSeconds = sharedTime(({ movedSeconds }) => movedSeconds);
      const isRecent = sinceSeconds >= seconds - windowSeconds && movedSeconds >= seconds - maxRestSeconds;
      return isRecent ? { sinceSeconds, movedSeconds } : null;
    },
    isMoving: () => most(({ distance }) => Math.abs(distance) > 0.5),
    isVisible: () => most(({ isGone }) => !isGone),
  };
}

/**
 * Updates a point with its amplitude and phase in the next picture. Returns whether the stripes at the point changed
 * direction or contrast, or reappeared.
 */
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
