import type { ShippedProfile } from './shipped-profile.ts';

export const everything: ShippedProfile = {
  id: '0860805d-630e-4f47-9264-7ce08d087a9f',
  version: 2,
  content: {
    code: 'everything',
    name: 'Everything',
    description:
      'All built-in sidekicks with their own rules, thresholds and severities, and no requirements. Three targets of ' +
      'loudness are checked, so every audible file misses one. Use it to see what Assay can find, and another profile to ask ' +
      'whether a file can be sent.',
    assetTypes: ['video', 'audio', 'image', 'document'],
    sidekicks: [
      { code: 'video-qc' },
      { code: 'photosensitivity' },
      { code: 'loudness' },
      { code: 'document' },
      { code: 'integrity' },
      { code: 'loudness-atsc-a85' },
      { code: 'loudness-streaming' },
      { code: 'claims' },
      { code: 'supers' },
      { code: 'captions' },
    ],
    manualChecks: [
      { code: 'rights', text: 'Music, images and fonts are licensed for this use.' },
      { code: 'current', text: 'The file is the version that was approved.' },
    ],
    failsAt: 'major',
  },
};
