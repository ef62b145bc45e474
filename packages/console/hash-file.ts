import { sha256 } from '@noble/hashes/sha2.js';

/** Bytes that are hashed at once. Takes less than 50 ms, so that the page stays responsive. */
const partBytes = 2 ** 22;

/**
 * Returns the SHA-256 hash of a file in hexadecimal. The file is read in parts, because it can exceed the memory.
 * @param onProgress gets the hashed share (0–1)
 */
export async function hashFile(
  file: Blob,
  onProgress: (share: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += partBytes) {
    hash.update(new Uint8Array(await file.slice(at, at + partBytes).arrayBuffer()));
    signal?.throwIfAborted();
    onProgress(Math.min(1, (at + partBytes) / file.size));
  }
  return [...hash.digest()].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
