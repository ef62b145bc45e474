import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import type { Suite, Verdict } from '../suite.ts';
import { compareRubric } from './rubric-signals.ts';

/**
 * The C2PA project's public test files. Letters in the file names give the expected verdict (image/README.md): `E` and
 * `X` are errors, and `A` and `I` have no credentials. The certificate of the Nikon file has expired. The hashes of the
 * Truepic files exclude metadata besides the manifest, which the validator rejects.
 */
export const c2pa: Suite = {
  name: 'c2pa',
  repository: 'https://github.com/c2pa-org/public-testfiles',
  commit: 'fd78440ec688098e2772437052e3241d9e2d3298',
  async *compare({ directory, examine }) {
    const folder = path.join('image', 'jpeg');
    const files = await readdir(path.join(directory, folder));
    for (const file of files.filter((name) => /\.jpe?g$/.test(name)).toSorted()) {
      const item = path.join(folder, file);
      const findings = await examine('integrity', path.join(directory, item));
      yield* verdictsOn(item, file, findings);
      yield* compareRubric(path.join(directory, item), item, findings);
    }
  },
  explanations: [],
};

function* verdictsOn(item: string, file: string, findings: readonly Finding[]): Generator<Verdict> {
  const credentials = findings.filter(({ ruleCode }) => ruleCode.startsWith('credentials.'));
  const details = credentials.map(({ severity, details: text }) => `${severity}: ${text}`).join('; ');
  yield { item, check: 'credentials', expected: expectedOf(file), ours: verdictOf(credentials), details };
  const origins = findings.filter(({ ruleCode }) => ruleCode.startsWith('origin.'));
  // No file of the suite declares a synthetic origin. The source type algorithmicMedia of some files is not synthetic.
  const declared = origins.map(({ ruleCode }) => ruleCode).join(', ') || 'none';
  yield { item, check: 'synthetic origin', expected: 'none', ours: declared, details: '' };
}

function expectedOf(file: string): string {
  if (file.startsWith('nikon')) return 'expired';
  if (file.startsWith('truepic')) return 'partly protected';
  const name = /-(\w[\w-]*)\.jpg$/.exec(file.replace(/^adobe-\d+/, ''))?.[1] ?? '';
  // The active manifest of this file is valid. The `E` in the name is about its ingredient.
  if (name === 'CIE-sig-CA') return 'ingredient not valid';
  if (/^[EX]/.test(name)) return 'does not match';
  return /^[AI]$/.test(name) ? 'none' : 'valid';
}

/** Returns the verdict of Assay, from the findings about content credentials. */
function verdictOf(findings: readonly Finding[]): string {
  const [finding] = findings;
  if (finding === undefined) return 'none';
  if (/^credentials\.(?:present|trusted|untrusted)$/.test(finding.ruleCode))
    return finding.details.includes('were not valid when it was added') ? 'ingredient not valid' : 'valid';
  if (finding.ruleCode === 'credentials.expired') return 'expired';
  if (finding.ruleCode !== 'credentials.broken') return finding.ruleCode;
  if (finding.severityReasoningHeadline === 'Partly protected content') return 'partly protected';
  return finding.summary.endsWith('do not match it') ? 'does not match' : 'not valid';
}
