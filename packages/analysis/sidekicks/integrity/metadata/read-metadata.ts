import ExifReader from 'exifreader';
import { bytesSource, type RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { type RawProfiles, readRawProfiles } from '../../../formats/container/png-profiles.ts';
import { placesInAttachedMovies } from '../../../formats/iso/movie-places.ts';
import { openPdfObjects } from '../../../formats/pdf/pdf-objects.ts';
import { type FoundPosition, type Position, positionOf } from '../../../formats/position.ts';
import { createDeclaredTypes, type DeclaredType, readXmp } from './read-xmp.ts';
import { type ByteRange, maxXmpBytes, packetText, readPackets } from '../../../formats/xmp/xmp-packets.ts';

export interface Metadata {
  places: FoundPosition[];
  sourceTypes: DeclaredType[];
  /** Address of the file's content credentials (`dcterms:provenance` in XMP); null if there is none. */
  provenance: string | null;
}

/**
 * Reads the Exif metadata of an image, and the XMP metadata of an image, video or PDF. Also reads the raw profiles in
 * the text chunks of a PNG, and the position of a video that is attached to a JPEG (motion photo). Runs in a parser
 * process.
 * @param xmp byte ranges of the file that contain XMP; not used for PDF
 */
export async function readMetadata(
  source: RangedSource,
  { mimeType, xmp }: { mimeType: string; xmp: readonly ByteRange[] },
): Promise<Metadata> {
  const bytes = mayHaveExif(mimeType) ? await source.read(0, source.sizeBytes) : null;
  const file = bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const raw = mimeType === 'image/png' && file !== null ? readRawProfiles(file) : noProfiles;
  const packets =
    mimeType === 'application/pdf'
      ? await packetsInDocument(source)
      : await readPackets(bytes === null ? source : bytesSource(bytes), mimeType, xmp);
  const rawPackets = raw.xmp.map((packet) => packetText(Buffer.from(packet.subarray(0, maxXmpBytes))));
  const facts = [...packets, ...rawPackets].map(readXmp);
  const declared = createDeclaredTypes();
  for (const type of facts.flatMap((packet) => packet.sourceTypes)) declared.add(type);
  const exif = bytes === null ? null : exifPosition(bytes);
  const position = facts.find((packet) => packet.position !== null)?.position ?? null;
  const rawExif = raw.exif.map(exifPosition).find((place) => place !== null) ?? null;
  const [attached = null] = mimeType === 'image/jpeg' && file !== null ? placesInAttachedMovies(file) : [];
  return {
    places: [
      ...positionIn('its Exif metadata', exif),
      ...positionIn('its XMP metadata', position),
      ...positionIn('the Exif metadata in a text chunk', rawExif),
      ...positionIn('the attached video', attached),
    ],
    sourceTypes: declared.items,
    provenance: facts.find(({ provenance }) => provenance !== null)?.provenance ?? null,
  };
}

const noProfiles: RawProfiles = { exif: [], xmp: [] };

function mayHaveExif(mimeType: string): boolean {
  return mimeType.startsWith('image/') && mimeType !== 'image/svg+xml';
}

function exifPosition(bytes: Uint8Array): Position | null {
  try {
    // ExifReader would build an unlimited tree of the XMP packet, so XMP is not included here.
    const tags = ExifReader.load(Buffer.from(bytes), {
      expanded: true,
      includeTags: { gps: true },
    });
    const { Latitude: latitude = null, Longitude: longitude = null } = tags.gps ?? {};
    return positionOf(latitude, longitude);
  } catch (error) {
    // ExifReader throws if the metadata is missing or unreadable. The image then discloses no position.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Returns the XMP packet of a PDF document (ISO 32000-2, 14.3.2); empty if the document has none. */
async function packetsInDocument(source: RangedSource): Promise<string[]> {
  const bytes = await (await openPdfObjects(source))?.metadata();
  return bytes === undefined || bytes === null ? [] : [packetText(bytes)];
}

function positionIn(where: string, position: Position | null): FoundPosition[] {
  return position === null ? [] : [{ ...position, where }];
}
