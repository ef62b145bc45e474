import ExifReader from 'exifreader';
import type { RangedSource } from '../../../domain/ranged-source.ts';

/** Degrees, north and east positive. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** The position in an image's Exif metadata; null where there is none that can be read. Runs in an isolate. */
export async function readPosition(source: RangedSource): Promise<Position | null> {
  const bytes = await source.read(0, source.sizeBytes);
  let gps: ExifReader.GpsTags | undefined;
  try {
    gps = ExifReader.load(Buffer.from(bytes), { expanded: true }).gps;
  } catch (error) {
    // The reader throws for files without any metadata and for metadata it cannot read: no position either way.
    if (error instanceof Error) return null;
    throw error;
  }
  const { Latitude: latitude, Longitude: longitude } = gps ?? {};
  if (latitude === undefined || longitude === undefined) return null;
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null;
}
