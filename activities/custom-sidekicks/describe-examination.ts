import { type Examination, examinationHours } from '../../domain/examination.ts';
import type { Database } from '../../storage/postgres/database.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { prepareExamination, type SidekickStep } from './prepare-examination.ts';

/** As long as the examination may take in all, and a little more, since the last attempt may still be reading. */
const expiresInSeconds = (examinationHours + 0.5) * 3600;

/** What a sidekick on a task queue is to be given. Null when the asset has ended or a later version has taken it over. */
export function createDescribeExamination(deps: { database: Database; blobs: BlobStore }) {
  return async function describeExamination(step: SidekickStep): Promise<Examination | null> {
    const prepared = await prepareExamination(deps, step, expiresInSeconds);
    return prepared?.examination ?? null;
  };
}
