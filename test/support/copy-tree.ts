import { chown, copyFile, lstat, mkdir, readdir, rename, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

interface CopyOptions {
  /** Returns whether to copy a path, which is relative to the source. Default: everything is copied. */
  isWanted?: (relativePath: string) => boolean;
  /** When aborted, the copy stops before the next file. */
  signal?: AbortSignal;
}

/**
 * Copies the files of a directory that are missing in the target or have changed, as `rsync -a` does. Never removes
 * a file from the target. Files that are removed while they are copied are skipped. A file appears in the target only
 * when it is complete.
 */
export async function copyTree(
  source: string,
  target: string,
  { isWanted = () => true, signal }: CopyOptions = {},
): Promise<void> {
  async function copyDirectory(relative: string): Promise<void> {
    const from = path.join(source, relative);
    const { mode, uid, gid } = await stat(from);
    await mkdir(path.join(target, relative), { recursive: true, mode });
    await own(path.join(target, relative), uid, gid);
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const name = path.join(relative, entry.name);
      if (signal?.aborted === true) return;
      if (!isWanted(name)) continue;
      await unlessRemoved(() => (entry.isDirectory() ? copyDirectory(name) : copyOne(name)));
    }
  }

  async function copyOne(relative: string): Promise<void> {
    const [from, to] = [path.join(source, relative), path.join(target, relative)];
    const { size, mtimeMs, uid, gid } = await stat(from);
    const modifiedMs = Math.trunc(mtimeMs);
    const existing = await lstat(to).catch(() => null);
    if (existing?.size === size && Math.trunc(existing.mtimeMs) === modifiedMs) return;
    await copyFile(from, `${to}.part`);
    await utimes(`${to}.part`, new Date(modifiedMs), new Date(modifiedMs));
    await own(`${to}.part`, uid, gid);
    await rename(`${to}.part`, to);
  }

  await unlessRemoved(() => copyDirectory(''));
}

/** Sets the owner of a file. Does nothing unless this process runs as root, because only root may change owners. */
async function own(file: string, uid: number, gid: number): Promise<void> {
  if (process.getuid?.() === 0) await chown(file, uid, gid);
}

async function unlessRemoved(copy: () => Promise<void>): Promise<void> {
  await copy().catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
}
