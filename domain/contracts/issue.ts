import { z } from 'zod';
import { severities } from '../sidekick.ts';
import { count, timestamp } from './fields.ts';

const share = z.number().min(0).max(1);
const seconds = z.number().min(0);

/**
 * Location of a finding in an asset. Regions are shares (0–1) of width and height, measured from the top
 * left.
 */
export const anchor = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('time'), startSeconds: seconds, endSeconds: seconds }),
    z.strictObject({
      kind: z.literal('page'),
      page: z.int().min(1),
      bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
    }),
    z.strictObject({ kind: z.literal('region'), x: share, y: share, width: share, height: share }),
    z.strictObject({
      kind: z.literal('text'),
      start: z.int().min(0),
      end: z.int().min(0),
      quote: z.string(),
    }),
    z.strictObject({ kind: z.literal('asset') }),
  ])
  .meta({ id: 'Anchor' });
export type Anchor = z.infer<typeof anchor>;

export const evidence = z
  .strictObject({
    id: z.string(),
    sourceType: z.enum(['measurement', 'excerpt', 'image']),
    confidence: share,
    /**
     * For a measurement `{measured, threshold, unit, source}`, so that a reader can check the finding; for a
     * picture of the moment `{mimeType, url}`.
     */
    content: z.json().meta({
      description:
        'Of any type; a measurement has its threshold beside it, a picture of the moment the `url` where it lies for an hour.',
      describedAs: {},
    }),
    anchor,
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof evidence>;

export const precedent = z
  .strictObject({
    url: z.string(),
    title: z.string(),
    decision: z.string(),
    date: z.string(),
  })
  .meta({ id: 'Precedent' });

export const resolutionRequirement = z
  .strictObject({ action: z.string(), description: z.string() })
  .meta({ id: 'ResolutionRequirement' });

export const contributor = z
  .strictObject({
    id: z.guid(),
    label: z.string(),
    reasoning: z.string(),
    confidence: share,
    relationType: z.enum(['primary', 'supporting']),
    evidence: z.array(evidence),
    resolutionRequirement,
    ruleCode: z.string(),
    ruleName: z.string(),
    severity: z.enum(severities),
  })
  .meta({ id: 'Contributor' });

/** An issue of an asset (specification 2.6). All keys are always present. */
export const issue = z
  .strictObject({
    id: z.guid(),
    assetId: z.guid(),
    summary: z.string(),
    severity: z.enum(severities),
    status: z.literal('open'),
    createdAt: timestamp,
    updatedAt: timestamp,
    referenceNumber: z.int().min(1),
    ruleId: z.guid(),
    ruleCode: z.string(),
    details: z.string(),
    severityReasoning: z.string(),
    severityReasoningHeadline: z.string(),
    precedents: z.array(precedent),
    contributors: z.array(contributor),
    resolutionRequirement,
    anchor,
  })
  .meta({ id: 'Issue' });
export type Issue = z.infer<typeof issue>;

/** Issues ordered by reference number. */
export const issueList = z
  .strictObject({ assetId: z.guid(), issues: z.array(issue), total: count })
  .meta({ id: 'IssueList' });
export type IssueList = z.infer<typeof issueList>;
