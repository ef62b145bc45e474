import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { MeasurementOutcome } from '@assay/analysis/measure/measurement.ts';
import { ParserFailed } from '@assay/analysis/parsers/run-job.ts';
import type { SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import type { Suite, SuiteTools, Verdict } from '../suite.ts';
import { askQpdf, requireQpdf, type QpdfReport } from './ask-qpdf.ts';

const folder = path.join('test', 'pdfs');

/**
 * The test files of pdf.js, most of them from bug reports. Compares the number of pages with that of qpdf, which shares
 * no code with pdf.js. The sidekicks `document` and `claims` then examine each file whose pages were counted.
 */
export const pdfjs: Suite = {
  name: 'pdfjs',
  repository: 'https://github.com/mozilla/pdf.js',
  commit: '0f26334f9d6f96119f6e5164fb65832fbbde7344',
  async *compare(tools) {
    await requireQpdf(tools.config);
    const files = await readdir(path.join(tools.directory, folder));
    for (const name of files.filter((file) => file.endsWith('.pdf')).toSorted()) {
      const item = path.join(folder, name);
      const file = path.join(tools.directory, item);
      const theirs = await askQpdf(file);
      const outcome = await tools.measure(file);
      const { expected, ours } = comparePages(theirs, outcome);
      yield { item, check: 'pages', expected, ours, details: JSON.stringify({ theirs, outcome }) };
      if (outcome.outcome === 'measured') yield* examineFile(tools, item, theirs);
    }
  },
  explanations: [
    {
      check: 'pages',
      items: pdfs(
        'PDFBOX-3148-2-fuzzed',
        'PDFBOX-4352-0',
        'bug1250079',
        'bug1980958',
        'issue15590',
        'issue18986',
        'issue9418',
        'poppler-742-0-fuzzed',
        'poppler-85140-0',
      ),
      reason: 'qpdf finds no page in the damaged file. pdf.js repairs the file, and finds one page.',
    },
    {
      check: 'pages',
      items: pdfs('Brotli-Prototype-FileA'),
      reason: 'The filter BrotliDecode is not in the standard, and qpdf does not support it.',
    },
    {
      check: 'pages',
      items: pdfs('Pages-tree-refs'),
      reason:
        'The page tree contains itself, and qpdf then lists no page. It declares two pages, and has one.',
    },
    {
      check: 'pages',
      items: pdfs('auth-event-ef-open'),
      reason: 'Only the embedded file is encrypted. The page opens without a password.',
    },
    {
      check: 'pages',
      items: pdfs('issue19484_1', 'issue19484_2'),
      reason: 'The declared key is shorter than AES-128 needs. pdf.js extends it; qpdf asks for a password.',
    },
    {
      check: 'pages',
      items: pdfs('bug1606566'),
      reason: 'The file has no header %PDF, which ISO 32000-2 (7.5.2) demands. Its type is then unknown.',
    },
    {
      check: 'pages',
      items: pdfs('issue15893_reduced'),
      reason:
        'The manifest of the suite has a password for this file. The repair of qpdf loses the encryption.',
    },
    {
      check: 'pages',
      items: pdfs('pr6531_2'),
      reason: 'A user needs a password. The password of the owner is empty, and only qpdf tries it.',
    },
    ...(['document', 'claims'] as const).map((code) => ({
      check: `robustness of ${code}`,
      items: pdfs('poppler-742-0-fuzzed'),
      reason: 'pdf.js cannot read the only page, as its own tests expect.',
    })),
    {
      check: 'robustness of claims',
      items: pdfs('Pages-tree-refs', 'poppler-90-0-fuzzed'),
      reason:
        'pdf.js cannot read the last page. The sidekick then reports no claims of the other pages either.',
    },
  ],
};

function pdfs(...names: string[]): string[] {
  return names.map((name) => path.join(folder, `${name}.pdf`));
}

/** Runs the sidekicks `document` and `claims` on a file, and compares the encryption with the report of qpdf. */
async function* examineFile(tools: SuiteTools, item: string, theirs: QpdfReport): AsyncGenerator<Verdict> {
  const file = path.join(tools.directory, item);
  for (const code of ['document', 'claims'] as const) {
    const { findings, ours, details } = await tryToExamine(tools, code, file);
    yield { item, check: `robustness of ${code}`, expected: 'examined', ours, details };
    if (code !== 'document' || findings === null) continue;
    const isEncrypted = findings.some(({ ruleCode }) => ruleCode === 'access.encrypted');
    yield {
      item,
      check: 'encryption',
      details: theirs.error,
      expected: theirs.encrypted ? 'encrypted' : 'none',
      ours: isEncrypted ? 'encrypted' : 'none',
    };
  }
}

async function tryToExamine(
  { examine }: SuiteTools,
  code: SidekickCode,
  file: string,
): Promise<{ findings: Finding[] | null; ours: string; details: string }> {
  const start = performance.now();
  try {
    const findings = await examine(code, file);
    return { findings, ours: 'examined', details: `${Math.round(performance.now() - start)} ms` };
  } catch (error) {
    const ours = error instanceof ParserFailed ? 'refused' : 'failed';
    return { findings: null, ours, details: String(error) };
  }
}

function comparePages(
  { pages, locked }: QpdfReport,
  outcome: MeasurementOutcome,
): Pick<Verdict, 'expected' | 'ours'> {
  const expected = locked ? 'password required' : pages === null ? 'not counted' : 'counted';
  if (outcome.outcome === 'measured')
    return { expected, ours: outcome.value === pages ? 'counted' : `${outcome.value} pages` };
  const isLocked = outcome.reason === 'password required';
  return { expected, ours: isLocked ? outcome.reason : 'not counted' };
}
