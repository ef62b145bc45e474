import type { CheckedFile } from './words.ts';

/** Returns one JSON document: an array with the report of each file, also if there is only one. */
export function jsonOf(files: readonly CheckedFile[]): string {
  return `${JSON.stringify(
    files.map(({ report }) => report),
    null,
    2,
  )}\n`;
}
