import { z } from 'zod';
import { assetTypes } from '../asset-type.ts';
import { severities } from '../sidekick.ts';
import { count, cursor, instant, queryInteger, storableText } from './fields.ts';
import { submission, submissionStatuses } from './submission.ts';

/** Maximum number of file names that a list shows per submission. */
export const maxListedFilenames = 5;

export const listSubmissionsQuery = z.strictObject({
  status: z.enum(submissionStatuses).optional().describe('Only submissions with this status. Absent: all.'),
  severity: z
    .enum(severities)
    .optional()
    .describe('Only submissions that have an issue of this severity. Absent: all.'),
  assetType: z
    .enum(assetTypes)
    .optional()
    .describe('Only submissions that have an asset of this type. Absent: all.'),
  ruleCode: storableText(200)
    .optional()
    .describe(
      'Only submissions that have an issue of this rule, for example `picture.black`. With `severity`, one issue must have ' +
        'both. Absent: all.',
    ),
  environment: z
    .enum(['live', 'sandbox'])
    .optional()
    .describe('Only submissions that this kind of key created. Absent: both.'),
  search: storableText(255)
    .optional()
    .describe('Text that the name of a file must contain. Case is ignored; there are no wildcards.'),
  since: instant
    .optional()
    .describe('Only submissions that were created at this time or later. ISO 8601 with offset.'),
  until: instant
    .optional()
    .describe('Only submissions that were created before this time. ISO 8601 with offset.'),
  limit: queryInteger(1, 200, 50).describe('Maximum number of submissions to return, newest first.'),
  cursor: cursor.optional(),
});
export type ListSubmissionsQuery = z.infer<typeof listSubmissionsQuery>;

const { submissionId, environment, status, version, creditsCharged, progress, createdAt, completedAt } =
  submission.shape;

const item = z
  .strictObject({
    submissionId,
    environment,
    status,
    version,
    filenames: z
      .array(z.string())
      .max(maxListedFilenames)
      .describe('The names of the first five files, in the order of the request.'),
    assetCount: count.describe('Number of assets in the submission.'),
    assetTypes: z
      .array(z.enum(assetTypes))
      .describe('The types of the assets, each once, in alphabetical order.'),
    progress,
    severities: z
      .strictObject({
        critical: count.describe('Number of critical issues.'),
        major: count.describe('Number of major issues.'),
        minor: count.describe('Number of minor issues.'),
        info: count.describe('Number of informational issues.'),
      })
      .nullable()
      .describe(
        'Number of issues of the finished assets, by severity. Null if it is not known, because an asset finished before ' +
          'the service counted issues.',
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
