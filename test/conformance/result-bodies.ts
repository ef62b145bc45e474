import {
  anyOf,
  anything,
  boolean,
  dateTime,
  integer,
  listOf,
  nullOr,
  number,
  oneOf,
  record,
  text,
  uuid,
} from '../support/shape.ts';

// The shapes of issues, topics and sidekicks. Like the shapes in bodies.ts, they are written from the specification.

const assetType = oneOf('video', 'audio', 'image', 'document');
const severity = oneOf('critical', 'major', 'minor', 'info');

/** Anchor of an issue (specification 2.6). */
export const anchor = anyOf(
  record({ kind: oneOf('time'), startSeconds: number, endSeconds: number }, { bbox: listOf(number) }),
  record({ kind: oneOf('page'), page: integer }, { bbox: listOf(number) }),
  record({ kind: oneOf('region'), x: number, y: number, width: number, height: number }),
  record({ kind: oneOf('text'), start: integer, end: integer, quote: text }),
  record({ kind: oneOf('asset') }),
);
const resolutionRequirement = record({ action: text, description: text });
const precedent = record({ url: text, title: text, decision: text, date: text });
export const evidenceFields = {
  id: text,
  sourceType: oneOf('measurement', 'excerpt', 'image'),
  confidence: number,
  content: anything,
  anchor,
};
export const contributorFields = {
  id: uuid,
  label: text,
  reasoning: text,
  confidence: number,
  relationType: oneOf('primary', 'supporting'),
  evidence: listOf(record(evidenceFields)),
  resolutionRequirement,
  ruleCode: text,
  ruleName: text,
  severity,
};
export const issueFields = {
  id: uuid,
  assetId: uuid,
  summary: text,
  severity,
  status: oneOf('open'),
  createdAt: dateTime,
  updatedAt: dateTime,
  referenceNumber: integer,
  ruleId: uuid,
  ruleCode: text,
  details: text,
  severityReasoning: text,
  severityReasoningHeadline: text,
  precedents: listOf(precedent),
  contributors: listOf(record(contributorFields)),
  resolutionRequirement,
  anchor,
  decision: nullOr(
    record({
      decision: oneOf('accepted', 'waived', 'disputed'),
      reason: nullOr(text),
      by: record({ kind: oneOf('key', 'member'), id: uuid, name: nullOr(text) }),
      at: dateTime,
      evidence: listOf(
        record({
          ...{ id: uuid, title: text, url: nullOr(text) },
          file: nullOr(
            record({
              ...{ filename: text, contentType: text, sizeBytes: integer, sha256: nullOr(text) },
              status: oneOf('keeping', 'kept', 'lost'),
            }),
          ),
        }),
      ),
      carriedFrom: nullOr(record({ submissionId: uuid, assetId: uuid, issueId: uuid })),
    }),
  ),
};
export const issueList = record({ assetId: uuid, issues: listOf(record(issueFields)), total: integer });

/** Fields of a topic (specification 2.8). */
export const topicFields = {
  id: uuid,
  title: text,
  summary: text,
  severity,
  issueCount: integer,
  issueIds: listOf(uuid),
};
export const topicList = record({
  assetId: uuid,
  topics: listOf(record(topicFields)),
  orphanIssueIds: listOf(uuid),
  total: integer,
});
export const ruleFields = {
  id: uuid,
  code: text,
  name: text,
  severity,
  threshold: nullOr(number),
  unit: nullOr(text),
  // Beyond the specification.
  assetTypes: nullOr(listOf(assetType)),
  adjustable: nullOr(record({ least: number, most: number })),
  source: anything,
  evidence: record({
    date: text,
    version: text,
    files: integer,
    findings: integer,
    trueShare: nullOr(number),
    usefulShare: nullOr(number),
    notKnown: text,
  }),
};
const parameterFields = {
  name: text,
  description: text,
  type: oneOf('number', 'boolean', 'string'),
  nullable: boolean,
  unit: nullOr(text),
  least: nullOr(number),
  most: nullOr(number),
  values: nullOr(listOf(text)),
  default: anything,
  thresholdOf: nullOr(text),
};
export const sidekickFields = {
  id: uuid,
  code: text,
  name: text,
  description: text,
  version: text,
  assetTypes: listOf(assetType),
  builtIn: boolean,
  // Beyond the specification.
  limits: listOf(text),
  parameters: listOf(record(parameterFields)),
  rules: listOf(record(ruleFields)),
};
export const sidekickList = record({ sidekicks: listOf(record(sidekickFields)) });
