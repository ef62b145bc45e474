import { assayDefault, type RuleSource, type SidekickDescription } from '../description.ts';

const exif: RuleSource = {
  standard: 'CIPA DC-008 (Exif)',
  clause: '4.6.6 GPS attribute information',
  url: 'https://www.cipa.jp/e/std/std-sec.html',
};

export const integrityDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b04',
  code: 'integrity',
  name: 'File integrity',
  description: 'Finds images that do not decode and locations kept in their metadata.',
  version: '1',
  assetTypes: ['image'],
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b41',
      code: 'decode.image',
      name: 'Image does not decode cleanly',
      severity: 'critical',
      threshold: null,
      unit: null,
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b42',
      code: 'privacy.location',
      name: 'Location in metadata',
      severity: 'major',
      threshold: null,
      unit: null,
      source: exif,
    },
  ],
} as const satisfies SidekickDescription;
