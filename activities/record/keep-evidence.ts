import type { KeepEvidenceInput } from '@assay/domain/workflow-inputs.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { evidenceKey, pendingKey } from '@assay/storage/s3/keys.ts';
import { readEvidenceToKeep, recordEvidence } from '@assay/storage/submissions/evidence.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { copyOnce } from './copy-once.ts';

interface KeepEvidenceDeps {
  database: Database;
  blobs: BlobStore;
}

/**
 * Copies a file of evidence to a key that no upload URL can write to, and records the SHA-256 hash of the copy. If the
 * bytes were replaced or removed, records that they are lost. Idempotent. Returns whether the file is kept; true also
 * if there is nothing to keep any more.
 */
export function createKeepEvidence({ database, blobs }: KeepEvidenceDeps) {
  return (input: KeepEvidenceInput): Promise<{ isKept: boolean }> => withHeartbeat(() => keepEvidence(input));

  async function keepEvidence(input: KeepEvidenceInput): Promise<{ isKept: boolean }> {
    const found = await readEvidenceToKeep(database, input);
    if (found === null) return { isKept: true };
    const { source, isReady, uploadId } = found;
    if (!isReady) throw new Error('The replaced asset does not have the file yet');
    const { submissionId, assetId, evidenceId } = input;
    const key = evidenceKey(submissionId, assetId, evidenceId);
    const etag = source && (await copyOnce(blobs, source, key));
    if (etag === null) {
      // A server that ignores the condition has copied other bytes.
      await blobs.remove(key);
      await recordEvidence(database, input, null);
      return { isKept: false };
    }
    const sha256 = await blobs.hash(key, etag);
    await recordEvidence(database, input, { etag, sha256, uploadId });
    if (uploadId !== null) await blobs.remove(pendingKey(uploadId));
    return { isKept: true };
  }
}
