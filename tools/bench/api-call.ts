import { catalogue } from '@assay/analysis/sidekicks/catalogue.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';

/** Thrown if the service returns a wrong result. A measurement would then be meaningless. */
export class WrongResult extends Error {}

export type ApiCall = ReturnType<typeof createApiCall>;

/**
 * Creates a function that calls the API with a key and returns the JSON of the response. The function throws unless
 * the status is 2xx.
 */
export function createApiCall(apiUrl: string, key: string) {
  return async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new WrongResult(`${method} ${path} returned ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

/** Uploads a file through a signed URL and returns its blob path. */
export async function upload(
  call: ApiCall,
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
  if (!ok) throw new WrongResult(`the upload returned ${status}`);
  return { blobPath };
}

export const builtInSidekicks = (assetType: AssetType) =>
  catalogue.filter(({ assetTypes }) => (assetTypes as readonly string[]).includes(assetType));
