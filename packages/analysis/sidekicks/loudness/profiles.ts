import type { Rule } from '../../contract/description.ts';
import { atscRules, rules, streamingRules } from './rules.ts';

type LevelRule = Rule & { threshold: number };

export interface Profile {
  /** Name of the target in texts. */
  name: string;
  unit: 'LUFS' | 'LKFS';
  target: number;
  /** Deviation from the target in LU above which the rule's severity applies. Up to it, the finding is minor. */
  severeLu: number;
  /** Sentence for the finding about the effect of a deviation on listeners. */
  reasoning: string;
  rules: { programme: LevelRule; truePeak: LevelRule; shortTerm?: LevelRule };
  /** Rule of the finding if the programme loudness cannot be judged. */
  unjudgedRule: Rule;
  /** True if mono sound counts as the same sound on two loudspeakers, which is 3 LU louder. */
  monoAsTwo?: true;
  /**
   * Returns why the profile may not apply to a programme of this length, and the confidence of findings. Returns null
   * if the profile applies.
   */
  doubt?: (seconds: number) => { confidence: number; sentence: string } | null;
}

/**
 * EBU R 128. It permits deviations of 0.2 LU in quality control (recommendation i). If the target is not achievable, as
 * in live programmes, it permits 1 LU (recommendation h).
 */
export const ebuR128: Profile = {
  name: 'EBU R 128',
  unit: 'LUFS',
  target: -23,
  severeLu: 1,
  reasoning:
    'Listeners hear a jump in loudness between programmes. EBU R 128 permits up to 1 LU where the target cannot be reached in practice, as in live programmes.',
  rules: {
    programme: rules['loudness.programme'],
    truePeak: rules['loudness.true_peak'],
    shortTerm: rules['loudness.short_term'],
  },
  unjudgedRule: rules['loudness.unjudged'],
};

/**
 * ATSC A/85. For programmes longer than three minutes, A/85 measures the loudness of the dialogue, but Assay measures
 * the whole mix. Findings about long programmes therefore have a lower confidence.
 */
const atscA85: Profile = {
  name: 'ATSC A/85',
  unit: 'LKFS',
  target: -24,
  severeLu: 2,
  reasoning: 'Viewers hear a jump in loudness between programmes and commercials.',
  rules: { programme: atscRules['atsc_loudness.programme'], truePeak: atscRules['atsc_loudness.true_peak'] },
  unjudgedRule: atscRules['atsc_loudness.unjudged'],
  doubt: (seconds) =>
    seconds <= 180
      ? null
      : {
          confidence: 0.7,
          sentence:
            'The whole mix was measured; A/85 measures long programmes by their dialogue, which can differ.',
        },
};

/** The range of AES TD1008, which measures mono sound as it is heard: from two loudspeakers. */
const streaming: Profile = {
  name: 'streaming',
  monoAsTwo: true,
  unit: 'LUFS',
  target: -16,
  severeLu: 2,
  reasoning:
    'Streaming services turn down louder programmes; quieter ones are hard to hear on mobile devices.',
  rules: {
    programme: streamingRules['streaming_loudness.programme'],
    truePeak: streamingRules['streaming_loudness.true_peak'],
  },
  unjudgedRule: streamingRules['streaming_loudness.unjudged'],
};

/** Loudness in LU by which mono sound is louder on two loudspeakers than on one: the power is twice as high. */
const secondLoudspeakerLu = 10 * Math.log10(2);

/** Returns the loudness in LU that a profile adds to the measured loudness of sound with this number of channels. */
export function addedLu({ monoAsTwo }: Profile, channels: number): number {
  return monoAsTwo === true && channels === 1 ? secondLoudspeakerLu : 0;
}

/** The profiles of the sidekicks that judge only loudness and true peak. */
export const levelProfiles = { atscA85, streaming };
