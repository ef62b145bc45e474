import type { Environment } from '@assay/domain/api-key.ts';
import { type BlobPath, formatBlobPath } from '@assay/domain/blob-path.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { findSubmissionOfBlobPaths } from '@assay/storage/submissions/submissions.ts';
import type { ApiDeps } from '../deps.ts';

export const pathOfSubmission = (submissionId: string) => `/api/integrations/submissions/${submissionId}`;

/**
 * Returns the 409 for blob paths of which at least one has been submitted. The `Location` header is the URL of the
 * submission that has the blob path. A client that did not receive its 201 can therefore find the submission that it
 * has paid for. The header is absent if no submission of the workspace has the asset, for example because one request
 * names an asset twice.
 */
export async function alreadySubmittedError(
  { database }: ApiDeps,
  workspaceId: string,
  environment: Environment,
  blobPaths: readonly BlobPath[],
): Promise<ApiError> {
  const paths = blobPaths.map(formatBlobPath);
  const submissionId = await findSubmissionOfBlobPaths(database, workspaceId, environment, paths);
  const location = submissionId === null ? undefined : pathOfSubmission(submissionId);
  return new ApiError('asset_already_submitted', { location });
}
