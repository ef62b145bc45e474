import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { make } from '../../local/samples/ffmpeg.ts';
import { buildPdf, type PdfOptions } from '../../local/samples/pdf.ts';
import { findSidekick } from '../../analysis/sidekicks/catalogue.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { type Answer, type Tenant, uploadFile } from './api.ts';

/**
 * Returns the ids of all sidekicks that the tenant may use, without those that read text in pictures: reading a video
 * takes longer than all other sidekicks together, and has tests of its own.
 */
export async function everySidekick({ live }: Tenant): Promise<string[]> {
  const { body } = await live('GET', '/api/integrations/sidekicks');
  return body.sidekicks.filter(isQuick).map((sidekick: { id: string }) => sidekick.id);
}

/** Returns whether a sidekick does not read text in pictures. */
export const isQuick = ({ id }: { id: string }) => findSidekick(id)?.readsText !== true;

export const pdfOf = (options: PdfOptions) => Buffer.from(buildPdf(options), 'latin1');

/** Uploads a PDF and returns its blob path. By default, the PDF has one page. */
export function uploadPdf(
  tenant: Tenant,
  { filename = 'a.pdf', ...options }: Partial<PdfOptions> & { filename?: string } = {},
): Promise<string> {
  return uploadFile(tenant.live, filename, 'application/pdf', pdfOf({ pages: 1, ...options }));
}

/** Returns the bytes of a media file that ffmpeg creates from these arguments. */
export async function mediaOf(extension: string, args: readonly string[]): Promise<Buffer> {
  const file = path.join(inject('scratchDir'), `${randomUUID()}.${extension}`);
  await make(file, args);
  return readFile(file);
}

/** Submits uploads to the given sidekicks, or by default to all sidekicks. */
export async function submitLive(
  tenant: Tenant,
  blobPaths: readonly string[],
  sidekickIds?: readonly string[],
): Promise<Answer> {
  return tenant.live('POST', '/api/integrations/submissions', {
    assets: blobPaths.map((blobPath) => ({ blobPath })),
    sidekickIds: sidekickIds ?? (await everySidekick(tenant)),
  });
}

/** Returns the ledger entries of a workspace, oldest first. */
export async function ledgerOf(
  database: Database,
  { workspaceId }: Tenant,
): Promise<{ kind: string; credits: number }[]> {
  const { rows } = await database.query<{ kind: string; credits: number }>(
    'select kind, credits from ledger_entries where workspace_id = $1 order by created_at',
    [workspaceId],
  );
  return rows;
}

/**
 * Marks a submission's assets as failed and retryable. Such a failure happens in practice if a sidekick is
 * unavailable for too long.
 */
export async function failRetryably(database: Database, submissionId: string): Promise<void> {
  await database.query(
    `with failed as (
       update assets set status = 'failed', error_type = 'sidekick_unavailable',
         error_message = 'A sidekick was unavailable', is_retryable = true
       where submission_id = $1
       returning error_message
     )
     update submissions set status = 'failed', is_retryable = true,
       error_message = (select error_message from failed limit 1)
     where id = $1`,
    [submissionId],
  );
}
