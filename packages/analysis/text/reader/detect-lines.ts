import { Tensor } from 'onnxruntime-node';
import type { Picture } from '../../decode/picture.ts';
import type { Box } from '../text-reader.ts';
import { findComponents } from './components.ts';
import { enclosingBox, type TiltedBox } from './enclosing-box.ts';
import type { TextModels } from './models.ts';
import { maxLines } from './reader-limits.ts';
import { planes, resizedPlanes } from './resample.ts';

/** An area of a picture that looks like a line of text. */
export interface DetectedLine {
  /** In pixels of the picture. */
  box: TiltedBox;
  /** Mean probability (0–1) that a pixel of the area belongs to text. */
  probability: number;
}

/** Longer side in pixels of the scaled picture that the detector receives. */
const detectorSide = 1280;
/**
 * Longer side in pixels of the scaled picture for a first look (`ReadOptions`). A first look takes two fifths of the
 * time of a detection with `detectorSide`. With a side of only 640 pixels, the detector misses letters that are 22
 * pixels high in a picture of 1,920 × 1,080.
 */
export const firstLookSide = 800;
/** Both sides of the scaled picture are multiples of this number of pixels. */
const sideStep = 32;
/**
 * The network marks the core of a line, which `growth` enlarges. The three values are PaddleOCR's for these weights.
 */
const minPixelProbability = 0.3;
const minLineProbability = 0.5;
const growth = 1.6;
/** Minimum height in pixels of the marked core of a line in the scaled picture. */
const minHeight = 3;

/**
 * Returns the detected lines whose centre is in an area of a picture, in any order. The detector also receives what is
 * around the area, without which it splits lines at the edges.
 * @param side longer side in pixels of the scaled picture, of which the detector receives the area
 */
export async function detectLines(
  { detector }: TextModels,
  picture: Picture,
  searched: Box,
  side = detectorSide,
): Promise<DetectedLine[]> {
  const scale = side / Math.max(picture.width, picture.height);
  const received = withSurroundings(searched, picture, sideStep / scale);
  const [left, top, right, bottom] = received;
  const sideOf = (pixels: number) => Math.max(1, Math.round((pixels * scale) / sideStep)) * sideStep;
  const [width, height] = [sideOf(right - left), sideOf(bottom - top)];
  const input = new Tensor('float32', resizedPlanes(picture, received, width, height), [
    1,
    planes,
    height,
    width,
  ]);
  const { [detector.outputNames[0]!]: output } = await detector.run({ [detector.inputNames[0]!]: input });
  const probabilities = output!.data as Float32Array;

  const found: DetectedLine[] = [];
  for (const area of findComponents(probabilities, width, height, minPixelProbability, maxLines)) {
    // Corners of the first and last pixel of each row.
    const edges = area.left.flatMap((left, row) => {
      const [top, right] = [area.top + row, area.right[row]! + 1];
      return [
        [left, top],
        [right, top],
        [left, top + 1],
        [right, top + 1],
      ] as const;
    });
    const core = enclosingBox(edges);
    const probability = area.sum / area.pixels;
    if (Math.min(core.width, core.height) < minHeight || probability < minLineProbability) continue;
    const margin = (core.width * core.height * growth) / (2 * (core.width + core.height));
    const box = { ...core, width: core.width + 2 * margin, height: core.height + 2 * margin };
    // The network often mistakes a whole picture of soft colours for a line. Recognising such a line would take longer
    // than the detection.
    if (Math.min(box.width, box.height) > Math.min(width, height)) continue;
    if (holdsOneCharacter(box)) continue;
    const inPicture = scaled(box, (right - left) / width, (bottom - top) / height);
    inPicture.x += left;
    inPicture.y += top;
    if (contains(searched, inPicture)) found.push({ box: inPicture, probability });
  }
  return found;
}

/** Maximum ratio of the longer to the shorter side of a box around one character. A box has margins on all sides. */
const maxAspectOfOne = 1.15;

/** Returns whether a box is too short for two characters. A single character is no text. */
const holdsOneCharacter = ({ width, height }: { width: number; height: number }) =>
  Math.max(width, height) < maxAspectOfOne * Math.min(width, height);

const contains = ([left, top, right, bottom]: Box, { x, y }: { x: number; y: number }) =>
  x >= left && x <= right && y >= top && y <= bottom;

/**
 * Enlarges an area of a picture by at least `step` pixels, to multiples of `step` pixels, as far as the picture allows.
 */
function withSurroundings([left, top, right, bottom]: Box, picture: Picture, step: number): Box {
  const enlarge = (from: number, to: number, limit: number) => {
    const size = Math.min(limit, Math.round((1 + Math.ceil((to - from) / step)) * step));
    const start = Math.max(0, Math.min(limit - size, Math.floor((from + to - size) / 2)));
    return [start, start + size] as const;
  };
  const [x, toX] = enlarge(left, right, picture.width);
  const [y, toY] = enlarge(top, bottom, picture.height);
  return [x, y, toX, toY];
}

/**
 * Converts a box to the coordinates of a picture that is larger by `factorX` and `factorY`. The two factors are nearly
 * equal, so a tilted box stays a rectangle.
 */
function scaled({ x, y, width, height, cos, sin }: TiltedBox, factorX: number, factorY: number): TiltedBox {
  const along = Math.hypot(cos * factorX, sin * factorY);
  const across = Math.hypot(sin * factorX, cos * factorY);
  return {
    x: x * factorX,
    y: y * factorY,
    width: width * along,
    height: height * across,
    cos: (cos * factorX) / along,
    sin: (sin * factorY) / along,
  };
}
