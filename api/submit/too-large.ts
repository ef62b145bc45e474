import { type FileType, maxBytes } from '../../domain/asset-type.ts';
import { ApiError } from '../../domain/errors.ts';

/** Whether a size is over its category's limit (specification 8.1); one that is not known is not. */
export function isTooLarge({ assetType }: FileType, sizeBytes: number | null | undefined): boolean {
  return (sizeBytes ?? 0) > maxBytes[assetType];
}

/** The 413 that a file over its category's limit is answered with. */
export function refuseTooLarge(filename: string, type: FileType, sizeBytes: number | null | undefined): void {
  if (!isTooLarge(type, sizeBytes)) return;
  const { assetType } = type;
  throw new ApiError('asset_too_large', { values: { filename, limitBytes: maxBytes[assetType], assetType } });
}
