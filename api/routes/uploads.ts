import { v7 as uuidV7 } from 'uuid';
import { fileTypeOf, isAllowedContentType } from '../../domain/asset-type.ts';
import { formatBlobPath } from '../../domain/blob-path.ts';
import { uploadUrl, uploadUrlRequest } from '../../domain/contracts/upload.ts';
import { ApiError } from '../../domain/errors.ts';
import { insertUpload } from '../../storage/postgres/uploads.ts';
import { pendingKey } from '../../storage/s3/keys.ts';
import { operation } from '../route.ts';
import { rejectTooLarge } from '../submit/upload-checks.ts';

const expiresInSeconds = 3600;

export const createUploadUrlRoute = operation({
  id: 'createUploadUrl',
  tag: 'Uploads',
  summary: 'Get a URL to upload a file to',
  description:
    'Returns a presigned URL, the headers to send with the bytes, and the blob path that identifies the upload in estimates and submissions. The URL expires after an hour.',
  errors: ['content_type_not_allowed', 'content_type_mismatch', 'asset_too_large'],
  body: uploadUrlRequest,
  responses: { 200: uploadUrl },
  async handle({ caller, body, deps }) {
    const { filename, contentLength = null } = body;
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
    const expiresAt = new Date(Date.now() + expiresInSeconds * 1000);
    const { url, headers } = await deps.blobs.presignUpload(pendingKey(assetId), {
      contentType,
      contentLength,
      expiresInSeconds,
    });
    await insertUpload(deps.database, {
      assetId,
      workspaceId: caller.workspaceId,
      filename,
      contentType,
      contentLength,
      expiresAt,
    });
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
