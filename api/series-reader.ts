import { limitsUnder } from '@assay/analysis/profiles/curve-limits.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { ApiError } from '@assay/domain/errors.ts';
import type { SeriesLimit, SeriesName } from '@assay/domain/series/series.ts';
import type { CurvePoints } from '@assay/domain/series/points.ts';
import { ContentChanged } from '@assay/domain/lib/ranged-source.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { readHeader, readPoints, type StoredHeader } from '@assay/storage/s3/read-series.ts';
import { StorageFault } from '@assay/storage/s3/storage-fault.ts';

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

/** Reads a header as `readHeader`. Throws a 502 if the object cannot be read. */
export function readSeriesHeader(blobs: BlobStore, key: string): Promise<StoredHeader | null> {
  return readHeader(blobs, key).catch(throwUnreadable);
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
  const points = await readPoints(blobs, header, curve, part).catch(throwUnreadable);
  const { unit } = curve;
  const { complete } = header;
  const channels = header.curves.find((each) => each.name === 'peaks')?.channels.length ?? 0;
  const limits = limitsUnder(profile, curve, channels);
  return { name: curve.name, unit, complete, limits, ...points };
}

/**
 * Throws a 502 for an error of the storage, a malformed series, or a series that changed between two reads. A retry of
 * the asset changes the series. Throws any other error unchanged.
 */
export function throwUnreadable(error: unknown): never {
  const isKnown =
    error instanceof StorageFault || error instanceof SyntaxError || error instanceof ContentChanged;
  throw isKnown ? new ApiError('blob_unreadable', { values: { what: 'curves' }, cause: error }) : error;
}
