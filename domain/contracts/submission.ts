import { z } from 'zod';
import { assetTypes } from '../asset-type.ts';
import { maxSimulationDelaySeconds } from '../sandbox.ts';
import { count, queryInteger, storableText, timestamp } from './fields.ts';
import { assetReference } from './pricing.ts';

export const submissionStatuses = ['processing', 'complete', 'failed'] as const;
const assetStatuses = ['pending', 'processing', 'complete', 'failed'] as const;
export type AssetStatus = (typeof assetStatuses)[number];

/** Returns whether an asset has finished; only a retry changes it afterwards. */
export function isTerminal(status: AssetStatus): boolean {
  return status === 'complete' || status === 'failed';
}

export const createSubmissionRequest = z
  .object({
    assets: z.array(assetReference).min(1),
    sidekickIds: z
      .array(storableText(255).min(1))
      .min(1)
      .max(100)
      .meta({ description: 'Ids of `GET /api/integrations/sidekicks`; in the sandbox any text.' }),
  })
  .meta({ id: 'CreateSubmissionRequest' });

export const createSubmissionQuery = z.object({
  simulationDelaySeconds: queryInteger(0, maxSimulationDelaySeconds, 0).meta({
    description: 'Sandbox keys only: seconds until the outcome is there.',
  }),
});

/** All keys are always present; a missing value is null. */
export const asset = z
  .strictObject({
    assetId: z.guid(),
    submissionId: z.guid(),
    status: z.enum(assetStatuses).meta({ description: '`complete` and `failed` are final.' }),
    errorMessage: z.string().nullable(),
    errorType: z.string().nullable(),
    isRetryable: z.boolean(),
    retryCount: count,
    blobPath: z.string(),
    filename: z.string(),
    assetType: z.enum(assetTypes).nullable(),
    mimeType: z.string().nullable(),
    version: z.int().min(1).meta({ description: 'The version of the submission that processed it last.' }),
    metric: z.enum(['durationSeconds', 'pages']).nullable(),
    metricValue: z.int().min(1).nullable(),
    credits: count,
    issueCount: count.nullable().meta({ description: 'Null until the asset has finished.' }),
    createdAt: timestamp,
    completedAt: timestamp.nullable(),
  })
  .meta({ id: 'Asset' });

export const submission = z
  .strictObject({
    submissionId: z.guid(),
    workspaceId: z.guid(),
    environment: z.enum(['live', 'sandbox']),
    status: z
      .enum(submissionStatuses)
      .meta({ description: 'That of the worst asset; `complete` and `failed` are final.' }),
    errorMessage: z.string().nullable(),
    isRetryable: z.boolean(),
    version: z.int().min(1),
    creditsCharged: count,
    progress: z.strictObject({ finished: count, total: count }),
    assets: z.array(asset).meta({ description: 'In the order of the request.' }),
    createdAt: timestamp,
    completedAt: timestamp.nullable(),
  })
  .meta({ id: 'Submission' });

/** Oldest version first. */
export const versionList = z
  .strictObject({
    submissionId: z.guid(),
    versions: z
      .array(
        z
          .strictObject({
            version: z.int().min(1),
            trigger: z.enum(['created', 'retry']),
            assetIds: z.array(z.guid()),
            status: z.enum(submissionStatuses),
            createdAt: timestamp,
            completedAt: timestamp.nullable(),
          })
          .meta({ id: 'Version' }),
      )
      .meta({ description: 'Oldest first.' }),
    total: count,
  })
  .meta({ id: 'VersionList' });
