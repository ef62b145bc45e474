import { sentenceCase } from '@assay/domain/lib/characters.ts';
import { lengthOf, type TimeRange } from '../../contract/time-ranges.ts';
import { findingsOrOne, measurementEvidence, newFinding } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { rules, type VideoRules } from './rules.ts';
import { spanOf, stretchFinding } from './stretch-finding.ts';
import type { ActiveBox, PictureMeasurements } from './watch-pictures.ts';

const barShare = rules['bars.constant'].threshold / 100;

// Dark edges are bars if opposite edges have equal width and the active picture (the picture without the bars) is large
// enough. This project chose the four limits, which are shares (0–1) of the frame size. For comparison, a 2.76:1
// picture in a 16:9 frame fills 64 % of the height, and a vertical phone video fills 32 % of the width.
const maxSideDifference = 0.015;
const minHeight = 0.45;
const minWidth = 0.25;
/** Minimum width and height of an active picture with bars on all four sides. */
const minWindowboxSize = 0.6;
/**
 * Maximum gap in seconds within a stretch of one active picture. Dark frames have no active picture, and a dark object
 * at an edge makes the active picture smaller for a moment.
 */
const maxGapSeconds = 1;

/** Thickness of the bar on each side, as a share (0–1) of the frame's width (left, right) or height (top, bottom). */
type Bars = Record<'left' | 'right' | 'top' | 'bottom', number>;

type Shape = TimeRange & { bars: Bars };

/**
 * Returns findings for constant bars, and for stretches in which the active picture has another size or position than
 * usual. Bars on one side, and unequal bars, are only reported if they are black in the whole video, because a dark
 * edge of a scene looks the same. The picture reaches a bar along its whole length, which content on a black background
 * does not.
 */
export function judgeBars(
  { active, whole, lit, firstSeconds, lastSeconds }: PictureMeasurements,
  { width, height }: { width: number; height: number },
  change: VideoRules['bars.change'],
): Finding[] {
  const shownSeconds = change.threshold;
  const size = sizeOf(active, width, height);
  const shapes = shapesOf(active, size).filter(
    (shape) => lengthOf(shape) >= shownSeconds && areBars(shape.bars),
  );
  const usual = usualOf(shapes);
  const hasBars = (bars: Bars) => lit !== null && !isFull(bars) && hasEdges(bars, barsOf(lit, size));
  if (usual === null || isFull(usual.bars)) {
    const range = { startSeconds: firstSeconds, endSeconds: lastSeconds };
    const bars = whole === null ? null : barsOf(whole, size);
    if (bars !== null && lengthOf(range) >= shownSeconds && isLargeEnough(bars) && hasBars(bars))
      return [constantBars(bars, range)];
  }
  if (usual === null) return [];
  const others = shapes.filter((shape) => !areSame(shape.bars, usual.bars));
  const same = shapes.filter((shape) => areSame(shape.bars, usual.bars));
  const span = { startSeconds: same[0]!.startSeconds, endSeconds: same.at(-1)!.endSeconds };
  return [
    ...(hasBars(usual.bars) ? [constantBars(usual.bars, span)] : []),
    ...findingsOrOne(
      { what: 'stretches of another picture size', most: 'longest', places: others },
      (shape) =>
        stretchFinding(change, shape, {
          what: `Active picture of a different size (${describe(shape.bars)})`,
          more: `The rest of the programme has ${describe(usual.bars)}.`,
          reasoning:
            'The picture changes its size on the screen, usually because material of another aspect ratio was inserted.',
          action: 'review',
          resolution: (span) =>
            `Confirm that the change of aspect ratio ${span} is intended, or scale or crop the material.`,
        }),
    ),
  ];
}

/** Maximum area of a caption or a logo on black, as a share (0–1) of the frame. Chosen by this project. */
const maxCaptionShare = 0.15;

/** Returns whether the picture is black in the whole video, except for a small part such as a caption. */
export function isBlackAround(
  { active, whole }: PictureMeasurements,
  frame: { width: number; height: number },
): boolean {
  if (whole === null) return true;
  const { left, right, top, bottom } = barsOf(whole, sizeOf(active, frame.width, frame.height));
  return (1 - left - right) * (1 - top - bottom) <= maxCaptionShare;
}

function constantBars(bars: Bars, range: TimeRange): Finding {
  const anchor = { kind: 'time' as const, ...range };
  const percent = Number((Math.max(...Object.values(bars)) * 100).toFixed(1));
  return newFinding(rules['bars.constant'], {
    summary: `The picture has ${describe(bars)}`,
    details: `${describe(bars, true)}, ${spanOf(anchor)}; the largest, ${percent} %, exceeds the limit of ${barShare * 100} %.`,
    reasoning:
      'Players add bars where they are needed; bars in the file make the picture smaller than necessary.',
    headline: `Bars of up to ${percent} %`,
    evidence: [measurementEvidence(rules['bars.constant'], 'bars.constant', percent, anchor)],
    anchor,
    action: 'review',
    resolution: 'Confirm that the delivery specification requires bars, or crop them.',
  });
}

/**
 * Returns the size in pixels of the frame that was scaled to a width of 320. The file of a phone video may declare a
 * rotation, which swaps width and height. The frame is taken as rotated if an active picture is too tall otherwise.
 */
