import type { Queryable } from '../database/database.ts';

/** A file in S3 under the key of an upload. */
export interface UploadedFile {
  assetId: string;
  sizeBytes: number;
  /** True if the file is older than `minAgeHours`. */
  isOld: boolean;
}

/** The reason why an uploaded file will not be read again. */
export type UnneededReason = 'no_upload' | 'submitted' | 'sandbox' | 'too_large';

/**
 * Writes the sizes of uploaded files. Returns the files that will not be read again, with the reason:
 * - `no_upload`: the upload has no row, and the file is old. A young file may lack its row because Postgres was
 *   restored from a backup.
 * - `submitted`: the file was submitted, and then it was copied, or its asset failed permanently, was purged or was
 *   erased. A client can upload the file again after that, as long as the upload URL is valid.
 * - `sandbox`: the URL was issued to a sandbox key and has expired, and no live key has submitted the upload. Sandbox
 *   submissions do not read files. A live key may still submit the upload, so call `deleteUpload` first.
 * - `too_large`: the file exceeds the limit of its type, and its URL has expired, so it cannot be replaced.
 */
export async function recordUploadedFiles(
  db: Queryable,
  files: readonly UploadedFile[],
): Promise<{ assetId: string; reason: UnneededReason }[]> {
  const { rows } = await db.query<{ assetId: string; reason: UnneededReason }>({
    name: 'record-uploaded-files',
    text: `
      with files as (
        select f."assetId", f."sizeBytes",
          case
            when u.asset_id is null then case when f."isOld" then 'no_upload' end
            when a.blob_key is not null or s.purged_at is not null or a.erased_at is not null or (a.status = 'failed' and not a.is_retryable)
              then 'submitted'
            when a.asset_id is null and u.environment = 'sandbox' and u.expires_at < now() then 'sandbox'
            when a.asset_id is null and f."sizeBytes" > u.max_bytes and u.expires_at < now() then 'too_large'
          end as reason
        from jsonb_to_recordset($1::jsonb) as f ("assetId" uuid, "sizeBytes" bigint, "isOld" boolean)
        left join uploads u on u.asset_id = f."assetId"
        left join assets a on a.workspace_id = u.workspace_id and a.environment = 'live'
          and a.blob_path = u.asset_id || '/' || u.filename
        left join submissions s on s.id = a.submission_id
      ), recorded as (
        update uploads u set stored_bytes = case when f.reason is null then f."sizeBytes" end
        from files f
        where u.asset_id = f."assetId"
          and u.stored_bytes is distinct from case when f.reason is null then f."sizeBytes" end
      )
      select "assetId", reason from files where reason is not null`,
    values: [JSON.stringify(files)],
  });
  return rows;
}

/** Returns the ids of up to `limit` workspaces after the id `after`, in the order of the ids. */
export async function listWorkspaceIds(db: Queryable, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list-workspace-ids',
    text: `select id from workspaces where id > $1 order by id limit $2`,
    values: [after, limit],
  });
  return rows.map(({ id }) => id);
}

/** Bytes for which the results of a sandbox asset count. Issues and topics fit into a block of 4 KiB each. */
const sandboxResultBytes = 2 * 4096;

/**
 * Updates the stored bytes of a workspace: its live assets, its evidence, its uploads that were not submitted, and the
 * results of its sandbox assets.
 */
export async function countStoredBytes(db: Queryable, workspaceId: string): Promise<void> {
  await db.query({
    name: 'count-stored-bytes',
    text: `
      update workspaces w set stored_bytes =
        (select coalesce(sum(a.size_bytes), 0) from submissions s join assets a on a.submission_id = s.id
         where s.workspace_id = w.id and s.environment = 'live' and s.purged_at is null and a.erased_at is null)
        + (select coalesce(sum(e.size_bytes), 0) from submissions s join evidence e on e.submission_id = s.id
           where s.workspace_id = w.id and s.purged_at is null and e.sha256 is not null)
        + (select coalesce(sum(u.stored_bytes), 0) from uploads u
           where u.workspace_id = w.id and u.stored_bytes is not null and not exists (select from assets a
             where a.workspace_id = u.workspace_id and a.environment = 'live'
               and a.blob_path = u.asset_id || '/' || u.filename))
        + (select count(*) * ${sandboxResultBytes} from submissions s join assets a on a.submission_id = s.id
           where s.workspace_id = w.id and s.environment = 'sandbox' and s.expired_at is null
             and a.issues_key is not null and a.erased_at is null)
      where w.id = $1`,
    values: [workspaceId],
  });
}

/**
 * Returns the used share of the storage quota of the workspace that uses most of its quota. For example, 0.5 means
 * half. Returns 0 if no workspace has a quota.
 */
export async function readStorageUse(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ use: number }>({
    name: 'read-storage-use',
    text: `
      select coalesce(max(w.stored_bytes / p.max_stored_bytes::float8), 0) as use
      from workspaces w join plans p on p.name = w.plan`,
  });
  return rows[0]!.use;
}
