import type { Suite } from '../suite.ts';
import { compareWithPillow } from './compare-with-pillow.ts';

/** The test images of image-rs, the image library of Rust. */
export const imageRs: Suite = {
  name: 'image-rs',
  repository: 'https://github.com/image-rs/image',
  commit: '2c5368b8de2f76ae9d18bc0bcf2cd16c3164cefe',
  compare: (tools) => compareWithPillow(tools, 'tests', /\.(?:jpe?g|png)$/i),
  explanations: [],
};
