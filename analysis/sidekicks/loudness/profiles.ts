import type { RuleCode } from '../catalogue.ts';

/** What the loudness of a programme is held against. The thresholds are those of its rules. */
export interface Profile {
  name: string;
  unit: 'LUFS' | 'LKFS';
  target: number;
  /** Deviations above this, in LU, are as severe as the rule; smaller ones are minor. */
  severeLu: number;
  /** What a deviation means to those who hear it. */
  reasoning: string;
  rules: { programme: RuleCode; truePeak: RuleCode; shortTerm?: RuleCode };
  /** What is doubtful about judging a programme of this length by this profile. */
  doubt?: (seconds: number) => { confidence: number; sentence: string } | null;
}

/** R 128 tolerates 0.2 LU in quality control (i), and 1 LU where the target cannot be reached, as in live programmes (h). */
export const ebuR128: Profile = {
  name: 'EBU R 128',
  unit: 'LUFS',
  target: -23,
  severeLu: 1,
  reasoning:
    'Listeners hear a jump in loudness against the programmes around it. Up to 1 LU is permitted where the target cannot be reached in practice, as in live programmes.',
  rules: {
    programme: 'loudness.programme',
    truePeak: 'loudness.true_peak',
    shortTerm: 'loudness.short_term',
  },
};

/** What A/85 calls short-form content, advertisements and promotions, is shorter than two to three minutes. */
export const atscA85: Profile = {
  name: 'ATSC A/85',
  unit: 'LKFS',
  target: -24,
  severeLu: 2,
  reasoning: 'Viewers hear a jump in loudness between programmes and commercials.',
  rules: { programme: 'atsc_loudness.programme', truePeak: 'atsc_loudness.true_peak' },
  doubt: (seconds) =>
    seconds <= 180
      ? null
      : {
          confidence: 0.7,
          sentence:
            'Measured over the whole mix; A/85 measures long programmes by their dialogue, which can differ.',
        },
};

export const streaming: Profile = {
  name: 'streaming',
  unit: 'LUFS',
  target: -16,
  severeLu: 2,
  reasoning:
    'Streaming services turn louder programmes down, which gains nothing, and quieter ones are hard to hear on the move.',
  rules: { programme: 'streaming_loudness.programme', truePeak: 'streaming_loudness.true_peak' },
};
