import { alignedWith, frequencyOf, type Wave } from './wave.ts';

interface LocatedWave {
  x: number;
  y: number;
  wave: Wave;
}

/** Number of directions in which stripes are counted. Curved stripes run in several directions. */
const directions = 12;
/** Maximum angle in radians between a direction of counting and the waves that are counted in that direction. */
const maxAngle = Math.PI / 9;

/** Number of light-dark pairs on a line across the stripes, and the mean wave of the counted cells. */
export interface PairCount {
  pairs: number;
  wave: Wave;
}

/**
 * Counts the light-dark pairs of stripes in cells of the given size, for lines in several directions. Returns the count
 * of the direction with the most pairs. Parts of a line without stripes add no pairs.
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

/** Returns a wave with the mean direction and the mean frequency of the given waves, aligned with `direction`. */
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

/** Projects the cells onto a line in the direction of `wave` and returns the covered length in pixels. */
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
