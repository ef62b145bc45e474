import type { Suite } from '../suite.ts';
import { compareWithPillow } from './compare-with-pillow.ts';

/** The test images of Pillow, which are the reports of damaged and unusual files of 15 years. */
export const pillow: Suite = {
  name: 'pillow',
  repository: 'https://github.com/python-pillow/Pillow',
  commit: '4e5f09f533dbd0d87d39951f48b62f4d1a421cba',
  compare: (tools) => compareWithPillow(tools, 'Tests/images', /\.(?:jpe?g|a?png)$/i),
  explanations: [],
};
