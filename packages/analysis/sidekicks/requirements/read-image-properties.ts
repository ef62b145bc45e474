import ExifReader from 'exifreader';
import { plainText } from '@assay/domain/lib/characters.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

/** The properties of an image that only its metadata state. */
export interface ImageProperties {
  /** Resolution in dots per inch, the lower one of width and height; null if the image declares none. */
  dpi: number | null;
  /** Description of the embedded ICC profile; null if there is none. */
  colourProfile: string | null;
  /** True if viewers turn the image by a quarter, so that width and height change places. */
  isTurned: boolean;
}

/** Resolutions above it are no real ones. */
export const maxDpi = 1e6;
const maxProfileCharacters = 100;
const cmPerInch = 2.54;
const metresPerInch = 0.0254;

/** A resolution as metadata state it. */
interface Density {
  x: unknown;
  y: unknown;
  /** Dots per inch of one unit; undefined for an unknown unit. */
  perUnit: number | undefined;
}

/**
 * Reads the resolution, the orientation and the ICC profile of an image. The resolution of JFIF and PNG comes before
 * that of Exif, which programs often leave at 72 dpi. Runs in a parser process.
 */
export async function readImageProperties(source: RangedSource): Promise<ImageProperties> {
  const tags = load(Buffer.from(await source.read(0, source.sizeBytes)));
  const { jfif, png, exif, icc } = tags;
  const densities: Density[] = [
    {
      x: jfif?.['XResolution']?.value,
      y: jfif?.['YResolution']?.value,
      perUnit: { 1: 1, 2: cmPerInch }[jfif?.['Resolution Unit']?.value ?? 0],
    },
    {
      x: png?.['Pixels Per Unit X']?.value,
      y: png?.['Pixels Per Unit Y']?.value,
      perUnit: png?.['Pixel Units']?.value === 1 ? metresPerInch : undefined,
    },
    {
      x: exif?.['XResolution']?.value,
      y: exif?.['YResolution']?.value,
      // Without a unit, Exif counts in inches (Exif 3.0, 4.6.5).
      perUnit: { 2: 1, 3: cmPerInch }[exif?.['ResolutionUnit']?.value ?? 2],
    },
  ];
  const description: unknown = icc?.['ICC Description']?.description;
  return {
    dpi: densities.map(dpiOf).find((dpi) => dpi !== null) ?? null,
    colourProfile:
      typeof description === 'string' && description.trim() !== ''
        ? plainText(description.trim(), maxProfileCharacters)
        : null,
    isTurned: [5, 6, 7, 8].includes(Number(exif?.['Orientation']?.value)),
  };
}

function load(bytes: Buffer): ExifReader.ExpandedTags {
  try {
    return ExifReader.load(bytes, {
      expanded: true,
      includeTags: {
        jfif: true,
        png: true,
        icc: true,
        exif: ['XResolution', 'YResolution', 'ResolutionUnit', 'Orientation'],
      },
    });
  } catch (error) {
    // ExifReader throws if the metadata is missing or unreadable. The image then declares nothing.
    if (error instanceof Error) return {};
    throw error;
  }
}

function dpiOf({ x, y, perUnit }: Density): number | null {
  const values = [x, y].map((value) => {
    // Exif stores fractions.
    if (Array.isArray(value)) return Number(value[0]) / Number(value[1] ?? 1);
    return typeof value === 'number' ? value : NaN;
  });
  const dpi = Math.min(...values) * (perUnit ?? NaN);
  return dpi > 0 && dpi <= maxDpi ? Math.round(dpi * 100) / 100 : null;
}
