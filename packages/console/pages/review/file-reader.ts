import type { AssetMedia } from './view.ts';

/** Reads byte ranges of the file of an asset directly from the storage. */
export interface FileReader {
  sizeBytes: number;
  /** Returns the bytes from `begin` to before `end`. Throws `FileUnavailable`. */
  read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Thrown if the storage cannot be reached or no longer has the file. */
export class FileUnavailable extends Error {}

/** Delays in milliseconds before a failed read is repeated. */
const retryDelaysMs = [300, 1_000, 3_000];

/** Returns a reader of the file. If the storage rejects an expired link, the reader requests a new one. */
export function openFile(media: AssetMedia, readMedia: () => Promise<AssetMedia>): FileReader {
  let url = media.original!.url;
  let renewal: Promise<void> | null = null;
  const renew = async (rejected: string) => {
    if (url !== rejected) return;
    renewal ??= readMedia().then(({ original }) => {
      if (original !== null) url = original.url;
    });
    await renewal.finally(() => (renewal = null));
  };

  async function readOnce(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const used = url;
    const response = await fetch(used, {
      headers: { range: `bytes=${begin}-${end - 1}` },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    if (response.status === 403) await renew(used);
    if (response.status === 404) throw new FileUnavailable('It is no longer in the storage.');
    if (response.status !== 206) throw new FileUnavailable(`The storage returned HTTP ${response.status}.`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== end - begin)
      throw new FileUnavailable(`The storage returned ${bytes.length} bytes instead of ${end - begin}.`);
    return bytes;
  }

  return {
    sizeBytes: media.sizeBytes!,
    async read(begin, end) {
      for (const delayMs of retryDelaysMs) {
        try {
          return await readOnce(begin, end);
        } catch {
          await new Promise((resolve) => setTimeout(resolve, delayMs));
        }
      }
      try {
        return await readOnce(begin, end);
      } catch (error) {
        if (error instanceof FileUnavailable) throw error;
        throw new FileUnavailable('The storage cannot be reached.');
      }
    },
  };
}
