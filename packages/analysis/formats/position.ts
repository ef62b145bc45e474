/** Latitude and longitude in degrees (WGS 84); north and east are positive. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** A position and a description of its location in the file, such as `its Exif metadata`. */
export interface FoundPosition extends Position {
  where: string;
}

/**
 * Returns the position with the given coordinates; null if a coordinate is missing or out of range. Also returns null
 * for 0, 0: devices without a position write zeros.
 */
export function positionOf(latitude: number | null, longitude: number | null): Position | null {
  if (latitude === null || longitude === null) return null;
  if (latitude === 0 && longitude === 0) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/**
 * Parses a position in the compact form of ISO 6709:2008, annex H: `+53.5503+009.9922+012.3/`. Each coordinate consists
 * of degrees (`±DD`, `±DDD`), degrees and minutes (`±DDMM`), or degrees, minutes and seconds (`±DDMMSS`). Some writers
 * omit the leading zeros of degrees; such a text is read as decimal degrees. Returns null if the text has another form.
 */
export function parseIso6709(text: string): Position | null {
  const parts = /^([+-])(\d{2})(\d{2}){0,2}(\.\d+)?([+-])(\d{3})(\d{2}){0,2}(\.\d+)?(?:[+-]|CRS|\/|$)/.exec(
    text.trim(),
  );
  if (parts === null) return decimalDegrees(text.trim());
  const [latitude, longitude] = text.trim().match(/[+-][\d.]+/g)!;
  return positionOf(iso6709Degrees(latitude, 2), iso6709Degrees(longitude!, 3));
}

function decimalDegrees(text: string): Position | null {
  const parts = /^([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)(?:[+-]|CRS|\/|$)/.exec(text);
  return parts === null ? null : positionOf(Number(parts[1]), Number(parts[2]));
}

function iso6709Degrees(part: string, degreeDigits: number): number {
  const [, digits = '', fraction = ''] = /^[+-](\d+)(\.\d+)?$/.exec(part) ?? [];
  const fields = [digits.slice(0, degreeDigits), ...(digits.slice(degreeDigits).match(/\d{2}/g) ?? [])];
  // The fraction belongs to the last field: degrees, minutes or seconds.
  fields.push(`${fields.pop()}${fraction}`);
  const value = fields.reduce((sum, field, index) => sum + Number(field) / 60 ** index, 0);
  return part.startsWith('-') ? -value : value;
}
