import type { PageSizeRequirement } from '@assay/domain/contracts/profile.ts';

// The values that people type in the editor of a profile. Text that is no value is kept, so that they can correct it.

/** Digits in groups of three, as the pages show them: `25,000`, or `25 000` with any space. `0,500` is not one. */
const grouped = /^[+-]?[1-9]\d{0,2}([,\s])\d{3}(?:\1\d{3})*(?:\.\d+)?$/;

/** Returns the number that a text is, or the text itself if it is none. A decimal comma makes no number. */
export function readNumber(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = Number(grouped.test(trimmed) ? trimmed.replace(/[,\s]/g, '') : trimmed);
  return Number.isFinite(value) ? value : trimmed;
}

const byteUnits: Readonly<Record<string, number>> = {
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** Returns the bytes that a text is, such as `4 GB`, or the text itself if it is none. */
export function readBytes(text: string): number | string | null {
  const [, size = '', unit = ''] = /^(.*\d)\s*([KMG]i?B)\s*$/i.exec(text) ?? [];
  if (unit === '') return readNumber(text);
  const value = readNumber(size);
  return typeof value === 'number' ? Math.round(value * byteUnits[unit.toLowerCase()]!) : text.trim();
}

/** Reads a number of a list. A comma makes no number, because `100,200` may be meant as two. */
export const readLineNumber = (line: string): number =>
  (line.includes(',') ? line : readNumber(line)) as number;

export type PageSize = PageSizeRequirement['oneOf'][number];

const millimetresPerInch = 25.4;

/**
 * Reads a size such as `210 × 297` or `6 × 9 in`. Text that is no size is kept as its width, which the service rejects.
 */
export function readPageSize(line: string): PageSize {
  const [, sides = line, unit = 'mm'] = /^(.*?)\s*(mm|in|inch(?:es)?|["″])$/i.exec(line.trim()) ?? [];
  const [width = '', height = ''] = sides
    .split(/\s*[x×*]\s*/i)
    .map((side) => side.replace(/\s*(?:mm|in|["″])$/i, ''));
  const side = (text: string) => {
    const value = readLineNumber(text);
    const isInch = unit.toLowerCase() !== 'mm' && typeof value === 'number';
    return isInch ? Number((value * millimetresPerInch).toFixed(2)) : value;
  };
  return { widthMm: side(width), heightMm: side(height) };
}
