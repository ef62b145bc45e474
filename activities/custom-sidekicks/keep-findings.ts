import { readSidekickVersions } from '../../storage/postgres/registered-sidekicks.ts';
import { ApplicationFailure } from '@temporalio/activity';
import type { Database } from '../../storage/postgres/database.ts';
import { readAssetInWork } from '../../storage/postgres/recordings.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { unusableFindings } from '../../domain/examination.ts';
import { InvalidFindings } from '../../analysis/sidekicks/contract.ts';
import type { SidekickDescription } from '../../analysis/sidekicks/description.ts';
import { findRuleSets } from '../../analysis/sidekicks/find-sidekicks.ts';
import type { Finding } from '../../analysis/sidekicks/finding.ts';
import { storeFindings } from '../record/store-findings.ts';
import { findingsOf } from './answer.ts';
import type { SidekickStep } from './prepare-examination.ts';

interface Deps {
  database: Database;
  blobs: BlobStore;
}

export interface KeepFindingsInput extends SidekickStep {
  /** The version that the sidekick was asked to judge by. */
  sidekickVersion: string;
  answer: unknown;
}

/**
 * Checks what a sidekick on a task queue answered, against the very version it was asked for, and keeps its findings;
 * answers how many there are. Does nothing, and answers none, when the asset has ended or a later version has taken it over.
 */
export function createKeepFindings(deps: Deps) {
  return async function keepFindings(input: KeepFindingsInput): Promise<{ findingCount: number }> {
    const { submissionId, assetId, version, answer } = input;
    if ((await readAssetInWork(deps.database, submissionId, assetId, version)) === null)
      return { findingCount: 0 };
    const ruleSets = await findRuleSets([input], (wanted) => readSidekickVersions(deps.database, wanted));
    return keepAnswer(deps, input, ruleSets.get(input.sidekickId)!, answer);
  };
}

/** Checks an answer and keeps its findings. Fails for good with the type `invalid_findings` and the reason. */
export async function keepAnswer(
  deps: Deps,
  step: SidekickStep,
  sidekick: SidekickDescription,
  answer: unknown,
): Promise<{ findingCount: number }> {
  return storeFindings(deps, step, sidekick, findingsOrFailure(sidekick, answer));
}

function findingsOrFailure(sidekick: SidekickDescription, answer: unknown): Finding[] {
  try {
    return findingsOf(sidekick, answer);
  } catch (error) {
    if (!(error instanceof InvalidFindings)) throw error;
    throw invalidFindings(sidekick.code, error.message);
  }
}

/** The failure for an answer that cannot be used: asking again would bring it again. */
export function invalidFindings(code: string, reason: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(unusableFindings(code, reason), 'invalid_findings');
}
