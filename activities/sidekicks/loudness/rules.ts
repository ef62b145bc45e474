import { assayDefault, type SidekickDescription } from '../description.ts';

export const loudnessDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b02',
  code: 'loudness',
  name: 'Loudness and sound',
  description: 'Finds silence in the sound of videos and audio files.',
  version: '1',
  assetTypes: ['video', 'audio'],
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b21',
      code: 'sound.silence',
      name: 'Silence',
      severity: 'minor',
      threshold: 2,
      unit: 's',
      source: assayDefault,
    },
  ],
} as const satisfies SidekickDescription;
