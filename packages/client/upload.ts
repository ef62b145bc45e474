import { UploadProblem } from './api-problem.ts';
import { retryRules, type Sleep, withRetries } from './retry.ts';
import type { components } from './schema.ts';

export interface UploadFile {
  filename: string;
  /** A content type that the service accepts and that matches the file name extension, such as `video/mp4`. */
  contentType: string;
  /** The content of the file. `openAsBlob` of `node:fs` returns a blob without reading the file into memory. */
  body: Blob;
}

/** Sends the bytes of a file to an upload URL. Sending the same bytes again is safe, so failures are retried. */
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
