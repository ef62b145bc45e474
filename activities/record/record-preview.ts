import type { Database } from '@assay/storage/database/database.ts';
import { finishPreview } from '@assay/storage/submissions/previews.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { previewKey } from '@assay/storage/s3/keys.ts';
import type { PreviewStep } from '../analyse/make-preview.ts';

export interface RecordPreviewInput extends PreviewStep {
  status: 'ready' | 'failed';
}

/** Records the result of a preview. Removes the preview if its asset was removed while the preview was made. */
export function createRecordPreview({ database, blobs }: { database: Database; blobs: BlobStore }) {
  return async function recordPreview({ submissionId, assetId, status }: RecordPreviewInput): Promise<void> {
    if (!(await finishPreview(database, submissionId, assetId, status)))
      await blobs.remove(previewKey(submissionId, assetId));
  };
}
