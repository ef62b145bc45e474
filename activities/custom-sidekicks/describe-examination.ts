import { type Examination, examinationHours } from '@assay/domain/examination.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { prepareExamination, type SidekickStep } from './prepare-examination.ts';

/**
 * Lifetime of the download URL: the time limit of the examination (all attempts and the wait in the queue), and half an
 * hour of reserve, so that the URL does not expire before the examination.
 */
const expiresInSeconds = (examinationHours + 0.5) * 3600;

/** Returns the input of a sidekick on a task queue. Null if the asset is finished or belongs to a later version. */
export function createDescribeExamination(deps: { database: Database; blobs: BlobStore }) {
  return async function describeExamination(step: SidekickStep): Promise<Examination | null> {
    const prepared = await prepareExamination(deps, step, expiresInSeconds);
    return prepared?.examination ?? null;
  };
}
