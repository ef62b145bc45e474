import { v7 as uuidV7 } from 'uuid';
import { fileTypeOf, isAllowedContentType, maxBytes } from '@assay/domain/asset-type.ts';
import { formatBlobPath } from '@assay/domain/blob-path.ts';
import { uploadUrl, uploadUrlRequest } from '@assay/domain/contracts/upload.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';
import { insertUpload, uploadUrlSeconds } from '@assay/storage/uploads/uploads.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { operation } from '../route.ts';
import { rejectTooLarge } from '../submit/upload-checks.ts';

/**
 * Seconds in the `Retry-After` header if the workspace has too many unused URLs or stored bytes. Unused URLs expire,
 * and the stored bytes are counted every hour.
 */
const quotaRetryAfterSeconds = 600;

export const createUploadUrlRoute = operation({
  id: 'createUploadUrl',
  tag: 'Uploads',
  summary: 'Get a URL to upload a file to',
  description:
    'Returns a presigned URL, the headers to send with the bytes, and the blob path that identifies the upload in estimates and submissions. The URL expires after an hour.',
  errors: [
    'content_type_not_allowed',
    'content_type_mismatch',
    'asset_too_large',
    'storage_quota_exceeded',
    'too_many_upload_urls',
  ],
  body: uploadUrlRequest,
  responses: { 200: uploadUrl },
  async handle({ caller, actor, body, deps }) {
    const { filename, contentLength = null } = body;
    if (contentLength === null && deps.requireContentLength) {
      throw validationError({ field: 'contentLength', message: 'is required' });
    }
    const contentType = body.contentType.split(';', 1)[0]!.trim().toLowerCase();
    if (!isAllowedContentType(contentType)) {
      throw new ApiError('content_type_not_allowed', { values: { contentType: body.contentType } });
    }
    const type = fileTypeOf(filename);
    if (type === null || !type.contentTypes.includes(contentType)) {
      throw new ApiError('content_type_mismatch', { values: { contentType, filename } });
    }
    rejectTooLarge(filename, type, contentLength);
    const assetId = uuidV7();
    const { url, headers, expiresAt } = await deps.blobs.presignUpload(pendingKey(assetId), {
      contentType,
      contentLength,
      expiresInSeconds: uploadUrlSeconds,
    });
    const upload = {
      assetId,
      workspaceId: caller.workspaceId,
      environment: caller.environment,
      filename,
      contentType,
      contentLength,
      maxBytes: contentLength ?? maxBytes[type.assetType],
      expiresAt,
      actor,
    };
    const outcome = await deps.workspaceLimits.limitUploadUrls(caller.workspaceId, () =>
      insertUpload(deps.database, upload, caller.maxStoredBytes),
    );
    if (outcome !== 'issued') {
      const code = outcome === 'too_many_urls' ? 'too_many_upload_urls' : 'storage_quota_exceeded';
      throw new ApiError(code, { retryAfterSeconds: quotaRetryAfterSeconds });
    }
    return {
      status: 200,
      body: {
        uploadUrl: url,
        method: 'PUT',
        headers,
        blobPath: formatBlobPath({ assetId, filename }),
        expiresAt: expiresAt.toISOString(),
      },
    };
  },
});
