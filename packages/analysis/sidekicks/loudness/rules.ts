import { z } from 'zod';
import {
  assayDefault,
  rulesByCode,
  type RuleSource,
  type SidekickDescription,
} from '../../contract/description.ts';

const r128 = (clause: string): RuleSource => ({
  standard: 'EBU R 128 (2023)',
  clause,
  url: 'https://tech.ebu.ch/docs/r/r128.pdf',
});

const a85: RuleSource = {
  standard: 'ATSC A/85:2013',
  clause: 'Target Loudness and True Peak Levels for Content Delivery or Exchange',
  url: 'https://www.atsc.org/atsc-documents/a85-techniques-for-establishing-and-maintaining-audio-loudness-for-digital-television/',
};

const bs1770: RuleSource = {
  standard: 'Recommendation ITU-R BS.1770-5',
  clause: 'annex 3: the weight of a channel depends on the position of its loudspeaker',
  url: 'https://www.itu.int/rec/R-REC-BS.1770',
};

/** Lowest limit of the true peak in dBTP that a profile can set. */
export const lowestPeakDbtp = -9;

const td1008 = 'https://aes.org/wp-content/uploads/2024/01/20210924_TD1008_v3.13.pdf';

/** The target of the loudness sidekick. The defaults are those of EBU R 128. */
export const loudnessParameters = z.strictObject({
  standard: z
    .string()
    .min(1)
    .max(60)
    .default('EBU R 128')
    .describe('Name of the standard or of the destination, for the texts of issues.'),
  unit: z.enum(['LUFS', 'LKFS']).default('LUFS').describe('Name of the unit in texts. Both units are equal.'),
  targetLufs: z
    .number()
    .min(-40)
    .max(-5)
    .default(-23)
    .meta({ unit: 'LUFS', description: 'Target of the programme loudness.' }),
  toleranceLu: z.number().min(0).max(10).default(0.2).meta({
    unit: 'LU',
    description: 'Tolerance of the target: a smaller deviation is no issue.',
    thresholdOf: 'loudness.programme',
  }),
  minorLu: z
    .number()
    .min(0)
    .max(10)
    .default(1)
    .meta({ unit: 'LU', description: 'Deviation from the target up to which the issue is only minor.' }),
  truePeakDbtp: z
    .number()
    .min(lowestPeakDbtp)
    .max(3)
    .default(-1)
    .meta({ unit: 'dBTP', description: 'Largest true peak.', thresholdOf: 'loudness.true_peak' }),
  shortTermLufs: z.number().min(-40).max(0).nullable().default(-18).meta({
    unit: 'LUFS',
    description:
      'Largest short-term loudness of programmes of up to two minutes. Without a value, it is not judged.',
    thresholdOf: 'loudness.short_term',
  }),
  monoAsTwo: z
    .boolean()
    .default(false)
    .describe('Whether mono sound counts as the same sound on two loudspeakers, which is 3 LU louder.'),
  dialogueFromSeconds: z.number().min(0).max(360_000).nullable().default(null).meta({
    unit: 's',
    description:
      'Duration from which the standard measures the dialogue only. Assay measures the whole mix, so issues of longer programmes have a lower confidence. Without a value: never.',
  }),
  edgeSilenceSeconds: z.number().min(2).max(3600).default(2).meta({
    unit: 's',
    description: 'Shortest silence at the start or the end of the sound that is reported.',
  }),
});
export type LoudnessParameters = z.infer<typeof loudnessParameters>;

