import type { Metric, PriceBook } from '../../domain/pricing.ts';
import type { Queryable } from './database.ts';

export interface NewUpload {
  assetId: string;
  workspaceId: string;
  filename: string;
  contentType: string;
  /** Bytes, where the client declared them. */
  contentLength: number | null;
  expiresAt: Date;
}

export async function insertUpload(db: Queryable, upload: NewUpload): Promise<void> {
  await db.query({
    name: 'insert-upload',
    text: `
      insert into uploads (asset_id, workspace_id, filename, content_type, content_length, expires_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [
      upload.assetId,
      upload.workspaceId,
      upload.filename,
      upload.contentType,
      upload.contentLength,
      upload.expiresAt,
    ],
  });
}

/** What is known of one ETag of an upload. */
export interface Measurement {
  etag: string;
  outcome: 'measured' | 'content_mismatch' | 'unmeasurable';
  metric: Metric | null;
  metricValue: number | null;
  details: Record<string, unknown>;
}

export interface MeasuredUpload {
  assetId: string;
  filename: string;
  /** The ETag it was submitted with; null while it is not submitted. */
  submittedEtag: string | null;
  measurements: Measurement[];
}

/** The workspace's uploads among `assetIds`, with their measurements, and the prices in force: one statement. */
export async function readUploads(
  db: Queryable,
  workspaceId: string,
  assetIds: readonly string[],
): Promise<{ uploads: Map<string, MeasuredUpload>; prices: PriceBook }> {
  const { rows } = await db.query<{ uploads: MeasuredUpload[] | null; prices: PriceBook }>({
    name: 'read-uploads',
    text: `
      select
        (select json_agg(json_build_object(
            'assetId', u.asset_id, 'filename', u.filename,
            'submittedEtag', (select a.etag from assets a
              where a.workspace_id = u.workspace_id and a.environment = 'live'
                and a.blob_path = u.asset_id || '/' || u.filename),
            'measurements', (select coalesce(json_agg(json_build_object(
                'etag', m.etag, 'outcome', m.outcome, 'metric', m.metric,
                'metricValue', m.metric_value, 'details', m.details)), '[]')
              from measurements m where m.asset_id = u.asset_id)))
          from uploads u where u.workspace_id = $1 and u.asset_id = any($2::uuid[])) as uploads,
        (select json_build_object('version', version, 'videoSeconds', video_seconds, 'videoCredits', video_credits,
            'pageCredits', page_credits, 'flatCredits', flat_credits)
          from price_books order by version desc limit 1) as prices`,
    values: [workspaceId, assetIds],
  });
  const { uploads, prices } = rows[0]!;
  return { uploads: new Map((uploads ?? []).map((upload) => [upload.assetId, upload])), prices };
}

/** What an activity needs to measure an upload; null when there is no such upload. */
export async function readUpload(
  db: Queryable,
  assetId: string,
): Promise<{ filename: string; workspaceId: string } | null> {
  const { rows } = await db.query<{ filename: string; workspaceId: string }>({
    name: 'read-upload',
    text: `select filename, workspace_id as "workspaceId" from uploads where asset_id = $1`,
    values: [assetId],
  });
  return rows[0] ?? null;
}
