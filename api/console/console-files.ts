import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the built console, with its compressed copies. */
export interface ConsoleFile {
  type: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const types: Record<string, string | undefined> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Reads the built console into memory. Returns its files by their path in the directory, for example
 * `assets/index-1a2b3c.js`. Throws if a compressed copy is missing.
 */
export async function readConsoleFiles(directory: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const names = await readdir(directory, { recursive: true });
  const files = new Map<string, ConsoleFile>();
  for (const name of names) {
    const type = types[path.extname(name)];
    if (type === undefined) continue;
    const read = (suffix: string) => readFile(path.join(directory, `${name}${suffix}`));
    const [plain, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')]);
    files.set(name.replaceAll(path.sep, '/'), { type, plain, br, gzip });
  }
  return files;
}
