import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** An append-only file of JSON lines, each of which contains the time at which it was written. */
export interface JsonLinesLog {
  file: string;
  write(entry: object): void;
}

/** Creates an empty log. Replaces an existing file. */
export function createJsonLinesLog(file: string): JsonLinesLog {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  return {
    file,
    write: (entry) => appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`),
  };
}
