import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import type { Suite } from '../suite.ts';
import { compareRubric } from './rubric-signals.ts';

/** Videos that Google's Veo generated, with content credentials of C2PA 2, and pictures. C2PA's rubric judges them. */
export const c2paRubric: Suite = {
  name: 'c2pa-rubric',
  repository: 'https://github.com/jaapthind/Commercial',
  commit: '5f56c56018f41d4a200f57cab15cc2e340edb5dc',
  async *compare({ directory, examine }) {
    const files = await readdir(directory);
    for (const file of files.filter((name) => fileTypeOf(name) !== null).toSorted()) {
      const target = path.join(directory, file);
      yield* compareRubric(target, file, await examine('integrity', target));
    }
  },
  explanations: [
    {
      check: 'rubric',
      items: ['logofinal.png'],
      reason:
        'The manifest spells the digital source type with https. The rubric knows only http, as IPTC defines it.',
    },
  ],
};
