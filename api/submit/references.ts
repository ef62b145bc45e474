import { type BlobPath, parseBlobPath } from '../../domain/blob-path.ts';
import { ApiError, validationError } from '../../domain/errors.ts';

export interface AssetReference extends BlobPath {
  /** As the client wrote it. */
  blobPath: string;
}

/** Takes the blob paths of a request apart; 403 when one is malformed. */
export function parseReferences(references: readonly { blobPath: string }[]): AssetReference[] {
  return references.map(({ blobPath }) => {
    const parsed = parseBlobPath(blobPath);
    if (parsed === null) throw new ApiError('invalid_blob_path');
    return { blobPath, ...parsed };
  });
}

/** 422 when a request names more assets than the plan allows. */
export function checkCount(field: 'assets' | 'files', count: number, max: number): void {
  if (count > max) throw validationError({ field, message: `must contain at most ${max} assets` });
}
