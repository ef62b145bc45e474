import type { Queryable } from './database.ts';
import type { Measurement } from './uploads.ts';

/** Returns whether the bytes of an upload have been measured. The ETag identifies the bytes. */
export async function measurementExists(db: Queryable, assetId: string, etag: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'measurement-exists',
    text: `select 1 from measurements where asset_id = $1 and etag = $2`,
    values: [assetId, etag],
  });
  return rows.length > 0;
}

/**
 * Saves a measurement. An existing measurement is kept, because measuring the same bytes again gives the same
 * result.
 */
export async function insertMeasurement(
  db: Queryable,
  measurement: Measurement & { assetId: string; sizeBytes: number },
): Promise<void> {
  await db.query({
    name: 'insert-measurement',
    text: `
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
    ],
  });
}
