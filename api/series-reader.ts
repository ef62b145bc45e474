import { limitsUnder } from '@assay/analysis/profiles/curve-limits.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { ApiError } from '@assay/domain/errors.ts';
import type { SeriesLimit, SeriesName } from '@assay/domain/series/series.ts';
import type { CurvePoints } from '@assay/domain/series/points.ts';
import { ContentChanged } from '@assay/domain/lib/ranged-source.ts';
import { maxCurvePoints, type ReportCurve, reportCurves } from '@assay/reports/curves-view.ts';
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
  return header && readPart(blobs, header, profile, { name, ...part }).catch(throwUnreadable);
}

/**
 * Returns the curves that reports show, with the limits of the profile. Returns none if the asset has no series, or if
 * the series cannot be read: the report is complete without the curves.
 */
export async function readReportCurves(
  blobs: BlobStore,
  key: string | null,
  profile: Profile | null,
): Promise<ReportCurve[]> {
  if (key === null) return [];
  try {
    const header = await readHeader(blobs, key);
    if (header === null) return [];
    const curves = await Promise.all(
      reportCurves.map(async (name) => {
        const part = await readPart(blobs, header, profile, { name, points: maxCurvePoints });
        return part && { ...part, name };
      }),
    );
    return curves.filter((curve) => curve !== null);
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
}

async function readPart(
  blobs: BlobStore,
  header: StoredHeader,
  profile: Profile | null,
  { name, ...part }: WantedPart,
): Promise<CurvePart | null> {
  const curve = header.curves.find((each) => each.name === name);
  if (curve === undefined) return null;
  const points = await readPoints(blobs, header, curve, part);
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
  throw isUnreadable(error)
    ? new ApiError('blob_unreadable', { values: { what: 'curves' }, cause: error })
    : error;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof StorageFault || error instanceof SyntaxError || error instanceof ContentChanged;
}
