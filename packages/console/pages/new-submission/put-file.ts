import { Unreachable } from '../../api/request.ts';

export class StorageRefused extends Error {}

/**
 * Uploads a file to a presigned URL. Uses XMLHttpRequest, because `fetch` does not report the progress of an upload.
 * @param onProgress gets the number of bytes that were sent
 * @throws Unreachable, StorageRefused, or an AbortError if `signal` is aborted
 */
export function putFile(
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
