import { verdicts } from '@assay/domain/verdict.ts';
import { type CheckedFile, factsOf, line, placeOf, verdictLine, verdictWords } from './words.ts';

/** Maximum length in characters. The body of a comment on GitHub has at most 65,536. */
const maxCharacters = 60_000;
const maxCellCharacters = 300;

/**
 * Returns a summary for a pull request: a table of the files, and for each file with issues a table in a collapsed
 * section. Sections that would exceed the limit are left out, and their number is stated.
 */
export function markdownOf(files: readonly CheckedFile[]): string {
  const sorted = files.toSorted(
    ({ report: { verdict: a } }, { report: { verdict: b } }) =>
      verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict),
  );
  const rows = sorted.map(({ report: { asset, verdict, issues } }) =>
    row([asset.path, verdictWords[verdict.verdict], verdict.reason, String(issues.length)]),
  );
  const sections = sorted
    .filter(({ report }) => report.issues.length + report.problems.length > 0)
    .map(section);
  const head = '### Assay\n\n| file | verdict | reason | issues |\n| --- | --- | --- | ---: |\n';
  // Half of the length is for the sections, so that many files do not hide all issues.
  const table = fitting(rows, maxCharacters / 2);
  const leftOut = (count: number, what: string) =>
    count === 0 ? '' : `\n${count} more ${what} not shown.\n`;
  const start = `${head}${table.join('')}${leftOut(rows.length - table.length, 'files')}`;
  const shown = fitting(sections, maxCharacters - start.length - 100);
  return `${start}${shown.join('')}${leftOut(sections.length - shown.length, 'files with details')}`;
}

/** Returns the first texts that have at most this number of characters together. */
function fitting(texts: readonly string[], characters: number): string[] {
  let left = characters;
  const end = texts.findIndex((text) => (left -= text.length) < 0);
  return end < 0 ? [...texts] : texts.slice(0, end);
}

/** Maximum length in characters of the table of one file. */
const maxTableCharacters = 12_000;

function section({ report }: CheckedFile): string {
  const { asset, issues, problems } = report;
  const rows = [
    ...problems.map(({ sidekick, message }) => row(['not checked', sidekick ?? '', '', message])),
    ...issues.map(({ severity, ruleCode, anchor, summary }) =>
      row([severity, ruleCode, placeOf(anchor, asset), summary]),
    ),
  ];
  const shown = fitting(rows, maxTableCharacters);
  const more = rows.length === shown.length ? '' : `\n${rows.length - shown.length} more lines not shown.\n`;
  return [
    `\n<details><summary>${cell(asset.path)}: ${cell(verdictLine(report))}</summary>\n\n`,
    `${cell(factsOf(report))}\n\n`,
    '| severity | rule | place | issue |\n| --- | --- | --- | --- |\n',
    ...shown,
    more,
    '\n</details>\n',
  ].join('');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |\n`;
}

/** Escapes text of a file, so that it is neither HTML nor Markdown, and mentions nobody. */
function cell(text: string): string {
  const plain = line(text);
  const short =
    plain.length > maxCellCharacters ? `${plain.slice(0, maxCellCharacters).toWellFormed()}…` : plain;
  return (
    short
      .replace(/[&<>"'\\`*_{}[\]()#+!|~@:$^=-]/g, (character) => `&#${character.charCodeAt(0)};`)
      // GitHub looks for mentions and links after it has decoded the entities. A space of no width prevents them.
      .replaceAll('&#64;', '&#64;&#8203;')
      .replace(/\bwww\./gi, '$&&#8203;')
  );
}
