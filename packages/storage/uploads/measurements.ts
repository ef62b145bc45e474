import type { Queryable } from '../database/database.ts';
import type { Measurement } from './uploads.ts';

/** An upload and the ETag of its bytes. A client can overwrite the upload with other bytes. */
interface UploadedBytes {
  assetId: string;
  etag: string;
}

/**
 * Time limit of a measurement in minutes. A measurement that is still in progress after this time no longer counts
 * towards the limit of its workspace: the worker or the API process that should have removed the row has died.
 */
export const maxMeasurementMinutes = 60;

/** Number of measurements kept per upload. A client can overwrite an upload any number of times. */
const keptMeasurements = 10;

export async function measurementExists(db: Queryable, assetId: string, etag: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'measurement-exists',
    text: `select 1 from measurements where asset_id = $1 and etag = $2`,
    values: [assetId, etag],
  });
  return rows.length > 0;
}

/**
 * Records measurements of a workspace as in progress. Returns false, and writes nothing, if the workspace would then
 * have more than `max` measurements in progress. A measurement that is already in progress is counted once. A workspace
 * without a measurement in progress may start any number. Otherwise a request with more than `max` uploads could never
 * start. The limit is approximate, because concurrent requests do not see each other.
 * @param max null for no limit
 */
export async function reserveMeasurements(
  db: Queryable,
  workspaceId: string,
  uploads: readonly UploadedBytes[],
  max: number | null,
): Promise<boolean> {
  const { rows } = await db.query<{ reserved: boolean }>({
    name: 'reserve-measurements',
    // Rows are written in the order of the uploads' ids. Otherwise two requests with common uploads could deadlock.
    text: `
      with in_progress as (
        select asset_id, etag from measurements_in_progress
        where workspace_id = $1 and started_at > now() - make_interval(mins => $5)
      ), new as (
        select asset_id, etag from unnest($2::uuid[], $3::text[]) as asked (asset_id, etag)
        except select asset_id, etag from in_progress
      ), decision as (
        select $4::integer is null or not exists (select from new) or not exists (select from in_progress)
          or (select count(*) from in_progress) + (select count(*) from new) <= $4 as reserved
      ), written as (
        insert into measurements_in_progress (asset_id, etag, workspace_id)
        select asset_id, etag, $1 from new where (select reserved from decision) order by asset_id
        on conflict (asset_id, etag) do update set started_at = now()
      )
      select reserved from decision`,
    values: [
      workspaceId,
      uploads.map(({ assetId }) => assetId),
      uploads.map(({ etag }) => etag),
      max,
      maxMeasurementMinutes,
    ],
  });
  return rows[0]!.reserved;
}

/** Removes a measurement in progress that ended without a result. */
export async function releaseMeasurement(db: Queryable, { assetId, etag }: UploadedBytes): Promise<void> {
  await db.query({
    name: 'release-measurement',
    text: `delete from measurements_in_progress where asset_id = $1 and etag = $2`,
    values: [assetId, etag],
  });
}

/**
 * Saves a measurement and ends its record as in progress. An existing measurement is kept, because measuring the same
 * bytes again gives the same result. Keeps at most `keptMeasurements` measurements of the upload, and those that were
 * charged.
 */
export async function insertMeasurement(
  db: Queryable,
  measurement: Measurement & { assetId: string; sizeBytes: number },
): Promise<void> {
  await db.query({
    name: 'insert-measurement',
    text: `
      with ended as (
        delete from measurements_in_progress where asset_id = $1 and etag = $2
      ), removed as (
        delete from measurements m
        where (m.asset_id, m.etag) in (
            select asset_id, etag from measurements where asset_id = $1 and etag <> $2
            order by created_at desc offset $8)
          and not exists (select from ledger_entries l where l.asset_id = m.asset_id and l.etag = m.etag)
      )
      insert into measurements (asset_id, etag, size_bytes, outcome, metric, metric_value, details)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (asset_id, etag) do nothing`,
    values: [
      measurement.assetId,
      measurement.etag,
      measurement.sizeBytes,
      measurement.outcome,
      measurement.metric,
      measurement.metricValue,
      JSON.stringify(measurement.details),
      keptMeasurements - 1,
    ],
  });
}
