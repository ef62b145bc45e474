import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** An append-only file of JSON lines, each with its time. */
export interface JsonLinesLog {
  file: string;
  write(entry: object): void;
}

/** Creates an empty log; it replaces an existing file. */
export function createJsonLinesLog(file: string): JsonLinesLog {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  return {
    file,
    write: (entry) => appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`),
  };
}
