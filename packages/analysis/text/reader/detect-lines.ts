import { Tensor } from 'onnxruntime-node';
import type { Picture } from '../../decode/picture.ts';
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
 * Returns the detected lines in a picture, in any order.
 * @param side longer side in pixels of the scaled picture
 */
export async function detectLines(
  { detector }: TextModels,
  picture: Picture,
  side = detectorSide,
): Promise<DetectedLine[]> {
  const scale = side / Math.max(picture.width, picture.height);
  const sideOf = (pixels: number) => Math.max(1, Math.round((pixels * scale) / sideStep)) * sideStep;
  const [width, height] = [sideOf(picture.width), sideOf(picture.height)];
  const input = new Tensor('float32', resizedPlanes(picture, width, height), [1, planes, height, width]);
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
    found.push({ box: scaled(box, picture.width / width, picture.height / height), probability });
  }
  return found;
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