export const loudnessDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b02',
  code: 'loudness',
  name: 'Loudness and sound',
  description:
    'Measures loudness and true peak, by EBU R 128 unless a profile has another target. Also finds silence, silent channels, out-of-phase stereo, dual mono, clipping and DC offset.',
  limits: [
    'The sidekick examines the default audio track of videos and audio files. Mono tracks whose channel labels in the file belong together are measured as one programme.',
  ],
  version: '6',
  assetTypes: ['video', 'audio'],
  decodes: true,
  readsText: false,
  parameters: loudnessParameters,
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b21',
      code: 'sound.silence',
      name: 'Silence (info for a pause in sound with many pauses)',
      severity: 'minor',
      threshold: 3,
      unit: 's',
      adjustable: { least: 3, most: 3600 },
      source: {
        ...assayDefault,
        clause: `${assayDefault.clause}. At the start and the end of the sound, the threshold is 2 s unless a profile sets it. A silence below 10 s is a pause if there are at least three other pauses per minute`,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b22',
      code: 'sound.silent_programme',
      name: 'First audio track silent from start to end (minor if there are other tracks)',
      severity: 'critical',
      threshold: -60,
      unit: 'dBTP',
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b23',
      code: 'sound.silent_channel',
      name: 'One channel of a stereo pair is silent',
      severity: 'major',
      threshold: 10,
      unit: 's',
      adjustable: { least: 10, most: 3600 },
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b24',
      code: 'sound.out_of_phase',
      name: 'Stereo channels out of phase',
      severity: 'major',
      threshold: -0.5,
      unit: 'correlation',
      adjustable: { least: -1, most: -0.5 },
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b25',
      code: 'sound.dual_mono',
      name: 'Dual mono: the same sound on both channels',
      severity: 'info',
      threshold: 0.999,
      unit: 'correlation',
      adjustable: { least: 0.9, most: 1 },
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b26',
      code: 'sound.clipping',
      name: 'Clipping',
      severity: 'major',
      threshold: 4,
      unit: 'samples at full scale in a row',
      adjustable: { least: 4, most: 10000 },
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b27',
      code: 'sound.dc_offset',
      name: 'DC offset',
      severity: 'minor',
      threshold: 1,
      unit: '% of full scale',
      adjustable: { least: 0.5, most: 100 },
      source: assayDefault,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b28',
      code: 'loudness.programme',
      name: 'Programme loudness off the target (minor if within 1 LU)',
      severity: 'major',
      threshold: 0.2,
      unit: 'LU',
      source: r128('recommendation i), tolerance in quality control; h), where the target cannot be reached'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b29',
      code: 'loudness.true_peak',
      name: 'True peak above the limit',
      severity: 'major',
      threshold: -1,
      unit: 'dBTP',
      source: r128('recommendation m), maximum true peak level'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b2a',
      code: 'loudness.short_term',
      name: 'Short-term loudness of a short programme above the limit',
      severity: 'major',
      threshold: -18,
      unit: 'LUFS',
      source: {
        standard: 'EBU R 128 s1',
        clause: 'maximum short-term loudness level of short-form content',
        url: 'https://tech.ebu.ch/docs/r/r128s1.pdf',
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b2b',
      code: 'loudness.unjudged',
      name: 'Programme loudness not judged: the loudspeakers of the channels are unknown',
      severity: 'info',
      threshold: null,
      unit: null,
      isGap: true,
      source: bs1770,
    },
  ],
} as const satisfies SidekickDescription;

export const rules = rulesByCode(loudnessDescription);
export type SoundRules = typeof rules;

export const loudnessAtscDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b08',
  code: 'loudness-atsc-a85',
  name: 'Loudness (ATSC A/85)',
  description: 'Measures loudness and true peak by ATSC A/85, for television in the United States.',
  limits: ['A preset of the sidekick `loudness` with fixed parameters, for clients that name its id.'],
  version: '3',
  assetTypes: ['video', 'audio'],
  decodes: true,
  readsText: false,
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b81',
      code: 'atsc_loudness.programme',
      defect: 'loudness.programme',
      name: 'Programme loudness off the target of -24 LKFS',
      severity: 'major',
      threshold: 2,
      unit: 'LU',
      source: a85,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b82',
      code: 'atsc_loudness.true_peak',
      defect: 'loudness.true_peak',
      name: 'True peak above -2 dBTP',
      severity: 'major',
      threshold: -2,
      unit: 'dBTP',
      source: a85,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b83',
      code: 'atsc_loudness.unjudged',
      defect: 'loudness.unjudged',
      name: 'Programme loudness not judged: the loudspeakers of the channels are unknown',
      severity: 'info',
      threshold: null,
      unit: null,
      isGap: true,
      source: bs1770,
    },
  ],
} as const satisfies SidekickDescription;

export const atscRules = rulesByCode(loudnessAtscDescription);

export const loudnessStreamingDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b09',
  code: 'loudness-streaming',
  name: 'Loudness (streaming)',
  description: 'Measures loudness and true peak for streaming and podcasts.',
  limits: ['A preset of the sidekick `loudness` with fixed parameters, for clients that name its id.'],
  version: '3',
  assetTypes: ['video', 'audio'],
  decodes: true,
  readsText: false,
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b91',
      code: 'streaming_loudness.programme',
      defect: 'loudness.programme',
      name: 'Programme loudness outside -18 to -14 LUFS',
      severity: 'minor',
      threshold: 2,
      unit: 'LU',
      source: {
        standard: 'Assay default',
        clause:
          'chosen by this project: the range of AES TD1008 (2021), section 4, from speech (-18) over single tracks (-16) to the loudest track of an album (-14). Mono sound counts as on two loudspeakers, which is 3 LU louder',
        url: td1008,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b92',
      code: 'streaming_loudness.true_peak',
      defect: 'loudness.true_peak',
      name: 'True peak above -1 dBTP',
      severity: 'major',
      threshold: -1,
      unit: 'dBTP',
      source: {
        standard: 'AES TD1008 (2021)',
        clause: '4 Recommendations: maximum true peak level',
        url: td1008,
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b93',
      code: 'streaming_loudness.unjudged',
      defect: 'loudness.unjudged',
      name: 'Programme loudness not judged: the loudspeakers of the channels are unknown',
      severity: 'info',
      threshold: null,
      unit: null,
      isGap: true,
      source: bs1770,
    },
  ],
} as const satisfies SidekickDescription;

export const streamingRules = rulesByCode(loudnessStreamingDescription);
