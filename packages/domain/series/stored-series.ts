import type { MediaFacts } from '../media-facts.ts';
import type { Curve, CurveDescription, PictureTimes, StoryboardDescription } from './series.ts';

// The stored form of an asset's curves and pictures: `ASR1`, the length of the header in bytes (32 bits, little
// endian), the header (JSON in UTF-8), then the data. The data are the values of the curves (16-bit integers, little
// endian), and JPEGs without gaps. A reader first reads the start of the object, which contains the header, and then
// the part of the data that it needs.

const magic = 'ASR1';
const prefixBytes = 8;

/** Maximum bytes up to the end of the header. One read of this length therefore gets the whole header. */
export const maxHeaderBytes = 16_384;

export interface StoredCurve extends CurveDescription {
  /** Number of values of each channel. */
  count: number;
  /** Position of the first value in the data, in bytes. */
  offset: number;
}

export interface StoredPictures extends PictureTimes {
  /** Position of the first JPEG in the data, in bytes. */
  offset: number;
  /** Size of each JPEG in bytes. The JPEGs follow each other. */
  sizes: readonly number[];
}

export interface SeriesHeader {
  /** False if only the first part of the file was decoded. */
  complete: boolean;
  /** SHA-256 hash of the decoded file in hexadecimal. */
  sha256: string;
  media: MediaFacts | null;
  /** Version of the ffmpeg that decoded the file. */
  ffmpeg: string;
  curves: readonly StoredCurve[];
  /** Pictures of single moments at equal intervals. Null if there are none. */
  pictures: StoredPictures | null;
  /** The storyboard, whose JPEG is a separate object. Null if there is none. */
  storyboard: StoryboardDescription | null;
}

export interface SeriesContent extends Pick<
  SeriesHeader,
  'complete' | 'sha256' | 'media' | 'ffmpeg' | 'storyboard'
> {
  curves: readonly Curve[];
  /** Pictures of single moments at equal intervals. Null if there are none. */
  pictures: { startSeconds: number; stepSeconds: number; jpegs: readonly Uint8Array[] } | null;
}

/** A header, and the position of the data in the object. */
export interface ReadHeader extends SeriesHeader {
  dataStart: number;
}

/** Returns the bytes of a series object. Throws if the header exceeds `maxHeaderBytes`. */
export function encodeSeries({ curves, pictures, ...rest }: SeriesContent): Uint8Array {
  let offset = 0;
  const place = (bytes: number) => (offset += bytes) - bytes;
  const header: SeriesHeader = {
    ...rest,
    curves: curves.map(({ values, ...curve }) => ({
      ...curve,
      count: values.length / curve.channels.length,
      offset: place(values.length * 2),
    })),
    pictures: pictures && {
      count: pictures.jpegs.length,
      startSeconds: pictures.startSeconds,
      stepSeconds: pictures.stepSeconds,
      sizes: pictures.jpegs.map(({ length }) => length),
      offset: place(pictures.jpegs.reduce((sum, { length }) => sum + length, 0)),
    },
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const dataStart = prefixBytes + json.length;
  if (dataStart > maxHeaderBytes)
    throw new Error(`the header of a series exceeds ${maxHeaderBytes} bytes (got ${dataStart})`);
  const bytes = new Uint8Array(dataStart + offset);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(magic));
  view.setUint32(magic.length, json.length, true);
  bytes.set(json, prefixBytes);
  let at = dataStart;
  for (const { values } of curves) for (const value of values) view.setInt16((at += 2) - 2, value, true);
  for (const jpeg of pictures?.jpegs ?? []) {
    bytes.set(jpeg, at);
    at += jpeg.length;
  }
  return bytes;
}

/** Returns the header at the start of a series object. Throws `SyntaxError` if `start` does not begin with a header. */
export function decodeHeader(start: Uint8Array): ReadHeader {
  const text = (from: number, to: number) => new TextDecoder().decode(start.subarray(from, to));
  if (start.length < prefixBytes || text(0, magic.length) !== magic) throw new SyntaxError('not a series');
  const length = new DataView(start.buffer, start.byteOffset).getUint32(magic.length, true);
  const dataStart = prefixBytes + length;
  return { ...(JSON.parse(text(prefixBytes, dataStart)) as SeriesHeader), dataStart };
}

export function decodeValues(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Int16Array.from({ length: bytes.length >> 1 }, (_, index) => view.getInt16(index * 2, true));
}
