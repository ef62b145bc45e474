import { sandboxMarkers } from '@assay/domain/sandbox.ts';
import { ApiError, type ErrorCode, errorReply, errors } from '@assay/domain/errors.ts';

/** URL of an imaginary installation, for `docs_url`. */
const exampleUrl = 'https://assay.example';

/** Example values for the placeholders in error texts. */
const values = {
  plan: 'free',
  bucket: 'submission_write',
  scope: 'submit',
  filename: 'trailer.mp4',
  markers: sandboxMarkers.join(', '),
  limitBytes: 5 * 2 ** 30,
  assetType: 'video',
  contentType: 'video/webm',
  mimeType: 'video/mp4',
  reason: 'content of type image/png; name the file .png',
  what: 'issues',
};

/** Returns an example of an error. The code that builds real error responses also builds the example. */
export function errorExample(code: ErrorCode): { summary: string; value: unknown } {
  const error = new ApiError(code, {
    values,
    fields: [{ field: 'assets', message: 'is required' }],
    bucket: 'submission_write',
    retryAfterSeconds: 12,
  });
  return { summary: errors[code].text, value: errorReply(error, exampleUrl).body };
}
