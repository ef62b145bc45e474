import type { Actor } from '@assay/domain/actor.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import type { Metric, PriceBook } from '@assay/domain/pricing.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import type { Queryable } from '../database/database.ts';

export const uploadUrlSeconds = 3600;

/**
 * Maximum number of valid upload URLs of a workspace and environment whose upload has not been submitted. Each request
 * for a URL counts the valid URLs, so the maximum bounds the cost of a request.
 */
const maxOpenUrls = 10_000;

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
  expiresAt: Date;
  /** The author of the audit entry. Null or absent to write no audit entry. */
  actor?: Actor | null;
}

/**
 * Writes an upload whose URL is about to be issued. Writes nothing if a limit would be exceeded:
 * - `quota_exceeded`: when the file and all files of valid upload URLs have been uploaded, the workspace would store
 *   more than `maxStoredBytes`. Sandbox keys can use a third of the limit, so that they cannot block uploads with live
 *   keys.
 * - `too_many_urls`: `maxOpenUrls` URLs are valid, and their uploads have not been submitted.
 *
 * The limits are approximate: stored bytes are counted every hour, and concurrent statements do not see each other.
 * @param maxStoredBytes null for no limits
 */
export async function insertUpload(
  db: Queryable,
  upload: NewUpload,
  maxStoredBytes: number | null = null,
): Promise<'issued' | 'quota_exceeded' | 'too_many_urls'> {
  const { rows } = await db.query<{ outcome: 'issued' | 'quota_exceeded' | 'too_many_urls' }>({
    name: 'insert-upload',
    text: `
      with valid as (
        select coalesce(sum(greatest(max_bytes - coalesce(stored_bytes, 0), 0)), 0) as bytes,
          coalesce(sum(max_bytes) filter (where environment = 'sandbox'), 0) as sandbox_bytes,
          count(*) filter (where environment = $7::text) as urls
        from uploads where $9::bigint is not null and workspace_id = $2 and expires_at > now()
      ), checked as (
        select case
          when $9 is null then 'issued'
          when urls >= ${maxOpenUrls} and urls - (
            -- The blob paths of live assets begin with the time at which their URL was issued (UUID version 7).
            select count(*) from assets a
            where $7 = 'live' and a.workspace_id = $2 and a.environment = 'live' and a.blob_path > $11
          ) >= ${maxOpenUrls} then 'too_many_urls'
          when $9 < $8::bigint + bytes + (select w.stored_bytes from workspaces w where w.id = $2)
            or ($7 = 'sandbox' and $9 < 3 * ($8::bigint + sandbox_bytes)) then 'quota_exceeded'
          else 'issued'
        end as outcome
        from valid
      ), issued as (
        insert into uploads (asset_id, workspace_id, filename, content_type, content_length, expires_at, environment,
          max_bytes)
        select $1, $2, $3, $4, $5, $6, $7, $8 from checked where outcome = 'issued'
        returning asset_id, workspace_id
      ), audited as (${insertEntries({
        actor: '$10',
        workspaceId: 'workspace_id',
        action: 'upload.create',
        subject: `'uploads/' || asset_id`,
        from: 'issued',
      })}
      )
      select outcome from checked`,
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
      lowestBlobPath(Date.now() - uploadUrlSeconds * 1000),
    ],
  });
  return rows[0]!.outcome;
}

/** Returns a text that sorts before all blob paths that were issued since `issuedSinceMs` (milliseconds since 1970). */
function lowestBlobPath(issuedSinceMs: number): string {
  const digits = issuedSinceMs.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
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

/** An upload with all its measurements. There can be several, because a client can overwrite the upload. */
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
