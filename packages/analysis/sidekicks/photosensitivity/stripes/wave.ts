/** The direction and frequency of stripes: cycles per pixel to the right and downward. A wave equals its negative. */
export interface Wave {
  x: number;
  y: number;
}

export function frequencyOf({ x, y }: Wave): number {
  return Math.hypot(x, y);
}

/** Returns the wave or its negative, whichever has less difference from `other`. */
export function alignedWith(wave: Wave, other: Wave): Wave {
  return wave.x * other.x + wave.y * other.y < 0 ? { x: -wave.x, y: -wave.y } : wave;
}

/** Returns the difference of two waves as a share of the lower frequency. */
export function differenceOf(one: Wave, other: Wave): number {
  const aligned = alignedWith(one, other);
  return (
    Math.hypot(aligned.x - other.x, aligned.y - other.y) / Math.min(frequencyOf(one), frequencyOf(other))
  );
}
