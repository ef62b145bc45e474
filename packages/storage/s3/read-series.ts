import { alignCurves, type SampledCurve, type TimelinePart } from '@assay/domain/comparison/align-curves.ts';
import { type CurvePoints, pointsOf, stepsIn } from '@assay/domain/series/points.ts';
import type { SeriesName } from '@assay/domain/series/series.ts';
import {
  decodeHeader,
  decodeValues,
  maxHeaderBytes,
  type ReadHeader,
  type StoredCurve,
} from '@assay/domain/series/stored-series.ts';
import type { BlobStore } from './blob-store.ts';
import { isObjectMissing } from './storage-fault.ts';

/** A header of an object with series, and the place of the object. */
export interface StoredHeader extends ReadHeader {
  key: string;
  etag: string;
}

/**
 * Returns the header of the series under `key`. Returns null if there is no such object. The series is missing if no
 * sidekick measured a curve. Throws `SyntaxError` if the object is malformed.
 */
export async function readHeader(blobs: BlobStore, key: string): Promise<StoredHeader | null> {
  try {
    const { bytes, etag } = await blobs.readStart(key, maxHeaderBytes);
    return { ...decodeHeader(bytes), key, etag };
  } catch (error) {
    if (isObjectMissing(error)) return null;
    throw error;
  }
}

/** Returns a part of a curve. Throws `ContentChanged` if the object was replaced after the header was read. */
export async function readPoints(
  blobs: BlobStore,
  { key, etag, dataStart }: StoredHeader,
  curve: StoredCurve,
  part: { from?: number | undefined; to?: number | undefined; points: number },
): Promise<CurvePoints> {
  const range = stepsIn(curve, part);
  const at = (step: number) => dataStart + curve.offset + step * 2 * curve.channels.length;
  const bytes =
    range.end === range.first
      ? new Uint8Array()
      : await blobs.openRanged(key, etag, at(curve.count)).read(at(range.first), at(range.end));
  return pointsOf(curve, range, decodeValues(bytes));
}

/** The curves that can align two recordings, the best first. */
const aligned: readonly SeriesName[] = ['luminance', 'loudness'];

/** Maximum number of points of a curve that are compared. */
const maxPoints = 30_000;

/**
 * Returns the parts of an older recording that a newer one has too. Null if they have no curve in common: the sidekick
 * that measures it examined only one of them, or they are no recordings.
 * @param before key of the series of the older recording; null if it has none
 */
export async function readTimeline(
  blobs: BlobStore,
  before: string | null,
  after: string | null,
): Promise<TimelinePart[] | null> {
  if (before === null || after === null) return null;
  const headers = await Promise.all([readHeader(blobs, before), readHeader(blobs, after)]);
  for (const name of aligned) {
    const curves = await Promise.all(
      headers.map(async (header): Promise<SampledCurve | null> => {
        const curve = header?.curves.find((each) => each.name === name);
        if (!header || curve === undefined) return null;
        const { startSeconds, stepSeconds, channels } = await readPoints(blobs, header, curve, {
          points: maxPoints,
        });
        const { min, max } = channels[0]!;
        const values = max.map((value, index) => value && (value + min[index]!) / 2);
        return { startSeconds, stepSeconds, values };
      }),
    );
    const [old, young] = curves;
    if (old && young) return alignCurves(old, young);
  }
  return null;
}
