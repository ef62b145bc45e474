import { UploadProblem } from './api-problem.ts';
import { retryRules, type Sleep, withRetries } from './retry.ts';
import type { components } from './schema.ts';

export interface UploadFile {
  filename: string;
  /** An allowed content type that matches the extension, such as `video/mp4`. */
  contentType: string;
  /** `openAsBlob` of `node:fs` returns a blob that is not read into memory. */
  body: Blob;
}

/** Sends the bytes to an upload URL. Safe to retry: sending the same bytes again changes nothing. */
export async function putFile(
  send: typeof fetch,
  sleep: Sleep,
  { uploadUrl, method, headers }: components['schemas']['UploadUrl'],
  body: Blob,
): Promise<void> {
  const response = await withRetries(
    () => send(uploadUrl, { method, headers, body }),
    retryRules.uploads,
    sleep,
  );
  if (!response.ok) throw new UploadProblem(response.status, await response.text());
}
