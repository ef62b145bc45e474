import { limitsUnder } from '@assay/analysis/profiles/curve-limits.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { ApiError } from '@assay/domain/errors.ts';
import type { SeriesLimit, SeriesName } from '@assay/domain/series/series.ts';
import { type CurvePoints, pointsOf, stepsIn } from '@assay/domain/series/points.ts';
import {
  decodeHeader,
  decodeValues,
  maxHeaderBytes,
  type ReadHeader,
} from '@assay/domain/series/stored-series.ts';
import { ContentChanged } from '@assay/domain/lib/ranged-source.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { isObjectMissing, StorageFault } from '@assay/storage/s3/storage-fault.ts';

/** The part of a curve that a request asks for. `from` and `to` are in seconds. */
export interface WantedPart {
  name: string;
  from?: number | undefined;
  to?: number | undefined;
  points: number;
}

export interface CurvePart extends CurvePoints {
  name: SeriesName;
  unit: string;
  complete: boolean;
  limits: readonly SeriesLimit[];
}

/**
 * Returns the header of the series under `key`. Returns null if there is no such object. The series is missing if no
 * sidekick measured a curve. Throws a 502 if the object cannot be read.
 */
export async function readSeriesHeader(
  blobs: BlobStore,
  key: string,
): Promise<(ReadHeader & { etag: string }) | null> {
  try {
    const { bytes, etag } = await blobs.readStart(key, maxHeaderBytes);
    return { ...decodeHeader(bytes), etag };
  } catch (error) {
    if (isObjectMissing(error)) return null;
    throw unreadable(error);
  }
}

/**
 * Returns a part of a curve, with the limits of the profile. Returns null if the asset has no such curve. Throws a 502
 * if the curve cannot be read.
 */
export async function readCurve(
  blobs: BlobStore,
  key: string,
  profile: Profile | null,
  { name, ...part }: WantedPart,
): Promise<CurvePart | null> {
  const header = await readSeriesHeader(blobs, key);
  const curve = header?.curves.find((each) => each.name === name);
  if (header === null || curve === undefined) return null;
  const range = stepsIn(curve, part);
  const stepBytes = 2 * curve.channels.length;
  const at = (step: number) => header.dataStart + curve.offset + step * stepBytes;
  const size = at(curve.count);
  const bytes =
    range.end === range.first
      ? new Uint8Array()
      : await blobs
          .openRanged(key, header.etag, size)
          .read(at(range.first), at(range.end))
          .catch((error: unknown) => {
            throw unreadable(error);
          });
  const { unit } = curve;
  const { complete } = header;
  const channels = header.curves.find((each) => each.name === 'peaks')?.channels.length ?? 0;
  const limits = limitsUnder(profile, curve, channels);
  return { name: curve.name, unit, complete, limits, ...pointsOf(curve, range, decodeValues(bytes)) };
}

/**
 * Returns a 502 for an error of the storage, a malformed series, or a series that changed between two reads. A retry of
 * the asset changes the series. Returns any other error unchanged.
 */
function unreadable(error: unknown): unknown {
  const isKnown =
    error instanceof StorageFault || error instanceof SyntaxError || error instanceof ContentChanged;
  return isKnown ? new ApiError('blob_unreadable', { values: { what: 'curves' }, cause: error }) : error;
}
