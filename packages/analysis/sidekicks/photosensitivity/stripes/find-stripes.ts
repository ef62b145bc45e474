import { countPairs } from './count-pairs.ts';
import { createChangedBlocks } from './changed-blocks.ts';
import { createBlockGradients } from './block-gradients.ts';
import { blockCount } from './blocks.ts';
import { createTileExaminer, type TileGrid } from './examine-tiles.ts';
import type { TileWave } from './find-waves.ts';
import { tileSize } from './fourier.ts';
import { groupCells, type StripedCell } from './group-cells.ts';
import { measureWave } from './local-wave.ts';
import { halve, height, luminanceOf, type LumaPicture, width } from './luma-picture.ts';
import type { Light } from '../light.ts';
import { frequencyOf, type Wave } from './wave.ts';

/** Stripes of similar direction and width in one picture. Curved stripes are one group. */
export interface StripeGroup {
  /** Share (0–1) of the picture that the stripes fill. */
  pictureShare: number;
  pairs: number;
  wave: Wave;
  /** Luminance in cd/m² of the lightest and the darkest stripes. */
  lightest: number;
  darkest: number;
  /** Amplitude of the stripes in luma values: the 90th percentile of the cells. */
  amplitude: number;
  cells: StripedCell[];
  /** 1 if `cells` has positions in the picture in full size, 2 in the picture in half the width and height. */
  scale: 1 | 2;
}

/** Maximum number of light-dark pairs that are permitted (ITU-R BT.1702-3, guideline 2). */
export const maxPairs = 5;
/** Pictures in which a smaller share (0–1) may have stripes are skipped. ITU-R BT.1702-3 permits stripes up to 0.25. */
const minCandidateShare = 0.2;
/** Luminance in cd/m² that the lightest stripe must exceed (Harding et al. 2005). */
export const minLightest = 50;
/**
 * Limits in cd/m² of discernible stripes: the darkest stripe is below `maxDarkest`, and the difference of luminance is
 * at least `minDifference`. ITU-R BT.1702-3 has no numbers for stripes, so these are its numbers for flashes.
 */
const minDifference = 20;
const maxDarkest = 160;

/** Minimum amplitude of a cell as a share of its group's amplitude. Cells on the edge of the stripes have half. */
const minAmplitudeShare = 0.5;
/** Minimum amplitude of a group in luma values. */
const minAmplitude = 4;

const cell = { width: 8, height: 9 };
/** Positions and limits of the tiles: at scale 1 for pairs of up to 22 pixels, at scale 2 for wider pairs. */
const grids: readonly TileGrid[] = [
  {
    scale: 1,
    lefts: [0, 32, 64, 96, 128, 160, 192, 224, 256],
    tops: [0, 30, 60, 90, 116],
    minCoherence: 0.6,
    minCycles: 2.9,
    maxCycles: tileSize,
    maxLowShare: 1,
  },
  {
    scale: 2,
    lefts: [0, 24, 48, 72, 96],
    tops: [0, 13, 26],
    minCoherence: 0.4,
    minCycles: 1.6,
    maxCycles: 9,
    maxLowShare: 4,
  },
];

/**
 * Returns a function that finds the groups of discernible stripes with more than five light-dark pairs in a picture. It
 * examines the picture in full and in half size, and returns the groups of the size in which they fill the larger
 * share.
 */
export function createStripeFinder(light: Light): (luma: Uint8Array) => readonly StripeGroup[] {
  const changedBlocks = createChangedBlocks();
  const gradients = createBlockGradients();
  const candidates = new Uint8Array(blockCount);
  const half = new Uint8Array((width * height) / 4);
  const examiners = grids.map(createTileExaminer);
  let groups: readonly StripeGroup[] = [];
  return (luma) => {
    const changed = changedBlocks(luma);
    gradients.update(luma, changed);
    candidates.fill(0);
    for (const { mark } of examiners) mark(changed, gradients, candidates);
    if (candidates.reduce((sum, isCandidate) => sum + isCandidate, 0) < minCandidateShare * blockCount)
      return [];
    const whole: LumaPicture = { width, height, luma };
    const pictures = { 1: whole, 2: halve(whole, half) };
    const examined = examiners.filter(({ scale, examine }) => examine(pictures[scale]));
    if (examined.length === 0) return groups;
    const found = examiners.map(({ scale, waves }) => groupsOf(pictures[scale], waves(), scale, light));
    groups = found.reduce((best, each) => (shareOf(each) > shareOf(best) ? each : best));
    return groups;
  };
}

