import { verdicts } from '@assay/domain/verdict.ts';
import { factsOf, line, placeOf, verdictWords } from '@assay/domain/report-formats/words.ts';
import { type CheckedFile, verdictLine } from './words.ts';

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
  const detailed = sorted.filter(({ report }) => report.issues.length + report.problems.length > 0);
  const head = '### Assay\n\n| file | verdict | reason | issues |\n| --- | --- | --- | ---: |\n';
  // Half of the length is for the sections, so that many files do not hide all issues.
  const table = fitting(sorted, fileRow, maxCharacters / 2);
  const start = `${head}${table.join('')}${leftOut(sorted, table, 'files')}`;
  const sections = fitting(detailed, section, maxCharacters - start.length - 100);
  return `${start}${sections.join('')}${leftOut(detailed, sections, 'files with details')}`;
}

/** Returns the texts of the first items that have at most this number of characters together. */
function fitting<T>(items: readonly T[], toText: (item: T) => string, characters: number): string[] {
  const texts: string[] = [];
  let left = characters;
  for (const item of items) {
    const text = toText(item);
    left -= text.length;
    if (left < 0) break;
    texts.push(text);
  }
  return texts;
}

function leftOut(all: readonly unknown[], shown: readonly unknown[], what: string): string {
  return all.length === shown.length ? '' : `\n${all.length - shown.length} more ${what} not shown.\n`;
}

function fileRow({ report: { asset, verdict, issues } }: CheckedFile): string {
  return row([asset.path, verdictWords[verdict.verdict], verdict.reason, String(issues.length)]);
}

/** Maximum length in characters of the table of one file. */
const maxTableCharacters = 12_000;

function section({ report }: CheckedFile): string {
  const { asset, issues, problems } = report;
  const lines = [
    ...problems.map(({ sidekick, message }) => ['not checked', sidekick ?? '', '', message]),
    ...issues.map(({ severity, ruleCode, anchor, summary }) => [
      severity,
      ruleCode,
      placeOf(anchor, asset),
      summary,
    ]),
  ];
  const shown = fitting(lines, row, maxTableCharacters);
  return [
    `\n<details><summary>${cell(asset.path)}: ${cell(verdictLine(report))}</summary>\n\n`,
    `${cell(factsOf(report))}\n\n`,
    '| severity | rule | place | issue |\n| --- | --- | --- | --- |\n',
    ...shown,
    leftOut(lines, shown, 'lines'),
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
      .replace(/[&<>"'\\`*_[\]#|~@$]|:(?![ \d]|$)/g, (character) => `&#${character.charCodeAt(0)};`)
      // GitHub looks for mentions and links after it has decoded the entities. A space of no width prevents them.
      .replaceAll('&#64;', '&#64;&#8203;')
      .replace(/\bwww\./gi, '$&&#8203;')
  );
}
