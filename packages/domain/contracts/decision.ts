import { z } from 'zod';
import { isSafeText } from '../lib/characters.ts';
import { maxEvidence } from '../evidence-limits.ts';
import { evidence, newEvidence } from './evidence.ts';
import { count, optional, timestampOf } from './fields.ts';

/** A text of a person about a decision or a sign-off. */
export const reasonText = z
  .string()
  .min(1)
  .max(2_000)
  .refine(isSafeText, 'must be well-formed text without control characters');

const verdictOfPerson = z.enum(['accepted', 'waived', 'disputed']).meta({
  id: 'DecisionKind',
  description:
    '`accepted`: the defect is there and is to be mended. `waived`: the defect is there and may stay. `disputed`: the ' +
    'finding is wrong.',
});

/** Who decided. */
export const author = z
  .strictObject({
    kind: z.enum(['key', 'member']).meta({
      id: 'AuthorKind',
      description: '`key`: an API key. `member`: a person in the console.',
    }),
    id: z.guid().describe('Id of the key or the person.'),
    name: z
      .string()
      .nullable()
      .describe('Name. Null if the key has no name, and after the person was erased.'),
  })
  .meta({ id: 'DecisionAuthor', description: 'Who decided.' });

const carriedFrom = z
  .strictObject({
    submissionId: z.guid().describe('The submission of the replaced asset.'),
    assetId: z.guid().describe('The replaced asset.'),
    issueId: z.guid().describe('Its issue, which is still there.'),
  })
  .meta({ id: 'CarriedFrom', description: 'The issue of a replaced asset whose decision was carried over.' });

export const decision = z
  .strictObject({
    decision: verdictOfPerson,
    reason: z.string().nullable().describe('Why. Null if no reason was given.'),
    by: author,
    at: timestampOf('When it was decided.'),
    evidence: z.array(evidence).describe('The evidence for it.'),
    carriedFrom: carriedFrom
      .nullable()
      .describe('The issue about which it was decided, if the decision was carried over. Null otherwise.'),
  })
  .meta({ id: 'Decision', description: 'What a person or a key decided about an issue.' });
export type Decision = z.infer<typeof decision>;

const reasonOfDecision = optional(
  reasonText.meta({ examples: ['The client approved the black frames.'] }),
).describe('Why. Required for `waived` and `disputed`. Absent or null: no reason.');

const evidenceOfDecision = optional(
  z
    .array(newEvidence)
    .max(maxEvidence)
    .meta({ examples: [[{ title: 'Study of 40 people', url: 'https://client.example/study' }]] }),
).describe('The evidence for the decision. Replaces that of the decision before it. Absent or null: none.');

/** Maximum number of issues of one request. */
const maxIssues = 1_000;

/** Whether a decision has the reason that it needs. */
const hasReason = ({ decision, reason }: { decision: string; reason?: string | undefined }) =>
  decision === 'accepted' || typeof reason === 'string';
const needsReason = { path: ['reason'], message: 'is required for waived and disputed' };

export const decideRequest = z
  .strictObject({ decision: verdictOfPerson, reason: reasonOfDecision, evidence: evidenceOfDecision })
  .refine(hasReason, needsReason)
  .meta({ id: 'DecideRequest', description: 'The decision about an issue.' });

export const decideManyRequest = z
  .strictObject({
    issueIds: z
      .array(z.guid())
      .min(1)
      .max(maxIssues)
      .meta({
        description: 'Ids of the issues.',
        examples: [['0199a4c0-5b1e-5d0c-8e9f-2a6b7c8d9e0f']],
      }),
    decision: verdictOfPerson,
    reason: reasonOfDecision,
    evidence: evidenceOfDecision,
  })
  .refine(hasReason, needsReason)
  .meta({ id: 'DecideManyRequest', description: 'The same decision about several issues.' });

export const decidedIssues = z
  .strictObject({
    issueIds: z.array(z.guid()).describe('Ids of the issues.'),
    decision: decision.describe('The decision about each of them.'),
    total: count.describe('Number of issues. Equals the length of `issueIds`.'),
  })
  .meta({ id: 'DecidedIssues', description: 'Issues that were decided together.' });

const entry = z
  .strictObject({
    issueId: z.guid().describe('Id of the issue.'),
    ruleCode: z.string().describe('Code of the rule that the issue breaks.'),
    summary: z.string().describe('The defect in one sentence, as it was when it was decided.'),
    decision: verdictOfPerson
      .nullable()
      .describe('The decision. Null if the decision before it was withdrawn.'),
    reason: decision.shape.reason,
    by: author,
    at: decision.shape.at,
    evidence: decision.shape.evidence,
    carriedFrom: decision.shape.carriedFrom,
  })
  .meta({ id: 'DecisionEntry', description: 'A decision about an issue, or its withdrawal.' });

const ruleDecisions = z
  .strictObject({
    ruleCode: z.string().describe('Code of the rule.'),
    accepted: count.describe('Number of issues whose defect is to be mended.'),
    waived: count.describe('Number of issues whose defect may stay.'),
    disputed: count.describe('Number of issues that are said to be wrong.'),
  })
  .meta({ id: 'RuleDecisions', description: 'How often issues of a rule were decided in which way.' });

export const ruleDecisionList = z
  .strictObject({
    days: count.describe('Number of days that are counted, up to now.'),
    rules: z
      .array(ruleDecisions)
      .describe(
        'All rules with a decision in these days, the most disputed first. Only the newest decision of an issue counts. ' +
          'Decisions about data that expired or was erased do not.',
      ),
    total: count.describe('Number of entries. Equals the length of `rules`.'),
  })
  .meta({ id: 'RuleDecisionList', description: 'The decisions of a workspace, counted by rule.' });
export type RuleDecisionList = z.infer<typeof ruleDecisionList>;

export const decisionHistory = z
  .strictObject({
    assetId: z.guid().describe('The asset that was asked for.'),
    decisions: z
      .array(entry)
      .describe('All decisions and withdrawals, oldest first, also about issues that a retry removed.'),
    total: count.describe('Number of entries. Equals the length of `decisions`.'),
  })
  .meta({ id: 'DecisionHistory', description: 'What was decided about the issues of an asset.' });
