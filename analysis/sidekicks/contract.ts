import { z } from 'zod';
import type { AssetType } from '../../domain/asset-type.ts';
import type { RangedSource } from '../../lib/ranged-source.ts';
import type { ParserPool } from '../parser-processes/parser-pool.ts';
import type { ProbeReport } from '../media/ffprobe.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { findRule, type RuleCode } from './catalogue.ts';
import type { SidekickDescription } from './description.ts';
import { finding, type Finding } from './finding.ts';
import type { SidekickJobs } from './parser-jobs.ts';
import type { Observation, Watch } from './watch.ts';

/** What a sidekick is given. */
export interface SidekickInput {
  asset: { assetId: string; filename: string; assetType: AssetType; mimeType: string };
  /** The asset's bytes, to be read in parts. */
  source: RangedSource;
  /** A copy of the asset on the local disk, made when it is first asked for; for ffmpeg, which has limits of its own. */
  localFile: () => Promise<string>;
  /** ffmpeg and ffprobe. */
  tools: MediaTools;
  /** Where the asset's bytes are parsed in JavaScript. */
  parsers: ParserPool<SidekickJobs>;
  /** Aborted when the run is cancelled or its worker stops. */
  signal: AbortSignal;
  /** Tells how far it is (0–1) and that it is alive. */
  progress: (share: number) => void;
}

/** An analyser. It throws when it could not examine the asset; a defect is a finding, never a throw. */
export interface Sidekick<Seen = never> {
  /** What it looks for while the file is decoded; null where there is nothing in this file. */
  watch?: (media: ProbeReport) => Watch<Seen> | null;
  /** `observation` is what came of watching; null where there was nothing to watch. */
  examine: (input: SidekickInput, observation: Observation<Seen> | null) => Promise<Finding[]>;
}

/** What a sidekick returned does not keep the contract. */
export class InvalidFindings extends Error {}

/** Checks what a sidekick returned; throws `InvalidFindings` with the reason when it does not keep the contract. */
export function checkFindings(sidekick: SidekickDescription, findings: unknown): Finding[] {
  const checked = z.array(finding).safeParse(findings);
  if (!checked.success)
    throw new InvalidFindings(`sidekick ${sidekick.code}: ${z.prettifyError(checked.error)}`);
  for (const { ruleCode } of checked.data) {
    if (!sidekick.rules.some(({ code }) => code === ruleCode)) {
      throw new InvalidFindings(`sidekick ${sidekick.code}: ${ruleCode} is not one of its rules`);
    }
  }
  return checked.data;
}

/** What differs from finding to finding; severity, confidence and precedents where they are not the usual ones. */
export interface FindingParts extends Pick<Finding, 'summary' | 'details' | 'anchor' | 'evidence'> {
  severity?: Finding['severity'];
  confidence?: number;
  headline: string;
  reasoning: string;
  /** What mends it: a verb, and a sentence. */
  action: string;
  resolution: string;
}

/** A defect by one of a sidekick's rules: as severe as the rule is, and certain, unless it says otherwise. */
export function newFinding(ruleCode: RuleCode, parts: FindingParts): Finding {
  const { headline, reasoning, action, resolution, ...rest } = parts;
  return {
    ruleCode,
    severity: findRule(ruleCode)!.rule.severity,
    confidence: 1,
    severityReasoningHeadline: headline,
    severityReasoning: reasoning,
    precedents: [],
    resolutionRequirement: { action, description: resolution },
    ...rest,
  };
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
