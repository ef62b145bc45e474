import { z } from 'zod';
import { anchor, evidence, precedent, resolutionRequirement } from '../../domain/contracts/issue.ts';
import type { AssetType } from '../../domain/asset-type.ts';
import type { RangedSource } from '../../domain/ranged-source.ts';
import { severities } from '../../domain/severity.ts';
import { findRule, type RuleCode, type SidekickDescription } from './catalogue.ts';

/** What a sidekick is given. */
export interface SidekickInput {
  asset: { assetId: string; filename: string; assetType: AssetType; mimeType: string };
  /** The asset's bytes, to be read in parts. */
  source: RangedSource;
  /** A copy of the asset on the local disk, made when it is first asked for. */
  localFile: () => Promise<string>;
  /** Aborted when the run is cancelled or its worker stops. */
  signal: AbortSignal;
  /** Tells how far it is (0–1) and that it is alive. */
  progress: (share: number) => void;
}

/** One defect that a sidekick found. */
export const finding = z.strictObject({
  ruleCode: z.string(),
  severity: z.enum(severities),
  summary: z.string().min(1),
  details: z.string(),
  severityReasoning: z.string(),
  severityReasoningHeadline: z.string(),
  evidence: z.array(evidence).min(1),
  anchor,
  confidence: z.number().min(0).max(1),
  precedents: z.array(precedent),
  resolutionRequirement,
});
export type Finding = z.infer<typeof finding>;

/** An analyser. It throws when it could not examine the asset; a defect is a finding, never a throw. */
export type Sidekick = (input: SidekickInput) => Promise<Finding[]>;

/** Checks what a sidekick returned; throws with the reason when it does not keep the contract. */
export function checkFindings(sidekick: SidekickDescription, findings: unknown): Finding[] {
  const checked = z.array(finding).parse(findings);
  for (const { ruleCode } of checked) {
    if (findRule(ruleCode)?.sidekick !== sidekick) {
      throw new Error(
        `sidekick ${sidekick.code} returned a finding of rule ${ruleCode}, which is not one of its rules`,
      );
    }
  }
  return checked;
}

/** Evidence that a measured value passed a rule's threshold, complete enough to be contested. */
export function measurementEvidence(
  ruleCode: RuleCode,
  id: string,
  measured: number,
  where: Finding['anchor'],
) {
  const { rule } = findRule(ruleCode)!;
  return {
    id,
    sourceType: 'measurement' as const,
    confidence: 1,
    content: { measured, threshold: rule.threshold, unit: rule.unit, source: { ...rule.source } },
    anchor: where,
  };
}
