import { plainText } from '@assay/domain/lib/characters.ts';
import { invocation } from './invocation.ts';

type Row = Record<string, unknown>;

const maxCellCharacters = 1_000;

/**
 * Prints a result, as one JSON document if `json` is true and otherwise as a table. If a row contains an array of
 * objects, the table shows each object as a row below it.
 */
export function print(result: Row | readonly Row[], json: boolean): void {
  const { out } = invocation();
  if (json) {
    out(JSON.stringify(result, null, 2));
    return;
  }
  const rows = (Array.isArray(result) ? (result as readonly Row[]) : [result as Row]).flatMap(withNestedRows);
  if (rows.length === 0) {
    out('none');
    return;
  }
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  for (const row of cells)
    out(
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    );
}

/** Prints a warning to standard error, so that it does not mix with the result. */
export function warn(message: string): void {
  invocation().err(`warning: ${message}`);
}

function withNestedRows(row: Row): Row[] {
  const nested = Object.entries(row).filter(([, value]) => isArrayOfRows(value));
  const own = Object.fromEntries(Object.entries(row).filter(([, value]) => !isArrayOfRows(value)));
  return [own, ...nested.flatMap(([, value]) => value as Row[])];
}

function isArrayOfRows(value: unknown): value is Row[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'object' && item !== null)
  );
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? plainText(value, maxCellCharacters) : JSON.stringify(value);
}
