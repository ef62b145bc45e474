import { c2paRs } from './credentials/c2pa-rs.ts';
import { c2paRubric } from './credentials/c2pa-rubric.ts';
import { c2pa } from './credentials/c2pa.ts';
import { imageRs } from './images/image-rs.ts';
import { pillow } from './images/pillow.ts';
import { pngsuite } from './images/pngsuite.ts';
import { pdfjs } from './documents/pdfjs.ts';
import { verapdf } from './documents/verapdf.ts';
import { iris } from './media/iris.ts';
import { mediabunny } from './media/mediabunny.ts';
import type { Suite } from './suite.ts';

export const suites: readonly Suite[] = [
  pngsuite,
  pillow,
  imageRs,
  verapdf,
  pdfjs,
  c2pa,
  c2paRs,
  c2paRubric,
  iris,
  mediabunny,
];
