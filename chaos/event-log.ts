import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A file of JSON lines that is only ever added to, each line with its time. */
export interface EventLog {
  file: string;
  write(entry: object): void;
}

export function createEventLog(file: string): EventLog {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  return {
    file,
    write: (entry) => appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`),
  };
}
