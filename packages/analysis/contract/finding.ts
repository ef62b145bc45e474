import { z } from 'zod';
import { anchor, evidence, precedent, resolutionRequirement } from '@assay/domain/contracts/issue.ts';
import { severities } from '@assay/domain/sidekick.ts';

/** The schema of a finding: one defect that a sidekick found. */
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
