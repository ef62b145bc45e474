import type { Rule } from '../../contract/description.ts';
import { rulesInForce, type SidekickSettings } from '../../contract/settings.ts';
import {
  atscRules,
  type LoudnessParameters,
  loudnessParameters,
  rules as usualRules,
  streamingRules,
} from './rules.ts';

type LevelRule = Rule & { threshold: number };

/** The values that the loudness and the true peak of a programme are compared with. */
export interface Target extends LoudnessParameters {
  /** Sentence for the finding about the effect of a deviation on listeners. */
  reasoning: string;
  /** The rules with the thresholds in force. `shortTerm` is absent if the short-term loudness is not judged. */
  rules: { programme: LevelRule; truePeak: LevelRule; shortTerm?: LevelRule };
  /** Rule of the finding if the programme loudness cannot be judged. */
  unjudgedRule: Rule;
}

/** Returns the rules of the sidekick `loudness` with the thresholds in force. */
export function soundRules(settings: SidekickSettings): typeof usualRules {
  return rulesInForce(usualRules, settings);
}

/** Returns the target that the parameters of the sidekick `loudness` describe. */
export function targetOf({ parameters, source }: SidekickSettings): Target {
  const target = parameters as LoudnessParameters;
  const { standard, toleranceLu, minorLu, truePeakDbtp, shortTermLufs } = target;
  const inForce = (rule: LevelRule, threshold: number): LevelRule => ({
    ...rule,
    threshold,
    source: source ?? rule.source,
  });
  const jump = 'Listeners hear a jump in loudness between programmes.';
  return {
    ...target,
    reasoning:
      minorLu <= toleranceLu ? jump : `${jump} ${standard}: a deviation of up to ${minorLu} LU is minor.`,
    rules: {
      programme: inForce(usualRules['loudness.programme'], toleranceLu),
      truePeak: inForce(usualRules['loudness.true_peak'], truePeakDbtp),
      ...(shortTermLufs === null
        ? {}
        : { shortTerm: inForce(usualRules['loudness.short_term'], shortTermLufs) }),
    },
    unjudgedRule: usualRules['loudness.unjudged'],
  };
}

/**
 * The targets of the sidekicks that judge only loudness and true peak. New work uses `loudness` with parameters; these
 * sidekicks remain for clients that name their ids.
 */
export const presets = {
  /**
   * ATSC A/85. For programmes longer than three minutes, A/85 measures the loudness of the dialogue, but Assay measures
   * the whole mix.
   */
  atscA85: {
    ...loudnessParameters.parse({
      standard: 'ATSC A/85',
      unit: 'LKFS',
      targetLufs: -24,
      toleranceLu: atscRules['atsc_loudness.programme'].threshold,
      minorLu: 2,
      truePeakDbtp: atscRules['atsc_loudness.true_peak'].threshold,
      shortTermLufs: null,
      dialogueFromSeconds: 180,
    }),
    reasoning: 'Viewers hear a jump in loudness between programmes and commercials.',
    rules: {
      programme: atscRules['atsc_loudness.programme'],
      truePeak: atscRules['atsc_loudness.true_peak'],
    },
    unjudgedRule: atscRules['atsc_loudness.unjudged'],
  },
  /** The range of AES TD1008, which measures mono sound as it is heard: from two loudspeakers. */
  streaming: {
    ...loudnessParameters.parse({
      standard: 'streaming',
      targetLufs: -16,
      toleranceLu: streamingRules['streaming_loudness.programme'].threshold,
      minorLu: 2,
      truePeakDbtp: streamingRules['streaming_loudness.true_peak'].threshold,
      shortTermLufs: null,
      monoAsTwo: true,
    }),
    reasoning:
      'Streaming services turn down louder programmes; quieter ones are hard to hear on mobile devices.',
    rules: {
      programme: streamingRules['streaming_loudness.programme'],
      truePeak: streamingRules['streaming_loudness.true_peak'],
    },
    unjudgedRule: streamingRules['streaming_loudness.unjudged'],
  },
} satisfies Record<string, Target>;

/** Loudness in LU by which mono sound is louder on two loudspeakers than on one: the power is twice as high. */
const secondLoudspeakerLu = 10 * Math.log10(2);

/** Returns the loudness in LU that a target adds to the measured loudness of sound with this number of channels. */
export function addedLu({ monoAsTwo }: Pick<Target, 'monoAsTwo'>, channels: number): number {
  return monoAsTwo && channels === 1 ? secondLoudspeakerLu : 0;
}