/** Returns the share (0–1) of the picture that all groups fill together. */
export function shareOf(groups: readonly StripeGroup[]): number {
  return groups.reduce((sum, { pictureShare }) => sum + pictureShare, 0);
}

function groupsOf(
  picture: LumaPicture,
  tiles: readonly TileWave[],
  scale: 1 | 2,
  light: Light,
): StripeGroup[] {
  if (tiles.length === 0) return [];
  const columns = picture.width / cell.width;
  const rows = picture.height / cell.height;
  const measured: StripedCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = (column + 0.5) * cell.width;
      const y = (row + 0.5) * cell.height;
      const wave = nearestWave(tiles, x, y);
      if (wave === null) continue;
      const { amplitude } = measureWave(picture, wave, x, y);
      if (amplitude >= minAmplitude / 2) measured.push({ column, row, x, y, wave, amplitude });
    }
  }
  return groupCells(measured, columns).flatMap((all) => {
    const amplitudes = all.map(({ amplitude }) => amplitude).sort((a, b) => a - b);
    const amplitude = amplitudes[Math.floor(amplitudes.length * 0.9)]!;
    if (amplitude < minAmplitude) return [];
    const cells = all.filter((each) => each.amplitude >= minAmplitudeShare * amplitude);
    const { pairs, wave } = countPairs(cells, cell);
    const luminances = luminancesOf(light, picture, cells, amplitude, wave);
    const group = {
      pairs,
      wave,
      ...luminances,
      amplitude,
      cells,
      scale,
      pictureShare: cells.length / (columns * rows),
    };
    return Math.round(pairs) > maxPairs && isDiscernible(luminances) ? [group] : [];
  });
}

function nearestWave(tiles: readonly TileWave[], x: number, y: number): Wave | null {
  let nearest: Wave | null = null;
  let least = Infinity;
  for (const { centreX, centreY, wave } of tiles) {
    const dx = Math.abs(x - centreX);
    const dy = Math.abs(y - centreY);
    if (Math.max(dx, dy) > tileSize / 2 || dx * dx + dy * dy >= least) continue;
    least = dx * dx + dy * dy;
    nearest = wave;
  }
  return nearest;
}

function isDiscernible({ lightest, darkest }: { lightest: number; darkest: number }): boolean {
  return lightest > minLightest && lightest - darkest >= minDifference && darkest < maxDarkest;
}

/** Share (0–1) of the lightest and of the darkest pixels that are ignored as outliers, such as noise. */
const outliers = 0.05;

function luminancesOf(
  light: Light,
  { width, luma }: LumaPicture,
  cells: readonly StripedCell[],
  amplitude: number,
  wave: Wave,
): { lightest: number; darkest: number } {
  const counts = new Uint32Array(256);
  let sum = 0;
  for (const { column, row } of cells) {
    for (let y = row * cell.height; y < (row + 1) * cell.height; y++) {
      for (let at = y * width + column * cell.width, end = at + cell.width; at < end; at++) {
        counts[luma[at]!]!++;
        sum += luma[at]!;
      }
    }
  }
  const pixels = cells.length * cell.width * cell.height;
  let low = 0;
  for (let seen = counts[0]!; low < 255 && seen <= outliers * pixels; seen += counts[++low]!);
  let high = 255;
  for (let seen = counts[255]!; high > 0 && seen <= outliers * pixels; seen += counts[--high]!);
  // A pixel averages fine stripes. Dividing by the loss restores the amplitude of the stripes.
  const swing = ((Math.PI / 4) * amplitude) / averagingLoss(wave);
  const mean = sum / pixels;
  return {
    lightest: luminanceOf(light, Math.min(235, Math.max(high, mean + swing))),
    darkest: luminanceOf(light, Math.max(16, Math.min(low, mean - swing))),
  };
}

/** Returns the share (0–1) of a wave's amplitude that remains after each pixel has averaged its area. */
function averagingLoss({ x, y }: Wave): number {
  const sinc = (value: number) => (value === 0 ? 1 : Math.sin(Math.PI * value) / (Math.PI * value));
  return sinc(Math.min(0.5, Math.abs(x))) * sinc(Math.min(0.5, Math.abs(y)));
}

/** Returns the period of a wave in pixels. */
export function periodOf(wave: Wave): number {
  return 1 / frequencyOf(wave);
}
