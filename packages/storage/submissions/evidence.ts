import type { Environment } from '@assay/domain/api-key.ts';
import type { KeepEvidenceInput } from '@assay/domain/workflow-inputs.ts';
import { isVisible, type WorkspaceRead } from '../accounts/workspace-read.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';
import { evidenceKey, pendingKey } from '../s3/keys.ts';
import type { AssetKey } from './submissions.ts';

/** SQL expression: the evidence of the row `d` of `issue_decisions`, in its order, as decisions have it. */
export const evidenceOf = `(
      select coalesce(json_agg(json_build_object('id', e.id, 'title', e.title, 'url', e.url,
        'file', case when e.filename is not null then json_build_object('filename', e.filename,
          'contentType', e.mime_type, 'sizeBytes', e.size_bytes, 'sha256', encode(e.sha256, 'hex'),
          'status', case when e.sha256 is not null then 'kept' when e.lost_at is not null then 'lost' else 'keeping' end)
          end) order by i.position), '[]')
      from unnest(d.evidence_ids) with ordinality as i (id, position)
      join evidence e on e.submission_id = d.submission_id and e.asset_id = d.asset_id and e.id = i.id)`;

/** SQL expression: the ids of the evidence of asset `a`. */
export const evidenceIds = `array(
      select e.id from evidence e where e.submission_id = a.submission_id and e.asset_id = a.asset_id)`;

/** New evidence of an asset: an address or an upload. */
export type EvidenceToAdd = { id: string; title: string } & (
  { url: string } | { filename: string; mimeType: string; sizeBytes: number; uploadId: string; etag: string }
);

/** Adds evidence to an asset that is not signed off. `recordDecisions` names it in the same transaction. */
export async function insertEvidence(
  tx: Queryable,
  { submissionId, assetId }: AssetKey,
  added: readonly EvidenceToAdd[],
): Promise<void> {
  await tx.query({
    name: 'insert-evidence',
    text: `
      with a as (
        -- A sign-off in progress changes this row, and is waited for.
        select from assets where submission_id = $1 and asset_id = $2 and sign_off is distinct from 'done' for share
      )
      insert into evidence (submission_id, asset_id, id, title, url, filename, mime_type, size_bytes, upload_id, etag)
      select $1, $2, e.id, e.title, e.url, e.filename, e."mimeType", e."sizeBytes", e."uploadId", e.etag
      from a, jsonb_to_recordset($3::jsonb) as e (id uuid, title text, url text, filename text, "mimeType" text,
        "sizeBytes" bigint, "uploadId" uuid, etag text)`,
    values: [submissionId, assetId, JSON.stringify(added)],
  });
}

/** A row of `evidence` with the description of its workflow. */
export interface UnstartedEvidence extends KeepEvidenceInput {
  workspaceId: string;
  environment: Environment;
}

/** SQL query: evidence whose workflow has not been started, oldest first. Parameters as in `unstartedPreviews`. */
export const unstartedEvidence = `
      select e.submission_id as "submissionId", e.asset_id as "assetId", e.id as "evidenceId",
        a.workspace_id as "workspaceId", a.environment
      from evidence e join assets a using (submission_id, asset_id)
      where e.filename is not null and e.workflow_started_at is null
        and e.created_at < now() - make_interval(secs => $1)
      order by e.created_at limit $2`;

/** Removes evidence from the outbox, because its workflow has been started. */
export async function markEvidenceStarted(
  db: Queryable,
  { submissionId, assetId, evidenceId }: KeepEvidenceInput,
): Promise<void> {
  await db.query({
    name: 'mark-evidence-started',
    text: `
      update evidence set workflow_started_at = now()
      where submission_id = $1 and asset_id = $2 and id = $3 and workflow_started_at is null`,
    values: [submissionId, assetId, evidenceId],
  });
}

