import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import type { Suite, SuiteTools, Verdict } from '../suite.ts';
import { askVeraPdf, type Flavour } from './verapdf-judge/ask-verapdf.ts';

/** A property of a PDF that both veraPDF and the sidekick `document` check, each with its own rules. */
interface Comparison {
  check: string;
  flavour: Flavour;
  /** Rules of veraPDF about the property. The expected verdict is `broken` if one of them fails. */
  theirs: readonly string[];
  /** Rules of `document` about the property. The verdict of Assay is `broken` if one of them has a finding. */
  ours: readonly string[];
}

const clause = (name: string, ...tests: number[]) => tests.map((test) => `${name}-${test}`);

const comparisons: readonly Comparison[] = [
  {
    check: 'language',
    flavour: 'ua1',
    theirs: clause('7.2', 2, 21, 22, 23, 24, 25, 29, 30, 31, 32, 33, 34),
    ours: ['accessibility.language'],
  },
  {
    check: 'tags',
    flavour: 'ua1',
    theirs: ['6.2-1', '7.1-11'],
    ours: ['accessibility.untagged'],
  },
  { check: 'title', flavour: 'ua1', theirs: ['7.1-8', '7.1-9'], ours: ['accessibility.title'] },
  { check: 'display title', flavour: 'ua1', theirs: ['7.1-10'], ours: ['accessibility.display_title'] },
  {
    check: 'assistive technology',
    flavour: 'ua1',
    theirs: ['7.16-1'],
    ours: ['access.assistive_technology'],
  },
  { check: 'fonts', flavour: 'ua1', theirs: ['7.21.4.1-1'], ours: ['font.not_embedded'] },
  { check: 'fonts', flavour: '1b', theirs: ['6.3.4-1'], ours: ['font.not_embedded'] },
  { check: 'encryption', flavour: '1b', theirs: ['6.1.3-2'], ours: ['access.encrypted'] },
  {
    check: 'active content',
    flavour: '1b',
    theirs: ['6.6.1-1'],
    ours: ['active_content.javascript', 'active_content.launch', 'active_content.import_data'],
  },
  {
    check: 'embedded files',
    flavour: '1b',
    theirs: clause('6.1.11', 1, 2),
    ours: ['attachment.embedded_file'],
  },
];

/** Folders of the corpus that veraPDF validates, by PDF flavour. They test the rules in `comparisons`. */
const folders: Readonly<Record<Flavour, readonly string[]>> = {
  ua1: ['PDF_UA-1'],
  '1b': [
    'PDF_A-2b/6.1 File structure/6.1.3 File trailer',
    'PDF_A-2b/6.2 Graphics/6.2.11 Fonts/6.2.11.4 Embedding',
    'PDF_A-2b/6.5 Action',
    'PDF_A-3b/6.8 Embedded files',
  ],
};

const actionFiles = 'PDF_A-2b/6.5 Action/6.5.1 General';

/** The corpus of veraPDF. The sidekick `document` examines every file. veraPDF validates the files in `folders`. */
export const verapdf: Suite = {
  name: 'verapdf',
  repository: 'https://github.com/veraPDF/veraPDF-corpus',
  commit: '910b2ca7aa6870375e2b6834c58a0d4b90a7dea6',
  async *compare(tools) {
    const files = await readdir(tools.directory, { recursive: true });
    const items = files.filter((name) => name.endsWith('.pdf')).toSorted();
    const judged = items.flatMap((item) => {
      const flavour = flavourOf(item);
      return flavour === null ? [] : [{ item, flavour, file: path.join(tools.directory, item) }];
    });
    const answers = await askVeraPdf(judged, tools.config);
    const broken = new Map(judged.map(({ item }, index) => [item, answers[index]!]));
    for (const item of items) yield* compareFile(tools, item, broken.get(item) ?? null);
  },
  explanations: [
    {
      check: 'active content',
      items: ['b', 'c', 'd', 'f', 'g', 'i', 'j', 'l', 'm'].map(
        (letter) => `${actionFiles}/veraPDF test suite 6-5-1-t01-fail-${letter}.pdf`,
      ),
      reason:
        'PDF/A forbids Sound, Movie, ResetForm, Hide, SetOCGState, Trans, GoTo3DView, SetState and NOP. These actions run no script and access nothing outside the document.',
    },
  ],
};

/** Returns the flavour with which veraPDF validates a file; null if veraPDF does not validate the file. */
function flavourOf(item: string): Flavour | null {
  const isIn = (folder: string) => item.startsWith(`${folder}/`);
  return (['ua1', '1b'] as const).find((flavour) => folders[flavour].some(isIn)) ?? null;
}

/**
 * Examines a file, and compares the findings with the results of veraPDF.
 * @param broken rules of veraPDF that the file breaks; null if veraPDF did not validate the file
 */
async function* compareFile(
  tools: SuiteTools,
  item: string,
  broken: ReadonlySet<string> | null,
): AsyncGenerator<Verdict> {
  const examined = { item, check: 'robustness', expected: 'examined' };
  let findings: Finding[];
  try {
    findings = await tools.examine('document', path.join(tools.directory, item));
  } catch (error) {
    yield { ...examined, ours: 'failed', details: String(error) };
    return;
  }
  // The finding about an untagged document contains the evidence of the other rules of accessibility.
  const found = (codes: readonly string[]) =>
    findings.filter(({ ruleCode, evidence }) =>
      [ruleCode, ...evidence.map(({ id }) => id.split(':')[0]!)].some((code) => codes.includes(code)),
    );
  const damaged = found(['structure.page_tree']).length > 0;
  yield { ...examined, ours: damaged ? 'pages not found' : 'examined', details: '' };
  if (broken === null) return;
  for (const { check, flavour, theirs, ours } of comparisons) {
    if (flavour !== flavourOf(item)) continue;
    const failed = theirs.filter((rule) => broken.has(rule));
    const accused = found(ours).map(({ summary }) => summary);
    yield {
      item,
      check,
      expected: failed.length > 0 ? 'broken' : 'kept',
      ours: accused.length > 0 ? 'broken' : 'kept',
      details: `veraPDF: ${failed.join(', ') || 'none'}; ours: ${accused.join('; ') || 'none'}`,
    };
  }
}
