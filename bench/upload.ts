import type { createCall } from './call.ts';
import { WrongAnswer } from './wrong-answer.ts';

/** Uploads a file as a consumer does; answers how it is submitted. */
export async function upload(
  call: ReturnType<typeof createCall>,
  filename: string,
  contentType: string,
  body: Buffer<ArrayBuffer> | string,
): Promise<{ blobPath: string }> {
  const { uploadUrl, headers, blobPath } = await call<{
    uploadUrl: string;
    headers: Record<string, string>;
    blobPath: string;
  }>('POST', '/uploads/url', { filename, contentType });
  const { ok, status } = await fetch(uploadUrl, { method: 'PUT', headers, body });
  if (!ok) throw new WrongAnswer(`the upload answered ${status}`);
  return { blobPath };
}
