import { UploadProblem } from './api-problem.ts';
import { retryRules, type Sleep, withRetries } from './retry.ts';
import type { components } from './schema.ts';

export interface UploadFile {
  filename: string;
  /** One of the allowed types, fitting the extension, as in `video/mp4`. */
  contentType: string;
  /** `openAsBlob` of `node:fs` makes one of a file without reading it into memory. */
  body: Blob;
}

/** Puts the bytes where an upload URL leads; the same bytes twice are the same upload. */
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
