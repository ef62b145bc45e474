import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { decodeMarkup } from '../../formats/text-encoding.ts';

/** Sides above it are no real ones. */
export const maxSvgSide = 1e6;
/** The root element begins within these bytes. Comments and licences before it are shorter. */
const headBytes = 64 * 1024;
const maxErrors = 100;

/** Pixels of CSS in the units of SVG (CSS Values and Units, 6.2). */
const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
};

class Found extends Error {}

/**
 * Returns the size of an SVG in pixels: its width and height, or else its view box. Returns null if it declares
 * neither. Runs in a parser process.
 */
export async function readSvgSize(source: RangedSource): Promise<{ width: number; height: number } | null> {
  const text = decodeMarkup(await source.read(0, Math.min(headBytes, source.sizeBytes)), false);
  if (text === null) return null;
  let attributes: Record<string, string> = {};
  let errors = 0;
  const parser = new SaxesParser();
  parser.on('opentag', (tag: SaxesTagPlain) => {
    ({ attributes } = tag);
    throw new Found();
  });
  parser.on('error', () => {
    if (++errors > maxErrors) throw new Found();
  });
  try {
    parser.write(text);
  } catch (error) {
    if (!(error instanceof Found)) throw error;
  }
  const box = (attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const sides = [side(attributes['width']) ?? box[2], side(attributes['height']) ?? box[3]];
  const [width, height] = sides.map((value) => Math.round((value ?? 0) * 1000) / 1000) as [number, number];
  return width > 0 && height > 0 && width <= maxSvgSide && height <= maxSvgSide ? { width, height } : null;
}

/** Returns a length in pixels; null for a percentage, a relative unit, or no length. */
function side(length: string | undefined): number | null {
  const [, value, unit = ''] = /^\s*\+?(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]*)\s*$/.exec(length ?? '') ?? [];
  const pixels = Number(value) * (pixelsPerUnit[unit] ?? NaN);
  return Number.isFinite(pixels) ? pixels : null;
}
