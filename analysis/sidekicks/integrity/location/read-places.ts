import ExifReader from 'exifreader';
import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { PdfRefused, withPdf } from '../../../media/pdf.ts';
import { type Place, positionOf, xmpPosition } from './position.ts';

/** Returns the geographic positions in the metadata of an image or a PDF. Runs in a parser process. */
export async function readPlaces(source: RangedSource, { mimeType }: { mimeType: string }): Promise<Place[]> {
  return mimeType === 'application/pdf' ? placesInDocument(source) : placesInImage(source);
}

async function placesInImage(source: RangedSource): Promise<Place[]> {
  const bytes = await source.read(0, source.sizeBytes);
  let tags: ExifReader.ExpandedTags;
  try {
    tags = ExifReader.load(Buffer.from(bytes), { expanded: true });
  } catch (error) {
    // ExifReader throws if a file has no metadata or unreadable metadata. In both cases the image discloses no
    // position.
    if (error instanceof Error) return [];
    throw error;
  }
  const { Latitude: latitude = null, Longitude: longitude = null } = tags.gps ?? {};
  const xmp: unknown = tags.xmp?._raw;
  return [
    ...placeIn('its Exif metadata', positionOf(latitude, longitude)),
    ...placeIn('its XMP metadata', typeof xmp === 'string' ? xmpPosition(xmp) : null),
  ];
}

async function placesInDocument(source: RangedSource): Promise<Place[]> {
  try {
    return await withPdf(source, async (document) => {
      const { metadata } = (await document.getMetadata()) as { metadata: { getRaw(): unknown } | null };
      const xmp = metadata?.getRaw();
      return placeIn('its XMP metadata', typeof xmp === 'string' ? xmpPosition(xmp) : null);
    });
  } catch (error) {
    // The metadata of a PDF that cannot be opened discloses no position.
    if (error instanceof PdfRefused) return [];
    throw error;
  }
}

function placeIn(where: string, position: ReturnType<typeof positionOf>): Place[] {
  return position === null ? [] : [{ ...position, where }];
}
