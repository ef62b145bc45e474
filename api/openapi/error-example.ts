import { sandboxMarkers } from '../../domain/sandbox.ts';
import { ApiError, type ErrorCode, errorReply, errors } from '../../domain/errors.ts';

/** Stand-ins for what the texts of errors are filled with. */
const values = {
  plan: 'free',
  bucket: 'submission_write',
  filename: 'trailer.mp4',
  markers: sandboxMarkers.join(', '),
  limitBytes: 5 * 2 ** 30,
  assetType: 'video',
  contentType: 'video/webm',
  mimeType: 'video/mp4',
  reason: 'content of type image/png',
  what: 'issues',
};

/** An error as a consumer sees it, made by the code that answers with it. */
export function errorExample(code: ErrorCode): { summary: string; value: unknown } {
  const error = new ApiError(code, {
    values,
    fields: [{ field: 'assets', message: 'is required' }],
    bucket: 'submission_write',
    retryAfterSeconds: 12,
  });
  return { summary: errors[code].text, value: errorReply(error, null).body };
}
