import { z } from 'zod';
import { isStorableText, plainText } from '@assay/domain/lib/characters.ts';
import { type Anchor, anchor, evidence, precedent } from '@assay/domain/contracts/issue.ts';
import { isPageBox } from '@assay/domain/page-box.ts';
import { answerFault, answerLimits } from '@assay/domain/examination.ts';
import { severities } from '@assay/domain/sidekick.ts';
import { checkFindings, InvalidFindings } from '@assay/analysis/contract/check-findings.ts';
import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { finding, type Finding } from '@assay/analysis/contract/finding.ts';

// Schema of the answer of a custom sidekick. Findings have the same fields as those of built-in sidekicks. All fields
// have limits, because findings are stored and shown unchanged.

const text = (maxCharacters: number) =>
  z.string().max(maxCharacters).refine(isStorableText, 'must be well-formed text without NUL');

/** A URL that consumers see as a link, so only http and https are valid. */
const link = z
  .url({ protocol: /^https?$/, error: 'must be a URL starting with https:// or http://' })
  .max(2048);

const checkedAnchor = anchor.superRefine((value, context) => {
  const message = anchorFault(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const remoteEvidence = evidence
  .extend({ id: text(200).min(1), anchor: checkedAnchor })
  .refine(
    ({ sourceType, content }) => sourceType !== 'measurement' || hasMeasured(content),
    'the content of a measurement must be an object with what was measured as "measured"',
  );

const remoteFinding = finding.extend({
  severity: z.enum(severities).optional(),
  summary: text(500).min(1),
  details: text(5_000),
  severityReasoning: text(2_000),
  severityReasoningHeadline: text(200),
  evidence: z.array(remoteEvidence).min(1).max(20),
  anchor: checkedAnchor,
  confidence: finding.shape.confidence.default(1),
  precedents: z
    .array(precedent.extend({ url: link, title: text(500), decision: text(2_000), date: text(100) }))
    .max(20)
    .default([]),
  resolutionRequirement: z.strictObject({ action: text(100), description: text(2_000) }),
});

const remoteAnswer = z.strictObject({ findings: z.array(remoteFinding).max(answerLimits.findings) });

const maxReasonCharacters = 300;

/**
 * Parses the response of a custom sidekick and returns its findings. A finding without a severity gets the severity of
 * its rule. A measurement without a threshold, unit or source gets the value of its rule. Throws `InvalidFindings` with
 * the reason in one line.
 */
export function parseFindings(sidekick: SidekickDescription, answer: unknown): Finding[] {
  const fault = answerFault(answer);
  if (fault !== null) throw new InvalidFindings(fault);
  const parsed = remoteAnswer.safeParse(answer);
  if (!parsed.success) throw new InvalidFindings(reasonOf(parsed.error));
  const rules = new Map(sidekick.rules.map((rule) => [rule.code, rule]));
  const findings = parsed.data.findings.map((one, index): Finding => {
    const rule = rules.get(one.ruleCode);
    if (rule === undefined) {
      const message = `findings.${index}.ruleCode: ${one.ruleCode} is not one of its rules`;
      throw new InvalidFindings(plainText(message, maxReasonCharacters));
    }
    const { threshold, unit, source } = rule;
    return {
      ...one,
      severity: one.severity ?? rule.severity,
      evidence: one.evidence.map((each) =>
        each.sourceType === 'measurement'
          ? { ...each, content: { threshold, unit, source: { ...source }, ...(each.content as object) } }
          : each,
      ),
    };
  });
  return checkFindings(sidekick, findings);
}

/** Returns the path and message of the first fault, and the number of further faults. */
function reasonOf({ issues }: z.ZodError): string {
  const [{ path, message }, ...more] = issues as [z.core.$ZodIssue, ...z.core.$ZodIssue[]];
  const where = path.length === 0 ? 'the answer' : path.join('.');
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return `${plainText(`${where}: ${message}`, maxReasonCharacters)}${others}`;
}

function anchorFault(value: Anchor): string | null {
  if (value.kind === 'time' && value.endSeconds < value.startSeconds) return 'must not end before it starts';
  if (value.kind === 'text' && value.end < value.start) return 'must not end before it starts';
  if (value.kind === 'text' && !text(2_000).safeParse(value.quote).success)
    return 'must have a quote of at most 2000 characters, without NUL';
  if ('bbox' in value && value.bbox !== undefined && !isPageBox(value.bbox))
    return `bbox must be [left, top, right, bottom] as shares (0–1) of the ${value.kind === 'page' ? 'page' : 'picture'}, left < right and top < bottom (got ${JSON.stringify(value.bbox)})`;
  return null;
}

function hasMeasured(content: unknown): boolean {
  return typeof content === 'object' && content !== null && !Array.isArray(content) && 'measured' in content;
}
