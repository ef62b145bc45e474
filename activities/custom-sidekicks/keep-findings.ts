import { readSidekickVersions } from '@assay/storage/submissions/custom-sidekicks.ts';
import { ApplicationFailure } from '@temporalio/activity';
import type { Database } from '@assay/storage/database/database.ts';
import { readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { unusableFindings } from '@assay/domain/examination.ts';
import { InvalidFindings } from '@assay/analysis/contract/check-findings.ts';
import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { findRuleSets } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import { storeFindings } from '../record/store-findings.ts';
import { parseFindings } from './parse-findings.ts';
import type { SidekickStep } from './prepare-examination.ts';

interface Deps {
  database: Database;
  blobs: BlobStore;
}

export interface KeepFindingsInput extends SidekickStep {
  /** The version of the sidekick's rules when the examination started. */
  sidekickVersion: string;
  answer: unknown;
}

/**
 * Checks the answer of a sidekick on a task queue against the sidekick's rules in `sidekickVersion`. Stores the
 * findings and returns their number. Does nothing and returns 0 if the asset is finished or belongs to a later
 * version.
 */
export function createKeepFindings(deps: Deps) {
  return async function keepFindings(input: KeepFindingsInput): Promise<{ findingCount: number }> {
    const { submissionId, assetId, version, answer } = input;
    if ((await readAssetInWork(deps.database, submissionId, assetId, version)) === null)
      return { findingCount: 0 };
    const ruleSets = await findRuleSets([input], (wanted) => readSidekickVersions(deps.database, wanted));
    return storeAnswer(deps, input, ruleSets.get(input.sidekickId)!, answer);
  };
}

/**
 * Checks an answer and stores its findings. Throws a non-retryable failure of the type `invalid_findings` with the
 * reason if the answer is invalid.
 */
export async function storeAnswer(
  deps: Deps,
  step: SidekickStep,
  sidekick: SidekickDescription,
  answer: unknown,
): Promise<{ findingCount: number }> {
  return storeFindings(deps, step, sidekick, parseOrFail(sidekick, answer));
}

function parseOrFail(sidekick: SidekickDescription, answer: unknown): Finding[] {
  try {
    return parseFindings(sidekick, answer);
  } catch (error) {
    if (!(error instanceof InvalidFindings)) throw error;
    throw invalidFindings(sidekick.code, error.message);
  }
}

/** Returns the non-retryable failure for an answer that cannot be used. A retry would get the same answer. */
export function invalidFindings(code: string, reason: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(unusableFindings(code, reason), 'invalid_findings');
}
