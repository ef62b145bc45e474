import type { Measurement } from './benchmark.ts';

export interface ReportRow {
  name: string;
  value: number;
  unit: string;
  baseline: number | null;
  ratio: number | null;
  goal: number;
  ok: boolean;
}

export function toRow({ goal, ...measurement }: Measurement): ReportRow {
  const ratio = measurement.baseline === null ? null : measurement.value / measurement.baseline;
  const { atLeast = -Infinity, atMost = Infinity } = goal;
  const compared = ratio ?? measurement.value;
  const ok = compared >= atLeast && compared <= atMost;
  return { ...measurement, ratio, goal: (goal.atLeast ?? goal.atMost)!, ok };
}

/**
 * Formats the results as a table in plain text.
 * @param baselineTitle title of the column of baselines
 */
export function formatTable(measurements: readonly Measurement[], baselineTitle = 'bare'): string {
  const lines = measurements.map((measurement) => {
    const { name, value, unit, baseline, ratio, ok } = toRow(measurement);
    const { atLeast, atMost } = measurement.goal;
    return [
      name,
      `${formatNumber(value)} ${unit}`,
      baseline === null ? '–' : formatNumber(baseline),
      ratio === null ? '–' : ratio.toFixed(2),
      atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`,
      ok ? 'met' : 'MISSED',
    ];
  });
  return alignColumns([['benchmark', 'measured', baselineTitle, 'ratio', 'goal', ''], ...lines]);
}

/** Formats the lines of a table, the first of which is its header, with columns of equal width. */
export function alignColumns(table: readonly (readonly string[])[]): string {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  return table
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
}
