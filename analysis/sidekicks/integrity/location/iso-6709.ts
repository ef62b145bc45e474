import { type Position, positionOf } from './place.ts';

/**
 * A point in the compact form of ISO 6709:2008, annex H: `+53.5503+009.9922+012.3/`, its parts in degrees (`±DD`,
 * `±DDD`), in degrees and minutes (`±DDMM`), or in degrees, minutes and seconds (`±DDMMSS`). Degrees with fewer digits, which some
 * writers leave out, are taken for decimal ones. Null when it is none.
 */
export function parseIso6709(text: string): Position | null {
  const parts = /^([+-])(\d{2})(\d{2}){0,2}(\.\d+)?([+-])(\d{3})(\d{2}){0,2}(\.\d+)?(?:[+-]|CRS|\/|$)/.exec(
    text.trim(),
  );
  if (parts === null) return decimalDegrees(text.trim());
  const [latitude, longitude] = text.trim().match(/[+-][\d.]+/g)!;
  return positionOf(degrees(latitude, 2), degrees(longitude!, 3));
}

function decimalDegrees(text: string): Position | null {
  const parts = /^([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)(?:[+-]|CRS|\/|$)/.exec(text);
  return parts === null ? null : positionOf(Number(parts[1]), Number(parts[2]));
}

function degrees(part: string, degreeDigits: number): number {
  const [, digits = '', fraction = ''] = /^[+-](\d+)(\.\d+)?$/.exec(part) ?? [];
  const fields = [digits.slice(0, degreeDigits), ...(digits.slice(degreeDigits).match(/\d{2}/g) ?? [])];
  // The fraction belongs to the last field.
  fields.push(`${fields.pop()}${fraction}`);
  const value = fields.reduce((sum, field, index) => sum + Number(field) / 60 ** index, 0);
  return part.startsWith('-') ? -value : value;
}
