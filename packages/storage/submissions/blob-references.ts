import type { Queryable } from '../database/database.ts';

/** The key of a blob and its parts, as `parseKey` returned them. */
export interface KeyedBlob {
  key: string;
  kind: string;
  /** Null if the blob is an upload. */
  submissionId: string | null;
  assetId: string;
}

/**
 * Returns the keys of the given blobs that are no longer needed. An upload is needed until its row is removed, its
 * asset has a permanent copy, or its asset has failed and is not retryable. All blobs of an unfinished asset are
 * needed. A finished asset needs every blob whose key a database row contains, and all its blobs of the kind `beside`
 * (see `ParsedKey`). A purged submission and an erased asset need no blobs.
 */
export async function findUnreferenced(db: Queryable, blobs: readonly KeyedBlob[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>({
    name: 'find-unreferenced',
    text: `
      select b.key
      from jsonb_to_recordset($1::jsonb) as b (key text, kind text, "submissionId" uuid, "assetId" uuid)
      where case b.kind
        when 'pending' then not exists (
          select 1 from uploads u
          left join assets a on a.workspace_id = u.workspace_id and a.environment = 'live'
            and a.blob_path = u.asset_id || '/' || u.filename
          left join submissions s on s.id = a.submission_id
          where u.asset_id = b."assetId" and (a.asset_id is null or (a.blob_key is null
            and s.purged_at is null and a.erased_at is null and (a.status <> 'failed' or a.is_retryable))))
        else not exists (
          select 1 from assets a join submissions s on s.id = a.submission_id
          where a.submission_id = b."submissionId" and a.asset_id = b."assetId" and s.purged_at is null and a.erased_at is null
            and (a.status in ('pending', 'processing') or b.kind = 'beside'
              or b.key in (a.blob_key, a.issues_key, a.topics_key)
              or exists (select 1 from sidekick_results r where r.submission_id = a.submission_id
                and r.asset_id = a.asset_id and r.findings_key = b.key)))
      end`,
    values: [JSON.stringify(blobs)],
  });
  return rows.map(({ key }) => key);
}
