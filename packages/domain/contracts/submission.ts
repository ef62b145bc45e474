import { z } from 'zod';
import { maxSimulationDelaySeconds } from '../sandbox.ts';
import {
  assetType,
  count,
  environment,
  idOf,
  largeCount,
  nullableTimestampOf,
  optional,
  queryInteger,
  storableText,
  timestampOf,
} from './fields.ts';
import { assetReference, priceMetric } from './pricing.ts';
import { profileReference, verdict } from './profile.ts';
import { signOffState } from './sign-off.ts';

export const submissionStatuses = ['processing', 'complete', 'failed'] as const;
const assetStatuses = ['pending', 'processing', 'complete', 'failed'] as const;
export type AssetStatus = (typeof assetStatuses)[number];

export const submissionStatus = z.enum(submissionStatuses).meta({
  id: 'SubmissionStatus',
  description: '`processing`, `complete` or `failed`. `complete` and `failed` are terminal.',
});

const assetStatus = z.enum(assetStatuses).meta({
  id: 'AssetStatus',
  description:
    '`pending`: waiting to be processed. `processing`: being processed. `complete`: examined. `failed`: not examined. ' +
    '`complete` and `failed` are terminal; issues and topics can then be read.',
});

/** Returns whether an asset has finished. Only a retry changes a finished asset. */
export function isTerminal(status: AssetStatus): boolean {
  return status === 'complete' || status === 'failed';
}

const assetToSubmit = assetReference
  .extend({
    replaces: optional(
      idOf(
        'The `assetId` of the asset that this file replaces: an earlier one of this workspace and environment.',
        '0199a4bf-21a7-7b3e-8f46-5c0de1a4b722',
      ),
    ).describe(
      'The `assetId` of an earlier asset of this workspace and environment, if this file is a new version of it. Decisions ' +
        'about issues that are still there are then kept, and the two can be compared. Absent or null: none.',
    ),
  })
  .meta({ id: 'AssetToSubmit', description: 'A file to submit, and the asset that it replaces.' });

/** Returns the schema of a reference to an asset. @param which the adjective in its descriptions */
export const assetReferenceOf = (id: string, which: string) =>
  z
    .strictObject({
      submissionId: z.guid().describe(`The submission of the ${which} asset.`),
      assetId: z.guid().describe(`The ${which} asset.`),
      filename: z.string().describe('The name of its file.'),
    })
    .meta({ id, description: `The ${which} asset.` });

export const createSubmissionRequest = z
  .object({
    assets: z
      .array(assetToSubmit)
      .min(1)
      .describe(
        'The files to submit, at most 50 unless your plan says otherwise. Each can be submitted once.',
      ),
    sidekickIds: z
      .array(storableText(255).min(1))
      .min(1)
      .max(100)
      .meta({
        description:
          'The sidekicks to run, by the ids that `GET /api/integrations/sidekicks` lists. A file is examined by those that ' +
          'support its type; at least one must. One of the ids can be that of a profile, as `GET /api/integrations/profiles` ' +
          'lists them: its sidekicks run, and the result has a verdict. With a sandbox key, any text is accepted and no sidekick runs.',
        examples: [['6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01']],
      }),
  })
  .meta({ id: 'CreateSubmissionRequest', description: 'The files and the sidekicks that examine them.' });

export const createSubmissionQuery = z.object({
  simulationDelaySeconds: queryInteger(0, maxSimulationDelaySeconds, 0).meta({
    description:
      'Seconds until the simulated outcome. Absent: 0. Sandbox keys only; with a live key the response is 400.',
    // Many generated clients send a default. With a live key, the API rejects this parameter with any value.
    jsonSchema: { type: 'integer', minimum: 0, maximum: maxSimulationDelaySeconds },
  }),
});

