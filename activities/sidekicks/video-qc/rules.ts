import { assayDefault, type SidekickDescription } from '../description.ts';

export const videoQcDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01',
  code: 'video-qc',
  name: 'Video quality control',
  description: 'Finds black and frozen picture.',
  version: '1',
  assetTypes: ['video'],
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b11',
      code: 'picture.black',
      name: 'Black picture',
      severity: 'major',
      threshold: 2,
      unit: 's',
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b12',
      code: 'picture.freeze',
      name: 'Frozen picture',
      severity: 'major',
      threshold: 2,
      unit: 's',
      source: assayDefault,
    },
  ],
} as const satisfies SidekickDescription;
