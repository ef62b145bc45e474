import { z } from 'zod';
import {
  assetType,
  count,
  cursor,
  environment,
  idOf,
  instant,
  queryInteger,
  severity,
  storableText,
} from './fields.ts';
import { profileReference, verdict } from './profile.ts';
import { signOffState } from './sign-off.ts';
import { submission, submissionStatus } from './submission.ts';

/** Maximum number of file names that a list shows per submission. */
export const maxListedFilenames = 5;

export const listSubmissionsQuery = z.strictObject({
  status: submissionStatus.optional().describe('Only submissions with this status. Absent: all.'),
  severity: severity
    .optional()
    .describe('Only submissions that have an issue of this severity. Absent: all.'),
  assetType: assetType.optional().describe('Only submissions that have an asset of this type. Absent: all.'),
  ruleCode: storableText(200)
    .optional()
    .describe(
      'Only submissions that have an issue of this rule, for example `picture.black`. With `severity`, one issue must have ' +
        'both. Absent: all.',
    ),
  verdict: verdict.optional().describe('Only submissions with this verdict. Absent: all.'),
  profile: idOf(
    'Only submissions with this profile. Absent: all.',
    '0199a4be-9c55-7d10-b1f8-8e6f0c2d9a44',
  ).optional(),
  signOff: signOffState
    .optional()
    .describe('Only submissions with an asset that needs a sign-off, or that is signed off. Absent: all.'),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be a SHA-256 hash in hexadecimal')
    .optional()
    .describe('Only submissions of a file with these bytes: its SHA-256 in hexadecimal. Absent: all.'),
  environment: environment
    .optional()
    .describe('Only submissions that this kind of key created. Absent: both.'),
  search: storableText(255)
    .optional()
    .describe('Text that the name of a file must contain. Case is ignored; there are no wildcards.'),
  since: instant('2026-01-15T09:30:00Z')
    .optional()
    .describe('Only submissions that were created at this time or later. ISO 8601 with offset.'),
  until: instant('2026-01-16T09:30:00Z')
    .optional()
    .describe('Only submissions that were created before this time. ISO 8601 with offset.'),
  limit: queryInteger(1, 200, 50).describe('Maximum number of submissions to return, newest first.'),
  cursor: cursor.optional(),
});
export type ListSubmissionsQuery = z.infer<typeof listSubmissionsQuery>;

const { submissionId, status, version, creditsCharged, progress, createdAt, completedAt } = submission.shape;

const issueCounts = z
  .strictObject({
    critical: count.describe('Number of critical issues.'),
    major: count.describe('Number of major issues.'),
    minor: count.describe('Number of minor issues.'),
    info: count.describe('Number of informational issues.'),
  })
  .meta({ id: 'IssueCounts', description: 'Number of issues by severity.' });

const item = z
  .strictObject({
    submissionId,
    environment: submission.shape.environment,
    status,
    version,
    filenames: z
      .array(z.string())
      .max(maxListedFilenames)
      .describe('The names of the first five files, in the order of the request.'),
    assetCount: count.describe('Number of assets in the submission.'),
    assetTypes: z.array(assetType).describe('The types of the assets, each once, in alphabetical order.'),
    progress,
    severities: issueCounts
      .nullable()
      .describe(
        'Number of issues of the finished assets, by severity. Null if it is not known, because an asset finished before ' +
          'the service counted issues.',
      ),
    profile: profileReference.nullable().describe('The profile that judges the assets. Null without one.'),
    verdict: submission.shape.verdict,
    verdictReason: z
      .string()
      .nullable()
      .describe('Reason of the verdict, of the first asset that has it. Null without a verdict.'),
    signOff: signOffState
      .nullable()
      .describe(
        '`needed` if an asset needs a sign-off, else `done` if one is signed off. Null if no asset has either.',
      ),
    creditsCharged,
    createdAt,
    completedAt,
  })
  .meta({ id: 'SubmissionSummary', description: 'A submission in a list.' });

export const submissionList = z
  .strictObject({
    items: z
      .array(item)
      .describe(
        'The submissions that match all filters, newest first. Can be empty although `next` is not null.',
      ),
    next: z
      .guid()
      .nullable()
      .describe('The `cursor` of the next page. Null if there are no more submissions.'),
  })
  .meta({ id: 'SubmissionList', description: 'A page of submissions.' });
