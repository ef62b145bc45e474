/** Degrees on WGS 84, north and east positive. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** A position and where in the file it stands. */
export interface Place extends Position {
  where: string;
}

/** Null where it is no place on earth. */
export function positionOf(latitude: number | null, longitude: number | null): Position | null {
  if (latitude === null || longitude === null) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
