import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the built console. Text files have compressed copies. */
export interface ConsoleFile {
  type: string;
  plain: Buffer;
  compressed: { br: Buffer; gzip: Buffer } | null;
}

const types: Record<string, string | undefined> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Extensions of files of pdf.js that are already compressed: character maps and fonts. */
const binaries: ReadonlySet<string> = new Set(['.bcmap', '.pfb', '.ttf']);

/**
 * Reads the built console into memory. Returns its files by their path in the directory, for example
 * `assets/index-1a2b3c.js`. Throws if a compressed copy is missing.
 */
export async function readConsoleFiles(directory: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const names = await readdir(directory, { recursive: true });
  const files = new Map<string, ConsoleFile>();
  for (const name of names) {
    const extension = path.extname(name);
    const read = (suffix: string) => readFile(path.join(directory, `${name}${suffix}`));
    const at = name.replaceAll(path.sep, '/');
    const type = types[extension];
    if (binaries.has(extension)) {
      files.set(at, { type: 'application/octet-stream', plain: await read(''), compressed: null });
    } else if (type !== undefined) {
      const [plain, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')]);
      files.set(at, { type, plain, compressed: { br, gzip } });
    }
  }
  return files;
}
