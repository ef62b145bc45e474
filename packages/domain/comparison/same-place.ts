import type { Anchor } from '../contracts/issue.ts';
import { boxesOverlap } from '../page-box.ts';
import { overlap } from '../topics.ts';

/** A stretch of time, in seconds from the start of the file. */
export interface Stretch {
  startSeconds: number;
  endSeconds: number;
}

/** Returns the seconds that two stretches share, and the length of the longer and of the shorter one. */
export function sharedStretch(a: Stretch, b: Stretch): { shared: number; longer: number; shorter: number } {
  const lengths = [a.endSeconds - a.startSeconds, b.endSeconds - b.startSeconds];
  return {
    shared: Math.min(a.endSeconds, b.endSeconds) - Math.max(a.startSeconds, b.startSeconds),
    longer: Math.max(...lengths),
    shorter: Math.min(...lengths),
  };
}

/** Returns whether two anchors may be the same place: the boxes overlap, if both have one. */
export function sharesBox(a: Anchor, b: Anchor): boolean {
  const hasBoxes = 'bbox' in a && 'bbox' in b && a.bbox !== undefined && b.bbox !== undefined;
  return !hasBoxes || boxesOverlap(a.bbox!, b.bbox!);
}

/**
 * Returns whether two anchors refer to the same place in the asset. Two time ranges do if they overlap by at least half
 * of the longer range. A moment and the hour that contains it are therefore different places. Other anchors do if they
 * overlap (`overlap`). If both anchors have a box, the boxes must overlap too. An anchor without a box overlaps every
 * box on the same page or picture.
 */
export function isSamePlace(a: Anchor, b: Anchor): boolean {
  if (a.kind === 'asset' && b.kind === 'asset') return true;
  if (!sharesBox(a, b)) return false;
  if (a.kind !== 'time' || b.kind !== 'time') return overlap(a, b);
  const { shared, longer } = sharedStretch(a, b);
  return shared >= longer / 2;
}
