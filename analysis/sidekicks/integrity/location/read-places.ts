import ExifReader from 'exifreader';
import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { PdfRefused, withPdf } from '../../../media/pdf.ts';
import { type Place, positionOf } from './place.ts';
import { xmpPosition } from './xmp-position.ts';

/** The positions in the metadata of an image or a PDF. Runs in an isolate. */
export async function readPlaces(source: RangedSource, { mimeType }: { mimeType: string }): Promise<Place[]> {
  return mimeType === 'application/pdf' ? inDocument(source) : inImage(source);
}

async function inImage(source: RangedSource): Promise<Place[]> {
  const bytes = await source.read(0, source.sizeBytes);
  let tags: ExifReader.ExpandedTags;
  try {
    tags = ExifReader.load(Buffer.from(bytes), { expanded: true });
  } catch (error) {
    // The reader throws for files without any metadata and for metadata it cannot read: no position either way.
    if (error instanceof Error) return [];
    throw error;
  }
  const { Latitude: latitude = null, Longitude: longitude = null } = tags.gps ?? {};
  const xmp: unknown = tags.xmp?._raw;
  return [
    ...inPlace('its Exif metadata', positionOf(latitude, longitude)),
    ...inPlace('its XMP metadata', typeof xmp === 'string' ? xmpPosition(xmp) : null),
  ];
}

async function inDocument(source: RangedSource): Promise<Place[]> {
  try {
    return await withPdf(source, async (document) => {
      const { metadata } = (await document.getMetadata()) as { metadata: { getRaw(): unknown } | null };
      const xmp = metadata?.getRaw();
      return inPlace('its XMP metadata', typeof xmp === 'string' ? xmpPosition(xmp) : null);
    });
  } catch (error) {
    // What cannot be opened shows its metadata to nobody.
    if (error instanceof PdfRefused) return [];
    throw error;
  }
}

function inPlace(where: string, position: ReturnType<typeof positionOf>): Place[] {
  return position === null ? [] : [{ ...position, where }];
}
