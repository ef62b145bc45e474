/** Stripes, as cycles per pixel to the right (`x`) and downward (`y`). A wave and its negative are the same stripes. */
export interface Wave {
  x: number;
  y: number;
}

export function frequencyOf({ x, y }: Wave): number {
  return Math.hypot(x, y);
}

/** Returns the wave or its negative, whichever is closer to `other`. */
export function alignedWith(wave: Wave, other: Wave): Wave {
  return wave.x * other.x + wave.y * other.y < 0 ? { x: -wave.x, y: -wave.y } : wave;
}

/** Returns the distance between two waves as a share of the lower of their frequencies. */
export function differenceOf(one: Wave, other: Wave): number {
  const aligned = alignedWith(one, other);
  return (
    Math.hypot(aligned.x - other.x, aligned.y - other.y) / Math.min(frequencyOf(one), frequencyOf(other))
  );
}
