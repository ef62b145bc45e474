import { verdicts } from '@assay/domain/verdict.ts';
import { factsOf, line, placeOf, verdictWords } from '@assay/domain/report-formats/words.ts';
import { type CheckedFile, verdictLine } from './words.ts';

const escape = '\x1b[';
const styles = {
  bold: `${escape}1m`,
  dim: `${escape}2m`,
  critical: `${escape}1;31m`,
  major: `${escape}31m`,
  minor: `${escape}33m`,
  info: `${escape}36m`,
  pass: `${escape}32m`,
  pass_with_notes: `${escape}32m`,
  fail: `${escape}31m`,
  incomplete: `${escape}33m`,
} as const;

/** Returns the lines about one file: its name and facts, a line for each issue and problem, and the verdict. */
export function textOfFile({ report }: CheckedFile, isColoured: boolean): string {
  const styled = (style: keyof typeof styles, text: string) =>
    isColoured && text !== '' ? `${styles[style]}${text}${escape}0m` : text;
  const { asset, issues, problems, verdict } = report;
  const rows = [
    ...issues.map(({ severity, ruleCode, anchor, summary }) => ({
      severity,
      cells: [severity, ruleCode, placeOf(anchor, asset)],
      summary: line(summary),
    })),
    ...problems.map(({ sidekick, message }) => ({
      severity: null,
      cells: ['not checked', sidekick ?? 'the file', ''],
      summary: line(message),
    })),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map(({ cells }) => cells[column]!.length)));
  const [first, second, third] = widths as [number, number, number];
  const facts = factsOf(report);
  return [
    `${styled('bold', line(asset.path))}${facts === '' ? '' : `  ${styled('dim', facts)}`}`,
    ...rows.map(({ severity, cells, summary }) => {
      const [label, rule, place] = cells as [string, string, string];
      const shown = [
        styled(severity ?? 'incomplete', label.padEnd(first)),
        styled('dim', rule.padEnd(second)),
        ...(third === 0 ? [] : [place.padEnd(third)]),
        summary,
      ];
      return `  ${shown.join('  ')}`;
    }),
    `  ${styled(verdict.verdict, verdictLine(report))}`,
    '',
  ].join('\n');
}

/** Returns a line about all files of a run. Empty if there is only one. */
export function textOfRun(files: readonly CheckedFile[]): string {
  if (files.length < 2) return '';
  const shown = verdicts.flatMap((wanted) => {
    const count = files.filter(({ report }) => report.verdict.verdict === wanted).length;
    return count === 0 ? [] : [`${count} ${verdictWords[wanted].toLowerCase()}`];
  });
  return `${files.length} files: ${shown.join(', ')}\n`;
}
