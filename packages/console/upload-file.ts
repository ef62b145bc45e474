import type { components } from '@assay/client/schema.ts';
import { allowedExtensions, fileTypeOf, type FileType } from '@assay/domain/asset-type.ts';
import { filenameFault } from '@assay/domain/blob-path.ts';
import { Unreachable } from './api/request.ts';
import { formatBytes } from './format.ts';
import { callApi, type Scope } from './scope.ts';

/** Retries after a lost connection, with exponential backoff. Then the upload fails. */
const retries = 3;
const retryPauseMs = 1_000;

/**
 * Returns the reason why the service would reject a file; null if the browser finds none.
 * @param limitOf returns the maximum number of bytes of a file, and whose limit it is
 */
export function fileFault(
  { name, size }: File,
  limitOf: (type: FileType) => { bytes: number; of: string },
): string | null {
  const nameFault = filenameFault(name);
  if (nameFault !== null) return `The file name ${nameFault}.`;
  const type = fileTypeOf(name);
  if (type === null) return `This type of file is not examined. Types: ${allowedExtensions.join(', ')}.`;
  const { bytes, of } = limitOf(type);
  if (size > bytes) return `The file has ${formatBytes(size)}; ${of} may have ${formatBytes(bytes)}.`;
  return size === 0 ? 'The file is empty.' : null;
}

/**
 * Uploads a file and returns its blob path. After a lost connection, retries from the start of the file.
 * @param onProgress gets the number of bytes that were sent
 * @throws ApiFault, Unreachable, StorageRefused, or an AbortError if `signal` is aborted
 */
export async function uploadFile(
  scope: Scope,
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const contentType = fileTypeOf(file.name)!.mimeType;
  for (let attempt = 0; ; attempt++) {
    onProgress(0);
    try {
      const { uploadUrl, headers, blobPath } = await callApi<components['schemas']['UploadUrl']>(
        scope,
        'POST',
        '/uploads/url',
        { filename: file.name, contentType, contentLength: file.size },
        signal,
      );
      await putFile({ url: uploadUrl, headers, file }, onProgress, signal);
      return blobPath;
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt >= retries) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs * 2 ** attempt));
      signal.throwIfAborted();
    }
  }
}

class StorageRefused extends Error {}

/** Uploads a file to a presigned URL, with XMLHttpRequest: `fetch` does not report the progress of an upload. */
function putFile(
  { url, headers, file }: { url: string; headers: Record<string, string>; file: File },
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new StorageRefused(`The storage returned HTTP ${request.status}.`));
    };
    request.onerror = () => reject(new Unreachable('The connection to the storage was lost.'));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.send(file);
  });
}
