import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { make } from '../../tools/local/samples/ffmpeg.ts';
import { buildPdf, type PdfOptions } from '../../tools/local/samples/pdf.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { type Answer, type Tenant, uploadFile } from './api.ts';

/** Returns the ids of all sidekicks that the tenant may use. */
export async function everySidekick({ live }: Tenant): Promise<string[]> {
  const { body } = await live('GET', '/api/integrations/sidekicks');
  return body.sidekicks.map((sidekick: { id: string }) => sidekick.id);
}

/** Ids of the sidekicks that read text in pictures. They are slow: a picture takes about a second. */
const textSidekicks = new Set<string>(
  sidekickDescriptions.filter(({ readsText }) => readsText).map(({ id }) => id),
);

/**
 * Returns the ids of all sidekicks that the tenant may use. If there is a video, or only images, leaves out the
 * sidekicks that read text in pictures, because they are slow. Tests of text reading name these sidekicks.
 */
async function usualSidekicks(tenant: Tenant, blobPaths: readonly string[]): Promise<string[]> {
  const ids = await everySidekick(tenant);
  const types = new Set(blobPaths.map((blobPath) => fileTypeOf(blobPath)?.assetType));
  return types.has('video') || (types.size === 1 && types.has('image'))
    ? ids.filter((id) => !textSidekicks.has(id))
    : ids;
}

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

/** Submits uploads to the given sidekicks. Default: all sidekicks; for videos and images, all that read no text. */
export async function submitLive(
  tenant: Tenant,
  blobPaths: readonly string[],
  sidekickIds?: readonly string[],
): Promise<Answer> {
  return tenant.live('POST', '/api/integrations/submissions', {
    assets: blobPaths.map((blobPath) => ({ blobPath })),
    sidekickIds: sidekickIds ?? (await usualSidekicks(tenant, blobPaths)),
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

/** Marks the assets of a submission as failed and retryable, as if a sidekick had been unavailable. */
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
