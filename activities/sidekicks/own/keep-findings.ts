import { ApplicationFailure } from '@temporalio/activity';
import type { Database } from '../../../storage/postgres/database.ts';
import { readAssetInWork } from '../../../storage/postgres/recordings.ts';
import { saveSidekickResult } from '../../../storage/postgres/sidekick-results.ts';
import type { BlobStore } from '../../../storage/s3/blob-store.ts';
import { InvalidFindings } from '../contract.ts';
import type { SidekickDescription } from '../description.ts';
import { findJudges } from '../find-sidekicks.ts';
import type { Finding } from '../finding.ts';
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
    const judges = await findJudges(deps.database, [input]);
    return keepAnswer(deps, input, judges.get(input.sidekickId)!, answer);
  };
}

/** Checks an answer and keeps its findings. Fails for good with the type `invalid_findings` and the reason. */
export async function keepAnswer(
  { database, blobs }: Deps,
  { submissionId, version, assetId }: SidekickStep,
  sidekick: SidekickDescription,
  answer: unknown,
): Promise<{ findingCount: number }> {
  const findings = findingsOrFailure(sidekick, answer);
  const findingsKey = await blobs.putResult('findings', submissionId, assetId, findings);
  await saveSidekickResult(database, submissionId, assetId, version, {
    sidekickId: sidekick.id,
    sidekickVersion: sidekick.version,
    findingCount: findings.length,
    findingsKey,
  });
  return { findingCount: findings.length };
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
  return ApplicationFailure.nonRetryable(
    `The sidekick ${code} returned findings that cannot be used: ${reason}`,
    'invalid_findings',
  );
}
