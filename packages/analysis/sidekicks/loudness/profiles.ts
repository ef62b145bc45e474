import type { Rule } from '../../contract/description.ts';
import { atscRules, rules, streamingRules } from './rules.ts';

type LevelRule = Rule & { threshold: number };

export interface Profile {
  name: string;
  unit: 'LUFS' | 'LKFS';
  target: number;
  /** Deviation from the target in LU above which the rule's severity applies. Up to it, the finding is minor. */
  severeLu: number;
  /** Sentence for the finding about the effect of a deviation on listeners. */
  reasoning: string;
  rules: { programme: LevelRule; truePeak: LevelRule; shortTerm?: LevelRule };
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
  doubt: (seconds) =>
    seconds <= 180
      ? null
      : {
          confidence: 0.7,
          sentence:
            'The whole mix was measured; A/85 measures long programmes by their dialogue, which can differ.',
        },
};

const streaming: Profile = {
  name: 'streaming',
  unit: 'LUFS',
  target: -16,
  severeLu: 2,
  reasoning:
    'Streaming services turn down louder programmes; quieter ones are hard to hear on mobile devices.',
  rules: {
    programme: streamingRules['streaming_loudness.programme'],
    truePeak: streamingRules['streaming_loudness.true_peak'],
  },
};

/** The profiles of the sidekicks that judge only loudness and true peak. */
export const levelProfiles = { atscA85, streaming };