/** Every key of an asset is always present. The value of a field that does not apply is null. */
export const asset = z
  .strictObject({
    assetId: z.guid().describe('Identifier of the asset: the UUID at the start of its `blobPath`.'),
    submissionId: z.guid().describe('The submission of the asset.'),
    status: assetStatus,
    errorMessage: z
      .string()
      .nullable()
      .describe('Why the asset failed, for people to read. Null unless it failed.'),
    errorType: z
      .string()
      .nullable()
      .describe(
        'Why the asset failed, as a code for programs. For example `content_changed`, `undecodable_media` or ' +
          '`analysis_failed`; accept unknown codes. Null unless it failed.',
      ),
    isRetryable: z.boolean().describe('True if the asset failed and can be retried.'),
    retryCount: count.describe('Number of times the asset was retried.'),
    blobPath: z.string().describe('The blob path that was submitted.'),
    filename: z.string().describe('The part of the blob path after the first `/`.'),
    assetType: assetType
      .nullable()
      .describe('Category of the file, from its extension. Null if the extension is unknown (sandbox only).'),
    mimeType: z
      .string()
      .nullable()
      .describe(
        'MIME type of the file, from its extension. Null if the extension is unknown (sandbox only).',
      ),
    version: z
      .int()
      .min(1)
      .describe('The version of the submission that processed the asset last. 1 until it is retried.'),
    metric: priceMetric
      .nullable()
      .describe(
        'The metric that decided the price: `durationSeconds` for video, `pages` for documents. Null for types with a flat price.',
      ),
    metricValue: z
      .int()
      .min(1)
      .nullable()
      .describe('Measured value of the metric, in seconds or pages. Null if nothing was measured.'),
    credits: largeCount.describe('Credits charged for the asset. 0 in the sandbox.'),
    issueCount: count.nullable().describe('Number of issues found. Null until the asset has finished.'),
    replaces: assetReferenceOf('ReplacedAsset', 'replaced')
      .nullable()
      .describe(
        'The asset that this one replaces, as the request named it. Null if it named none, and once it is erased.',
      ),
    profile: profileReference
      .nullable()
      .describe('The version of the profile that judges the asset. Null without a profile.'),
    verdict: verdict
      .nullable()
      .describe(
        'Whether the asset meets the profile. Null without a profile, and until the asset has finished.',
      ),
    verdictReason: z
      .string()
      .nullable()
      .describe('Reason of the verdict, such as `2 of 41 checks failed`. Null without a verdict.'),
    signOff: signOffState
      .nullable()
      .describe(
        'Whether a person has to sign the asset off. Null without a profile, if there is nothing to decide, and until the ' +
          'asset has finished.',
      ),
    finalVerdict: verdict
      .nullable()
      .describe(
        'The verdict that counts: `incomplete` while `signOff` is `needed`, and that of the sign-off once it is `done`. ' +
          'Otherwise the same as `verdict`.',
      ),
    createdAt: timestampOf('When the asset was submitted.'),
    completedAt: nullableTimestampOf(
      'When the asset finished. Null until then, and again while it is retried.',
    ),
  })
  .meta({ id: 'Asset', description: 'A file of a submission.' });

const submissionProgress = z
  .strictObject({
    finished: count.describe('Number of assets that are `complete` or `failed`.'),
    total: count.describe('Number of assets in the submission.'),
  })
  .meta({ id: 'SubmissionProgress', description: 'How many of the assets have finished.' });

export const submission = z
  .strictObject({
    submissionId: z.guid().describe('Identifier of the submission.'),
    workspaceId: z.guid().describe('The workspace of the API key.'),
    environment: environment.describe('`live` or `sandbox`: the kind of key that created the submission.'),
    status: submissionStatus.describe(
      'The status of the worst asset. `complete` and `failed` are terminal. A live submission stays `processing` until ' +
        'all its assets have finished.',
    ),
    errorMessage: z
      .string()
      .nullable()
      .describe('The error message of the worst failed asset. Null unless the submission failed.'),
    isRetryable: z.boolean().describe('True if the submission failed and its worst asset can be retried.'),
    version: z.int().min(1).describe('Number of the latest version. Each retry of an asset adds one.'),
    creditsCharged: largeCount.describe('Sum of the credits of all assets. 0 in the sandbox.'),
    progress: submissionProgress,
    profile: profileReference
      .nullable()
      .describe('The version of the profile that judges the assets. Null without a profile.'),
    verdict: verdict
      .nullable()
      .describe(
        'The worst verdict of the finished assets. Null without a profile, and until an asset has finished.',
      ),
    assets: z.array(asset).describe('The assets, in the order of the request.'),
    createdAt: timestampOf('When the submission was created.'),
    completedAt: nullableTimestampOf(
      'When the submission finished. Null until then, and again while an asset is retried.',
    ),
  })
  .meta({
    id: 'Submission',
    description: 'Files that were submitted together. Every field is always present.',
  });

const versionTrigger = z.enum(['created', 'retry']).meta({
  id: 'VersionTrigger',
  description: '`created`: the submission itself. `retry`: the retry of an asset.',
});

const version = z
  .strictObject({
    version: z.int().min(1).describe('Number of the version, starting at 1.'),
    trigger: versionTrigger,
    assetIds: z.array(z.guid()).describe('The assets that this version processes. For a retry exactly one.'),
    status: submissionStatus.describe(
      '`processing`, `complete`, or `failed` if any of its assets failed in this version.',
    ),
    createdAt: timestampOf('When the version was created.'),
    completedAt: nullableTimestampOf('When all assets of the version had finished. Null until then.'),
  })
  .meta({ id: 'Version', description: 'One processing run of a submission.' });

export const versionList = z
  .strictObject({
    submissionId: z.guid().describe('The submission that was asked for.'),
    versions: z
      .array(version)
      .describe('One entry for the creation and one for each retry, oldest first. At least one.'),
    total: count.describe('Number of versions. Equals the length of `versions`.'),
  })
  .meta({ id: 'VersionList', description: 'The versions of a submission.' });
