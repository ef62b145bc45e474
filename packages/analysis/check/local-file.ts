import { createHash } from 'node:crypto';
import { constants, copyFile, link, open, realpath, stat } from 'node:fs/promises';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

/** A file of this machine that is read by range. */
export interface LocalFile extends RangedSource {
  /** Returns the SHA-256 of the bytes in hexadecimal. */
  sha256(signal: AbortSignal): Promise<string>;
  /** Creates a hard link to the file. Returns false if that is impossible, for example on another disk. */
  linkTo(target: string): Promise<boolean>;
  /** Returns whether size and time of modification are those of the opened file. */
  isUnchanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a file. Throws the error of the file system, or an error if `file` is no regular file. */
export async function openLocalFile(file: string): Promise<LocalFile> {
  const real = await realpath(file);
  // Without O_NONBLOCK, opening a named pipe would wait until another program writes to it.
  const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
  const opened = await handle.stat();
  if (!opened.isFile()) {
    await handle.close();
    throw new Error(opened.isDirectory() ? 'it is a folder' : 'it is no regular file');
  }
  return {
    sizeBytes: opened.size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (let filled = 0; filled < bytes.length;) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) throw new Error('the file became shorter while it was read');
        filled += bytesRead;
      }
      return bytes;
    },
    async download(target, onBytes) {
      if (onBytes !== undefined) throw new Error('a copy of a local file reports no bytes');
      await copyFile(real, target, constants.COPYFILE_FICLONE);
    },
    async sha256(signal) {
      const hash = createHash('sha256');
      const options = { start: 0, autoClose: false, highWaterMark: 2 ** 20 };
      // A stream with an aborted signal emits an error before the loop listens, which would end the process.
      for await (const bytes of handle.createReadStream(options)) {
        signal.throwIfAborted();
        hash.update(bytes as Buffer);
      }
      return hash.digest('hex');
    },
    linkTo: (target) =>
      link(real, target).then(
        () => true,
        () => false,
      ),
    async isUnchanged() {
      const { size, mtimeMs } = await handle.stat();
      const { ino } = await stat(real);
      return size === opened.size && mtimeMs === opened.mtimeMs && ino === opened.ino;
    },
    close: () => handle.close(),
  };
}
