import { type FileType, maxBytes } from '@assay/domain/asset-type.ts';
import { type BlobPath, parseBlobPath } from '@assay/domain/blob-path.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';

// Checks of the uploaded files that a request names, shared by several operations.

/**
 * Parses the blob paths of a request. Returns them in the order of the request.
 * @param field the name of the array in the request body
 * @throws {ApiError} 422 if there are more than `maxAssets` paths, then 403 if a path is malformed
 */
export function parseBlobPaths(
  field: 'assets' | 'files',
  references: readonly { blobPath: string }[],
  maxAssets: number,
): BlobPath[] {
  if (references.length > maxAssets) {
    throw validationError({ field, message: `must contain at most ${maxAssets} assets` });
  }
  return references.map(({ blobPath }) => {
    const parsed = parseBlobPath(blobPath);
    if (parsed === null) throw new ApiError('invalid_blob_path');
    return parsed;
  });
}

/** Returns whether a size exceeds the limit of its category (specification 8.1). False for null. */
export function isTooLarge({ assetType }: FileType, sizeBytes: number | null): boolean {
  return sizeBytes !== null && sizeBytes > maxBytes[assetType];
}

/** Throws a 413 if a file is over the size limit of its category. */
export function rejectTooLarge(filename: string, type: FileType, sizeBytes: number | null): void {
  if (!isTooLarge(type, sizeBytes)) return;
  const { assetType } = type;
  throw new ApiError('asset_too_large', { values: { filename, limitBytes: maxBytes[assetType], assetType } });
}
