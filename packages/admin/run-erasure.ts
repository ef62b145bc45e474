import type { Client } from '@temporalio/client';
import { createWorkflowRemover } from '@assay/runtime/temporal/histories.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import {
  type Erased,
  type ErasureDeps,
  type ErasureRecord,
  ErasureRefused,
  recorded,
  type Refusal,
} from '@assay/storage/upkeep/erase.ts';
import { currentOperator } from './operator.ts';
import { UsageError } from './run.ts';

/**
 * Runs an erasure in the name of the operator, and returns its record.
 * @throws {UsageError} if the erasure is refused
 */
export async function runErasure(
  { database, temporal, blobs }: { database: Database; temporal: Client; blobs: BlobStore },
  erase: (deps: ErasureDeps) => Promise<Erased>,
): Promise<ErasureRecord> {
  const deps = { database, blobs, workflows: createWorkflowRemover(temporal), operator: currentOperator() };
  try {
    return await recorded(deps, () => erase(deps));
  } catch (error) {
    throw error instanceof ErasureRefused ? new UsageError(textOf(error.refusal)) : error;
  }
}

function textOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'unknown':
      return `there is no ${refusal.type} ${refusal.id}`;
    case 'not_in_submission':
      return `submission ${refusal.submissionId} has no asset ${refusal.assetId}`;
    case 'ambiguous': {
      const submissions = refusal.targets.map(
        ({ submissionId, workspaceId }) => `${submissionId} of workspace ${workspaceId}`,
      );
      return `asset ${refusal.assetId} is in several workspaces; add --submission: ${submissions.join(', ')}`;
    }
    case 'not_suspended':
      return `workspace ${refusal.workspaceId} is not suspended: run "workspaces suspend ${refusal.workspaceId}" first`;
    case 'recently_suspended':
      return `requests from before the suspension may still be in progress; run the command again after ${refusal.readyAt.toISOString()}`;
    case 'not_removed':
      return `member ${refusal.memberId} belongs to workspace ${refusal.workspaceId}: run "members remove ${refusal.memberId}" first`;
    case 'recently_removed':
      return `requests from before the removal may still be in progress; run the command again after ${refusal.readyAt.toISOString()}`;
    case 'in_progress': {
      const { submissionId, assetId } = refusal.asset;
      return `asset ${assetId} of submission ${submissionId} is in progress: run the command again later, or end the asset with "submissions skip ${submissionId} --asset ${assetId}"`;
    }
    case 'being_delivered':
      return `deliveries of submission ${refusal.submissionId} are being sent; run the command again later`;
    case 'upload_changed':
      return `upload ${refusal.uploadId} was measured or submitted meanwhile; run the command again`;
  }
}
