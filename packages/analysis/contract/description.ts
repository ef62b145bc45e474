import type { z } from 'zod';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type { SidekickRule } from '@assay/domain/sidekick.ts';

export type RuleSource = SidekickRule['source'];

/**
 * A rule of a sidekick. The id of a published rule never changes. Its texts may change at any time. Its other
 * properties change only in a new version of the sidekick.
 */
export interface Rule extends SidekickRule {
  /**
   * The code of another sidekick's rule that finds the same defect; default: the code of this rule. If several
   * sidekicks find the same defect at the same position, their findings become one issue.
   */
  defect?: string;
  /** The types of files in which the rule can find something. Absent: those of the sidekick. */
  assetTypes?: readonly AssetType[];
  /** The thresholds that a profile can set. Absent: it cannot change the threshold. */
  adjustable?: { least: number; most: number };
  /** True if a finding reports that something could not be judged. The verdict is then `incomplete`. Absent: false. */
  isGap?: true;
}

export interface SidekickDescription {
  id: string;
  code: string;
  name: string;
  /** One or two sentences about what the sidekick finds. */
  description: string;
  /** Limits of the examination, and how doubtful cases are decided. Each is one or a few sentences. Absent: none. */
  limits?: readonly string[];
  /** Stored with each result. Incremented if a rule or its evaluation changes, but not for new wording. */
  version: string;
  assetTypes: readonly AssetType[];
  /**
   * True if the sidekick measures during the decoding, which all sidekicks share. SVG and documents are not decoded.
   */
  decodes: boolean;
  /** True if the sidekick uses the text that is shown in pictures. The text is read once for all sidekicks. */
  readsText: boolean;
  /** True if the sidekick uses the speech in sound. The speech is read once for all sidekicks. Absent: false. */
  hearsSpeech?: boolean;
  /** True if the sidekick asks for the text that is shown in some images and videos (`wantsText`). Absent: false. */
  asksForText?: boolean;
  /**
   * The values that a profile can set, besides the thresholds of rules. Each has a default, a description and, if it is
   * measured, `unit` in its metadata. If a parameter is the threshold of a rule, `thresholdOf` has the code of the
   * rule, which is off if the parameter is null. Later versions must accept all values that earlier ones accepted,
   * because stored versions of profiles never change. Absent: none.
   */
  parameters?: z.ZodObject;
  rules: readonly Rule[];
}

type Code<Description extends SidekickDescription> = Description['rules'][number]['code'];
type Threshold<Description extends SidekickDescription, SomeCode extends string> = Extract<
  Description['rules'][number],
  { code: SomeCode }
>['threshold'];

/** The rules of a sidekick by code. The type of `threshold` is `number` or `null`, as in the description. */
export type RulesByCode<Description extends SidekickDescription> = {
  readonly [SomeCode in Code<Description>]: Rule & {
    code: SomeCode;
    threshold: Threshold<Description, SomeCode> extends number ? number : null;
  };
};

export function rulesByCode<Description extends SidekickDescription>({
  rules,
}: Description): RulesByCode<Description> {
  return Object.fromEntries(rules.map((rule) => [rule.code, rule])) as RulesByCode<Description>;
}

/** The source named for thresholds that this project chose because no published standard defines them. */
export const assayDefault: RuleSource = {
  standard: 'Assay default',
  clause: 'chosen by this project; not taken from a published standard',
  url: null,
};