function sizeOf(active: PictureMeasurements['active'], width: number, height: number) {
  const tall = (across: number, down: number) => 2 * Math.round((320 * down) / across / 2);
  const bottom = active.reduce((lowest, { box }) => Math.max(lowest, box.bottom), -Infinity);
  const upright = tall(width, height);
  return { width: 320, height: bottom < upright ? upright : tall(height, width) };
}

/** Joins active pictures with nearly equal bars into one shape. */
function shapesOf(active: PictureMeasurements['active'], size: { width: number; height: number }): Shape[] {
  const shapes: Shape[] = [];
  for (const { startSeconds, endSeconds, box } of active) {
    const bars = barsOf(box, size);
    const at = continuedShape(shapes, startSeconds, bars);
    if (at === null) shapes.push({ startSeconds, endSeconds, bars });
    else {
      shapes.length = at + 1;
      shapes[at]!.endSeconds = endSeconds;
    }
  }
  return shapes;
}

/** Returns the index of the shape that a picture continues. Only a short gap or smaller pictures may separate them. */
function continuedShape(shapes: readonly Shape[], startSeconds: number, bars: Bars): number | null {
  for (let at = shapes.length - 1; at >= 0; at--) {
    const shape = shapes[at]!;
    if (startSeconds - shape.endSeconds > maxGapSeconds) return null;
    if (areSame(shape.bars, bars)) return at;
    if (!isWithin(shape.bars, bars)) return null;
  }
  return null;
}

function barsOf(box: ActiveBox, { width, height }: { width: number; height: number }): Bars {
  return {
    left: box.left / width,
    right: (width - 1 - box.right) / width,
    top: box.top / height,
    bottom: (height - 1 - box.bottom) / height,
  };
}

/** Maximum number of shapes that `usualOf` compares, longest first. The time is quadratic in the number of shapes. */
const maxShapes = 1_000;

function usualOf(all: readonly Shape[]): Shape | null {
  const shapes =
    all.length <= maxShapes ? all : all.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, maxShapes);
  let usual: Shape | null = null;
  let longestSeconds = 0;
  for (const shape of shapes) {
    const seconds = shapes
      .filter(({ bars }) => areSame(bars, shape.bars))
      .reduce((sum, range) => sum + lengthOf(range), 0);
    if (seconds <= longestSeconds) continue;
    usual = shape;
    longestSeconds = seconds;
  }
  return usual;
}

function areBars(bars: Bars): boolean {
  return (
    Math.abs(bars.left - bars.right) <= maxSideDifference &&
    Math.abs(bars.top - bars.bottom) <= maxSideDifference &&
    isLargeEnough(bars)
  );
}

function isLargeEnough(bars: Bars): boolean {
  const width = 1 - bars.left - bars.right;
  const height = 1 - bars.top - bars.bottom;
  const hasBoth = width < 1 - 2 * barShare && height < 1 - 2 * barShare;
  return (
    width >= (hasBoth ? minWindowboxSize : minWidth) && height >= (hasBoth ? minWindowboxSize : minHeight)
  );
}

/**
 * Returns whether the picture reaches each bar along its whole length. This is not known of equal bars on all sides,
 * because the lines of the picture are shorter than those of the frame.
 * @param inner the parts of the frame outside of the box `lit`
 */
function hasEdges(bars: Bars, inner: Bars): boolean {
  const reaches = (side: keyof Bars) =>
    bars[side] < barShare || inner[side] <= bars[side] + maxSideDifference;
  const isWindowbox = Object.values(bars).every((share) => share >= barShare);
  return (isWindowbox && areBars(bars)) || (['left', 'right', 'top', 'bottom'] as const).every(reaches);
}

function areSame(a: Bars, b: Bars): boolean {
  return (['left', 'right', 'top', 'bottom'] as const).every(
    (side) => Math.abs(a[side] - b[side]) <= maxSideDifference,
  );
}

/** Returns whether no bar of a picture is thinner than that of another picture. */
function isWithin(bars: Bars, other: Bars): boolean {
  return (['left', 'right', 'top', 'bottom'] as const).every(
    (side) => bars[side] >= other[side] - maxSideDifference,
  );
}

function isFull(bars: Bars): boolean {
  return Object.values(bars).every((share) => share < barShare);
}

function describe(bars: Bars, atStart = false): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const pair = (sides: [string, number][], of: string) => {
    const found = sides.filter(([, share]) => share >= barShare);
    if (found.length === 0) return [];
    const where = found.map(([side]) => side).join(' and ');
    const shares = found.map(([, share]) => percent(share)).join(' and ');
    return [`${found.length === 1 ? 'a bar' : 'bars'} ${where} (${shares} of the ${of})`];
  };
  const parts = [
    ...pair(
      [
        ['above', bars.top],
        ['below', bars.bottom],
      ],
      'height',
    ),
    ...pair(
      [
        ['left', bars.left],
        ['right', bars.right],
      ],
      'width',
    ),
  ];
  const words = parts.length === 0 ? 'no bars' : parts.join(' and ');
  return atStart ? sentenceCase(words) : words;
}
