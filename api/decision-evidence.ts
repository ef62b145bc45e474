import { parseBlobPath } from '@assay/domain/blob-path.ts';
import type { NewEvidence } from '@assay/domain/contracts/evidence.ts';
import { maxEvidenceBytes } from '@assay/domain/evidence-limits.ts';
import { ApiError, type FieldFault, validationError } from '@assay/domain/errors.ts';
import type { EvidenceToAdd } from '@assay/storage/submissions/evidence.ts';
import type { NewDecisionEvidence } from '@assay/storage/submissions/decisions.ts';
import { v7 as uuidV7 } from 'uuid';
import type { ApiRequest } from './route.ts';
import { loadUploads, readIssuedUploads } from './submit/assess-uploads.ts';

/**
 * Returns the evidence of a decision as it is recorded.
 * @param present ids of the evidence that the asset has
 * @throws {ApiError} 403 if a blob path was not issued to the workspace; 422 if an id is unknown, or if an upload is
 *   missing, was submitted or is too large
 */
export async function readDecisionEvidence(
  request: Pick<ApiRequest<unknown, unknown, unknown>, 'deps' | 'caller' | 'slot'>,
  sent: readonly NewEvidence[],
  present: readonly string[],
): Promise<NewDecisionEvidence> {
  const known = new Set(present);
  const names = sent.map(({ id, blobPath }) => id?.toLowerCase() ?? blobPath ?? null);
  const faults = sent.flatMap(({ id }, index): FieldFault[] => {
    const field = `evidence.${index}.${typeof id === 'string' ? 'id' : 'blobPath'}`;
    if (typeof id === 'string' && !known.has(id.toLowerCase()))
      return [{ field, message: 'is not evidence of a decision about this asset' }];
    const isRepeated = names[index] !== null && names.indexOf(names[index]!) < index;
    return isRepeated ? [{ field, message: 'is repeated' }] : [];
  });
  if (faults.length > 0) throw validationError(...faults);
  const uploads = await readUploads(request, sent);
  const added: EvidenceToAdd[] = [];
  const ids = sent.map(({ id, title, url }, index) => {
    if (typeof id === 'string') return id.toLowerCase();
    const newId = uuidV7();
    const content = typeof url === 'string' ? { url } : uploads.get(index)!;
    added.push({ id: newId, title: title!, ...content });
    return newId;
  });
  return { added, ids };
}

/** Returns the uploads among the evidence of a request, by their places in it. */
async function readUploads(
  { deps, caller, slot }: Pick<ApiRequest<unknown, unknown, unknown>, 'deps' | 'caller' | 'slot'>,
  sent: readonly NewEvidence[],
) {
  const named = sent.flatMap(({ blobPath }, index) => {
    if (typeof blobPath !== 'string') return [];
    const parsed = parseBlobPath(blobPath);
    if (parsed === null) throw new ApiError('invalid_blob_path');
    return [{ index, parsed }];
  });
  if (named.length === 0) return new Map<number, never>();
  const { workspaceId } = caller;
  const issued = await readIssuedUploads(
    deps,
    workspaceId,
    named.map(({ parsed }) => parsed),
  );
  const { uploads } = await loadUploads(deps, slot, workspaceId, issued);
  const faults: FieldFault[] = [];
  const found = uploads.map(({ assetId, filename, type, stored }, position) => {
    const { index } = named[position]!;
    const message = uploadFault(stored);
    if (message !== null) faults.push({ field: `evidence.${index}.blobPath`, message });
    const { etag = '', sizeBytes = null } = stored ?? {};
    const { mimeType } = type;
    return [index, { filename, mimeType, sizeBytes: sizeBytes ?? 0, uploadId: assetId, etag }] as const;
  });
  if (faults.length > 0) throw validationError(...faults);
  return new Map(found);
}

function uploadFault(stored: { sizeBytes: number | null } | null): string | null {
  if (stored === null) return 'has no file: it was not uploaded, or it is evidence already';
  if (stored.sizeBytes === null) return 'was submitted, so it cannot be evidence';
  if (stored.sizeBytes > maxEvidenceBytes) return `has more than ${maxEvidenceBytes} bytes`;
  return stored.sizeBytes === 0 ? 'is empty' : null;
}
