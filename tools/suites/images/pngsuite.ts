import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Suite } from '../suite.ts';
import { examineDamage } from './damage.ts';

/** Willem van Schaik's PngSuite of 2017. The names of its broken files begin with `x`. */
export const pngsuite: Suite = {
  name: 'pngsuite',
  repository: 'https://github.com/lunapaint/pngsuite',
  commit: '8cd768dd0d0063195174d0d01cacbd5a7d1e5605',
  async *compare(tools) {
    const files = await readdir(path.join(tools.directory, 'png'));
    for (const item of ['PngSuite.png', ...files.toSorted().map((file) => `png/${file}`)]) {
      const expected = item.startsWith('png/x') ? 'damaged' : 'whole';
      yield { item, check: 'damage', expected, ...(await examineDamage(tools, item)) };
    }
  },
  explanations: [],
};
