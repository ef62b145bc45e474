type Row = Record<string, unknown>;

/** Prints a result: one JSON document with `--json`, else a table a person can read. */
export function print(result: Row | readonly Row[], json: boolean): void {
  if (json) {
    console.log(JSON.stringify(result, null, 2));
    return;
  }
  const rows = Array.isArray(result) ? (result as readonly Row[]) : [result as Row];
  if (rows.length === 0) {
    console.log('none');
    return;
  }
  const columns = Object.keys(rows[0]!);
  const cells = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  for (const row of cells)
    console.log(
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    );
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
