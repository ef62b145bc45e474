import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { RangedSource } from '../../domain/ranged-source.ts';

export interface WorkDirectory {
  /** Its path. */
  path: string;
  /** A local copy of the source, fetched when it is first asked for. */
  localCopyOf(source: RangedSource): () => Promise<string>;
}

/** Lets `use` work in a directory of its own, which is gone afterwards however it ends. */
export async function inWorkDirectory<T>(
  parent: string,
  use: (directory: WorkDirectory) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(path.join(parent, 'assay-'));
  try {
    return await use({
      path: directory,
      localCopyOf(source) {
        let copy: Promise<string> | null = null;
        return () => {
          const file = path.join(directory, 'media');
          copy ??= source.download(file).then(() => file);
          return copy;
        };
      },
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
