import { z } from 'zod';
import { assetTypes } from '../asset-type.ts';
import { isStorableText } from '../characters.ts';
import { maxSimulationDelaySeconds } from '../sandbox.ts';
import { assetStatuses, submissionStatuses, versionTriggers } from '../submission.ts';
import { assetReference } from './pricing.ts';

export const createSubmissionRequest = z.object({
  assets: z.array(assetReference).min(1),
  sidekickIds: z
    .array(z.string().min(1).max(255).refine(isStorableText, 'must be well-formed text without NUL'))
    .min(1)
    .max(100),
});

export const createSubmissionQuery = z.object({
  simulationDelaySeconds: z
    .string()
    .regex(/^[0-9]{1,9}$/, `must be an integer from 0 to ${maxSimulationDelaySeconds}`)
    .transform(Number)
    .pipe(z.int().min(0).max(maxSimulationDelaySeconds))
    .default(0),
});

/** Absent values are null; every key is always present. */
export const asset = z.strictObject({
  assetId: z.guid(),
  submissionId: z.guid(),
  status: z.enum(assetStatuses),
  errorMessage: z.string().nullable(),
  errorType: z.string().nullable(),
  isRetryable: z.boolean(),
  retryCount: z.int(),
  blobPath: z.string(),
  filename: z.string(),
  assetType: z.enum(assetTypes).nullable(),
  mimeType: z.string().nullable(),
  version: z.int(),
  metric: z.enum(['durationSeconds', 'pages']).nullable(),
  metricValue: z.int().nullable(),
  credits: z.int(),
  issueCount: z.int().nullable(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
});

export const submission = z.strictObject({
  submissionId: z.guid(),
  workspaceId: z.guid(),
  environment: z.enum(['live', 'sandbox']),
  status: z.enum(submissionStatuses),
  errorMessage: z.string().nullable(),
  isRetryable: z.boolean(),
  version: z.int(),
  creditsCharged: z.int(),
  progress: z.strictObject({ finished: z.int(), total: z.int() }),
  assets: z.array(asset),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
});

/** Oldest version first. */
export const versionList = z.strictObject({
  submissionId: z.guid(),
  versions: z.array(
    z.strictObject({
      version: z.int(),
      trigger: z.enum(versionTriggers),
      assetIds: z.array(z.guid()),
      status: z.enum(submissionStatuses),
      createdAt: z.iso.datetime(),
      completedAt: z.iso.datetime().nullable(),
    }),
  ),
  total: z.int(),
});