/** A file of evidence that is not kept yet. */
export interface EvidenceToKeep {
  /** Key and ETag of the bytes to copy. Null if the asset with the bytes was erased, or has lost them. */
  source: { key: string; etag: string } | null;
  /** False if the bytes are those of a replaced asset, which does not have them yet. */
  isReady: boolean;
  /** Asset id of the upload. Null if the bytes are those of a replaced asset. */
  uploadId: string | null;
}

/** Returns a file of evidence. Null if it is kept or lost, or its asset was erased. */
export async function readEvidenceToKeep(
  db: Queryable,
  { submissionId, assetId, evidenceId }: KeepEvidenceInput,
): Promise<EvidenceToKeep | null> {
  const { rows } = await db.query<{
    etag: string;
    uploadId: string;
    carriedSubmissionId: string | null;
    carriedAssetId: string | null;
    /** ETag of the evidence of the replaced asset. */
    carriedEtag: string | null;
    isKept: boolean;
    isLost: boolean;
  }>({
    name: 'read-evidence-to-keep',
    text: `
      select e.etag, e.upload_id as "uploadId", e.carried_submission_id as "carriedSubmissionId",
        e.carried_asset_id as "carriedAssetId", c.etag as "carriedEtag", c.sha256 is not null as "isKept",
        c.lost_at is not null as "isLost"
      from evidence e
      join assets a using (submission_id, asset_id)
      left join evidence c on c.submission_id = e.carried_submission_id and c.asset_id = e.carried_asset_id and c.id = e.id
      where e.submission_id = $1 and e.asset_id = $2 and e.id = $3 and e.filename is not null and e.sha256 is null
        and e.lost_at is null and a.erased_at is null`,
    values: [submissionId, assetId, evidenceId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { etag, uploadId, carriedSubmissionId, carriedAssetId, carriedEtag, isKept, isLost } = row;
  if (carriedSubmissionId === null || carriedAssetId === null)
    return { source: { key: pendingKey(uploadId), etag }, isReady: true, uploadId };
  const key = evidenceKey(carriedSubmissionId, carriedAssetId, evidenceId);
  const source = carriedEtag === null || isLost ? null : { key, etag: carriedEtag };
  return { source, isReady: source === null || isKept, uploadId: null };
}

/**
 * Records the copy of a file of evidence, or that its bytes are lost. An upload that was copied no longer counts as
 * stored.
 */
export async function recordEvidence(
  database: Database,
  { submissionId, assetId, evidenceId }: KeepEvidenceInput,
  copy: { etag: string; sha256: Buffer; uploadId: string | null } | null,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    await tx.query({
      name: copy === null ? 'record-lost-evidence' : 'record-kept-evidence',
      text: `
        update evidence set etag = coalesce($4, etag), sha256 = $5::bytea,
          lost_at = case when $5::bytea is null then now() end
        where submission_id = $1 and asset_id = $2 and id = $3 and sha256 is null and lost_at is null`,
      values: [submissionId, assetId, evidenceId, copy?.etag ?? null, copy?.sha256 ?? null],
    });
    if (copy !== null && copy.uploadId !== null)
      await tx.query({
        name: 'record-copied-upload',
        text: 'update uploads set stored_bytes = null where asset_id = $1 and stored_bytes is not null',
        values: [copy.uploadId],
      });
  });
}

/** A file of evidence that is kept. */
export interface KeptEvidence {
  filename: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/**
 * Reads the `KeptEvidence` of an asset. `$2` is the submission id, `$3` the asset id, and `$4` the id of the evidence.
 * `evidence` is null if there is no such file.
 */
export const keptEvidence: WorkspaceRead = {
  name: 'read-kept-evidence',
  expression: `
    select json_build_object('evidence', (
      select json_build_object('filename', e.filename, 'contentType', e.mime_type, 'sizeBytes', e.size_bytes,
        'sha256', encode(e.sha256, 'hex'))
      from evidence e where e.submission_id = a.submission_id and e.asset_id = a.asset_id and e.id = $4
        and e.sha256 is not null))::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`,
};
