import { glob, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileTypeOf } from '@assay/domain/asset-type.ts';

/** A path to check. `problem` is the reason if there is nothing to examine at this path; otherwise null. */
export interface FoundFile {
  path: string;
  problem: string | null;
}

/**
 * Returns the files that the paths of the command line name, without duplicates: files as they are, and of folders and
 * globs the files with accepted extensions. Folders are searched to any depth, without hidden entries, `node_modules`
 * and links to folders.
 * @param directory directory to which relative paths refer
 */
export async function findFiles(
  paths: readonly string[],
  directory: string,
  stdin: Readable,
  signal: AbortSignal,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const given of paths) {
    // A stream with an aborted signal emits an error before anything listens, which would end the process.
    signal.throwIfAborted();
    // Paths of a list are never options, globs or further lists.
    const listed = given === '-' ? await readList(addAbortSignal(signal, stdin)) : null;
    if (listed?.length === 0) found.push({ path: '-', problem: 'the list on standard input is empty' });
    for (const one of listed ?? [given]) {
      const isGlob = listed === null && /[*?[{]/.test(one);
      found.push(...(await filesAt(path.resolve(directory, one), isGlob ? one : null, directory)));
    }
  }
  const unique = new Map(found.map((one) => [one.path, one]));
  return [...unique.values()];
}

async function readList(stdin: Readable): Promise<string[]> {
  const list = await text(stdin);
  return list.split(list.includes('\0') ? '\0' : /\r?\n/).filter((line) => line !== '');
}

async function filesAt(file: string, pattern: string | null, directory: string): Promise<FoundFile[]> {
  const stats = await stat(file).catch(() => null);
  if (stats?.isDirectory() === true) return filesIn(file);
  // A file whose name contains `[` is no glob.
  if (stats !== null || pattern === null) return [{ path: file, problem: null }];
  const found: FoundFile[] = [];
  for await (const name of glob(pattern, { cwd: directory })) {
    const match = path.resolve(directory, name);
    const isFolder = (await stat(match).catch(() => null))?.isDirectory() === true;
    if (!isFolder && fileTypeOf(match) !== null) found.push({ path: match, problem: null });
  }
  return found.length > 0
    ? found.sort(byPath)
    : [{ path: file, problem: 'no file of an accepted type matches this pattern' }];
}

async function filesIn(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  await walk(folder);
  return found.length > 0
    ? found.sort(byPath)
    : [{ path: folder, problem: 'the folder has no file of an accepted type' }];

  async function walk(directory: string): Promise<void> {
    const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
      found.push({ path: directory, problem: `the folder cannot be read: ${(error as Error).message}` });
      return [];
    });
    for (const entry of entries) {
      const { name } = entry;
      const place = path.join(directory, name);
      if (name.startsWith('.') || name === 'node_modules') continue;
      if (entry.isDirectory()) await walk(place);
      else if (fileTypeOf(name) !== null && (await isFile(place))) found.push({ path: place, problem: null });
    }
  }
}

/** Returns false for links to folders. A link to nothing is true, so that the file is reported as missing. */
async function isFile(place: string): Promise<boolean> {
  const stats = await stat(place).catch(() => null);
  return stats?.isDirectory() !== true;
}

function byPath(a: FoundFile, b: FoundFile): number {
  return a.path < b.path ? -1 : 1;
}
