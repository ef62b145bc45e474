import { imageRs } from './images/image-rs.ts';
import { pillow } from './images/pillow.ts';
import { pngsuite } from './images/pngsuite.ts';
import { verapdf } from './documents/verapdf.ts';
import type { Suite } from './suite.ts';

/** All suites, in the order in which they run. */
export const suites: readonly Suite[] = [pngsuite, pillow, imageRs, verapdf];
