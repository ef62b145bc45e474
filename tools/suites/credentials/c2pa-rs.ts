import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import type { Suite } from '../suite.ts';
import { compareRubric } from './rubric-signals.ts';

const folder = path.join('sdk', 'tests', 'fixtures');

/** Files that declare a synthetic origin in their content credentials, with the rules that must report them. */
const synthetic: Readonly<Record<string, string>> = {
  'express-signed.pdf': 'origin.generated, origin.composite',
  'ocsp.jpg': 'origin.generated, origin.composite',
};
/** Files whose XMP has the address of a manifest store outside of the file. */
const remote: readonly string[] = ['cloud.jpg', 'cloudx.jpg', 'libpng-test_with_url.png'];

/** The fixtures of the C2PA library. All files that are not in `synthetic` declare no synthetic origin. */
export const c2paRs: Suite = {
  name: 'c2pa-rs',
  repository: 'https://github.com/contentauth/c2pa-rs',
  commit: '24d17555beafb70c15e1e1e4054ac3c06fbba1c0',
  async *compare({ directory, examine }) {
    const files = await readdir(path.join(directory, folder));
    for (const file of files.filter((name) => fileTypeOf(name) !== null).toSorted()) {
      const findings = await examine('integrity', path.join(directory, folder, file));
      const item = path.join(folder, file);
      const having = (prefix: string) =>
        findings.map(({ ruleCode }) => ruleCode).filter((code) => code.startsWith(prefix));
      const expected = synthetic[file] ?? 'none';
      const ours = having('origin.').join(', ') || 'none';
      yield { item, check: 'synthetic origin', expected, ours, details: '' };
      yield* compareRubric(path.join(directory, item), item, findings);
      yield {
        item,
        check: 'remote manifest',
        expected: remote.includes(file) ? 'named' : 'none',
        ours: having('credentials.elsewhere').length > 0 ? 'named' : 'none',
        details: '',
      };
    }
  },
  explanations: [
    {
      check: 'rubric',
      items: Object.keys(synthetic).map((file) => path.join(folder, file)),
      reason:
        'The declaration is in an assertion c2pa.actions of C2PA 1. The rubric reads only c2pa.actions.v2.',
    },
  ],
};
