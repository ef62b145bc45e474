import { rulesByCode, type RuleSource, type SidekickDescription } from '../../contract/description.ts';

/** Source of the definitions of general and red flashes, and of the limit of 25 % of a ten-degree field of view. */
export const webThresholds: RuleSource = {
  standard: 'WCAG 2.2',
  clause: '2.3.1 Three Flashes or Below Threshold; general flash and red flash thresholds',
  url: 'https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds',
};

/**
 * The guidance for broadcasters. With a white of 200 cd/m², changes of 20 cd/m² count towards a flash. That is a tenth
 * of white, as in WCAG. In high dynamic range, luminances are those of the signal (ITU-R BT.2100).
 */
export const broadcastGuidance: RuleSource = {
  standard: 'Recommendation ITU-R BT.1702-3 (11/2023)',
  clause: 'Guideline 1: Flashing images',
  url: 'https://www.itu.int/rec/R-REC-BT.1702',
};

/**
 * Source of the maximum number of light-dark pairs of stripes, and of the areas from which the maximum applies. Only
 * some administrations use these limits, so the severity is major instead of critical.
 */
export const patternGuidance: RuleSource = {
  standard: 'Recommendation ITU-R BT.1702-3 (11/2023)',
  clause: 'Guideline 2: Regular patterns',
  url: 'https://www.itu.int/rec/R-REC-BT.1702',
};

/** Source of the minimum luminance of the lightest stripe, and of the minimum duration of stripes. */
export const patternDuration: RuleSource = {
  standard: 'Harding et al., Photic- and pattern-induced seizures, Epilepsia 46 (2005)',
  clause: 'pp. 1423–1425, consensus of the Epilepsy Foundation of America Working Group',
  url: 'https://doi.org/10.1111/j.1528-1167.2005.31305.x',
};

const flashThresholds: RuleSource = {
  ...webThresholds,
  clause:
    `${webThresholds.clause}. The severity is major instead of critical if the flashes fill more than a quarter of a ` +
    'ten-degree field of view, but not more than a quarter of the picture, which ITU-R BT.1702-3 permits. It is minor for ' +
    'general flashes if the picture also moves as a whole, as in a fast pan, or if most of the picture changes and no ' +
    'twentieth of a ten-degree field changes in step, as in a fast zoom. In high dynamic range, a change counts from ' +
    '20 cd/m² if the darker state is below 160 cd/m², and from a Michelson contrast of 1/17 above (ITU-R BT.1702-3)',
};

export const photosensitivityDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b07',
  code: 'photosensitivity',
  name: 'Photosensitivity screening',
  description: 'Finds flashing and patterns of stripes that may trigger photosensitive seizures.',
  limits: [
    'In high dynamic range (PQ and HLG), luminances in cd/m² are compared with ITU-R BT.1702-3.',
    'Stripes that rest for more than a third of a second between two changes are still or drifting; the limit of 25 % is for stripes that change more often.',
    'The result is a screening, not a certification.',
  ],
  version: '10',
  assetTypes: ['video'],
  decodes: true,
  readsText: false,
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b71',
      code: 'flash.general',
      name: 'More than three flashes in a second',
      severity: 'critical',
      threshold: 3,
      unit: 'flashes/s',
      source: flashThresholds,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b72',
      code: 'flash.red',
      name: 'More than three flashes of saturated red in a second',
      severity: 'critical',
      threshold: 3,
      unit: 'flashes/s',
      source: flashThresholds,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b73',
      code: 'flash.extended',
      name: 'Flashing for more than five seconds',
      severity: 'major',
      threshold: 5,
      unit: 's',
      source: broadcastGuidance,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b74',
      code: 'pattern.stripes',
      name: 'More than five light-dark pairs of stripes over a large area',
      severity: 'major',
      threshold: 5,
      unit: 'pairs',
      source: {
        ...patternGuidance,
        clause:
          `${patternGuidance.clause}: more than 40 % of the picture if the stripes are still or drift, and 25 % if ` +
          'they oscillate, flash or reverse. Only stripes of more than 50 cd/m² that last 0.5 s count (Harding et al. ' +
          '2005)',
      },
    },
  ],
} as const satisfies SidekickDescription;

export const rules = rulesByCode(photosensitivityDescription);
