import type { Actor } from '../../domain/actor.ts';
import type { Environment } from '../../domain/api-key.ts';
import type { Metric, PriceBook } from '../../domain/pricing.ts';
import { actorJson, insertEntries } from './audit-log.ts';
import type { Queryable } from './database.ts';

/** An upload to write when its URL is issued. */
export interface NewUpload {
  assetId: string;
  workspaceId: string;
  environment: Environment;
  filename: string;
  contentType: string;
  /** Length in bytes. Null if the client declared no length. */
  contentLength: number | null;
  /** Maximum number of bytes that may be uploaded: `contentLength`, or the limit of the category. */
  maxBytes: number;
  /** The time at which the upload URL expires. */
  expiresAt: Date;
  /** Null or absent if the audit log gets no entry. */
  actor?: Actor | null;
}

/**
 * Writes an upload whose URL is about to be issued. Returns false, and writes nothing, if the workspace would exceed
 * `maxStoredBytes` when the file and all files of valid upload URLs have been uploaded. The limit is approximate:
 * stored bytes are counted every hour, and concurrent requests do not see each other. Sandbox keys can use a third of
 * the limit, so that they cannot block uploads with live keys.
 * @param maxStoredBytes null for no limit
 */
export async function insertUpload(
  db: Queryable,
  upload: NewUpload,
  maxStoredBytes: number | null = null,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'insert-upload',
    text: `
      with issued as (
        insert into uploads (asset_id, workspace_id, filename, content_type, content_length, expires_at, environment,
          max_bytes)
        select $1, $2, $3, $4, $5, $6, $7::text, $8::bigint
        from (
          select coalesce(sum(greatest(max_bytes - coalesce(stored_bytes, 0), 0)), 0) as bytes,
            coalesce(sum(max_bytes) filter (where environment = 'sandbox'), 0) as sandbox_bytes
          from uploads where $9::bigint is not null and workspace_id = $2 and expires_at > now()
        ) valid
        where $9 is null or ($9 >= $8::bigint + valid.bytes + (select w.stored_bytes from workspaces w where w.id = $2)
          and ($7::text = 'live' or $9 >= 3 * ($8::bigint + valid.sandbox_bytes)))
        returning asset_id, workspace_id
      ), audited as (${insertEntries({
        actor: '$10',
        workspaceId: 'workspace_id',
        action: `'upload.create'`,
        subject: `'uploads/' || asset_id`,
        from: 'issued',
      })}
      )
      select from issued`,
    values: [
      upload.assetId,
      upload.workspaceId,
      upload.filename,
      upload.contentType,
      upload.contentLength,
      upload.expiresAt,
      upload.environment,
      upload.maxBytes,
      maxStoredBytes,
      actorJson(upload.actor ?? null),
    ],
  });
  return rowCount === 1;
}

/** The measurement of an upload's bytes. The ETag identifies the bytes. */
export interface Measurement {
  etag: string;
  outcome: 'measured' | 'content_mismatch' | 'unmeasurable';
  /** Null if the type of the asset has a flat price. */
  metric: Metric | null;
  /**
   * Value in seconds or pages. Null if the type of the asset has a flat price, or if the outcome is not
   * `measured`.
   */
  metricValue: number | null;
  /** How `metricValue` was determined, or why it could not be determined. */
  details: Record<string, unknown>;
}

/** An upload with all its measurements. A client can overwrite an upload, so there can be several. */
export interface MeasuredUpload {
  assetId: string;
  filename: string;
  /** ETag of the bytes that were submitted. Null until the upload is submitted. */
  submittedEtag: string | null;
  measurements: Measurement[];
}

/**
 * Returns the price book in force, and the given uploads of the workspace by asset id. One statement reads
 * both, which saves a round trip. Unknown ids and ids of other workspaces are left out.
 */
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

/** Returns the filename and workspace of an upload. Returns null if there is no such upload. */
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
