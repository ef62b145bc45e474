import { alignedWith, frequencyOf, type Wave } from './wave.ts';

interface LocatedWave {
  x: number;
  y: number;
  wave: Wave;
}

/** Number of directions in which curved stripes are counted. */
const directions = 12;
/** Largest angle in radians between a direction and the stripes that are counted in it. */
const maxAngle = Math.PI / 9;

/** Number of light-dark pairs of stripes, counted across them, and the mean wave there. */
export interface PairCount {
  pairs: number;
  wave: Wave;
}

/**
 * Counts the light-dark pairs in cells of the given size, along the line across the stripes that crosses most of them.
 * Parts of the line without stripes are left out.
 */
export function countPairs(
  cells: readonly LocatedWave[],
  cell: { width: number; height: number },
): PairCount {
  let most: PairCount = { pairs: 0, wave: { x: 1, y: 0 } };
  for (let at = 0; at < directions; at++) {
    const angle = (Math.PI * at) / directions;
    const direction = { x: Math.cos(angle), y: Math.sin(angle) };
    const chosen = cells.filter(({ wave }) => {
      const along = Math.abs(wave.x * direction.x + wave.y * direction.y);
      return along >= Math.cos(maxAngle) * frequencyOf(wave);
    });
    if (chosen.length === 0) continue;
    const wave = meanWave(chosen, direction);
    const pairs = coveredLength(chosen, wave, cell) * frequencyOf(wave);
    if (pairs > most.pairs) most = { pairs, wave };
  }
  return most;
}

/** Returns the mean wave in a direction. The frequency is the mean of the frequencies. */
function meanWave(waves: readonly LocatedWave[], direction: Wave): Wave {
  let x = 0;
  let y = 0;
  let frequency = 0;
  for (const each of waves) {
    const wave = alignedWith(each.wave, direction);
    x += wave.x;
    y += wave.y;
    frequency += frequencyOf(wave);
  }
  const scale = frequency / waves.length / Math.hypot(x, y);
  return { x: x * scale, y: y * scale };
}

/** Returns the length in pixels that the cells cover on a line across the stripes. */
function coveredLength(
  waves: readonly LocatedWave[],
  wave: Wave,
  cell: { width: number; height: number },
): number {
  const frequency = frequencyOf(wave);
  const across = { x: wave.x / frequency, y: wave.y / frequency };
  const half = (cell.width * Math.abs(across.x) + cell.height * Math.abs(across.y)) / 2;
  const centres = waves.map(({ x, y }) => x * across.x + y * across.y).sort((a, b) => a - b);
  let length = 0;
  let end = -Infinity;
  for (const centre of centres) {
    length += centre + half - Math.max(end, centre - half);
    end = centre + half;
  }
  return length;
}
