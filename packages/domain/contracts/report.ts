import { z } from 'zod';
import { mediaFacts } from './asset-media.ts';
import { decision } from './decision.ts';
import { assetType, count, largeCount, severity } from './fields.ts';
import { anchor, contributor, type Issue, precedent, resolutionRequirement } from './issue.ts';
import { priceMetric } from './pricing.ts';
import { ruleSeverity, verdict } from './profile.ts';
import { ruleSource } from './sidekick.ts';
import { reportSignOff } from './sign-off.ts';

// The report about one file, as `assay check` and the service write it. docs/report.schema.json has these schemas as
// JSON Schema.

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Outcomes of a check, as `packages/analysis/profiles/checks.ts` sets them. */
export const outcomes = ['passed', 'found', 'off', 'not_applicable', 'skipped', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

const check = z
  .strictObject({
    sidekick: z.string().describe('Code of the sidekick that makes the check, such as `video-qc`.'),
    ruleCode: z.string().describe('Code of the rule, such as `picture.black`.'),
    ruleName: z.string().describe('Name of the rule, for people to read.'),
    severity: ruleSeverity.describe(
      'Severity of its issues under the profile. `off`: the profile turns the rule off.',
    ),
    threshold: z
      .number()
      .nullable()
      .describe('The threshold in force. Null if the rule has none, and for requirements.'),
    required: z
      .string()
      .nullable()
      .describe(
        'The values that the profile requires, with their unit, such as `25 or 50 frames/s`. Null for other rules.',
      ),
    unit: z
      .string()
      .nullable()
      .describe('Unit of the threshold and of the measured value. Null without a unit.'),
    source: ruleSource,
    outcome: z.enum(outcomes).meta({
      id: 'ReportOutcome',
      description:
        '`passed`: the check was made and found nothing. `found`: it has findings. `off`: the profile turns the rule ' +
        'off. `not_applicable`: it is not for files of this type. `skipped`: it was not made, because something that ' +
        'it needs is missing. `failed`: it could not be made on this file.',
    }),
    count: count.describe('Number of findings. Findings of several sidekicks can be one issue.'),
    measured: z.union([z.number(), z.string(), z.null()]).meta({
      description:
        'The value that was measured: a number in the unit of the check, or a text. Null if no value is known.',
      // Some generators of clients have no union with null.
      jsonSchema: {},
    }),
  })
  .meta({ id: 'ReportCheck', description: 'One rule or requirement, and its outcome.' });
export type ReportCheck = z.infer<typeof check>;

const issue = z
  .strictObject({
    id: z
      .guid()
      .describe(
        'Identifier. With the same profile, the same defect of the same bytes has the same one in every report. The service has others.',
      ),
    referenceNumber: z.int().min(1).describe('Number of the issue in the file, starting at 1.'),
    severity: severity.describe('How serious the defect is.'),
    summary: z.string().describe('The defect in one sentence.'),
    details: z.string().describe('The full explanation of the defect.'),
    ruleId: z.guid().describe('Identifier of the broken rule.'),
    ruleCode: z.string().describe('Code of the broken rule.'),
    severityReasoning: z.string().describe('Why the issue has this severity.'),
    severityReasoningHeadline: z.string().describe('Why the issue has this severity, in a few words.'),
    precedents: z.array(precedent).describe('Earlier decisions about the same rule and similar content.'),
    contributors: z.array(contributor).describe('The findings that led to the issue, the primary one first.'),
    resolutionRequirement: resolutionRequirement.describe('The action that resolves the issue.'),
    anchor: anchor.describe('Where in the file the defect is.'),
    decision: decision
      .nullable()
      .describe('What was decided about the issue. Null in reports without a sign-off.'),
  })
  .meta({ id: 'ReportIssue', description: 'A defect of the file.' });
export type ReportIssue = z.infer<typeof issue>;

/** Returns an issue as the report of a file that was just examined has it: without decision. */
export function toReportIssue(issue: Issue): ReportIssue {
  const { assetId: _, status: _status, createdAt: _createdAt, updatedAt: _updatedAt, ...reported } = issue;
  return { ...reported, decision: null };
}

const problem = z
  .strictObject({
    code: z
      .string()
      .describe(
        'Kind of the problem, such as `unreadable`, `refused_type`, `content_mismatch`, `analysis_timed_out`, ' +
          '`unreadable_content` or `no_text_reader`. Later versions of Assay can add further ones.',
      ),
    sidekick: z
      .string()
      .nullable()
      .describe('Code of the sidekick that could not run. Null if the file as a whole was not examined.'),
    message: z.string().describe('What could not be checked, and why.'),
    blocking: z
      .boolean()
      .describe(
        'True if the verdict cannot be `pass` because of it. False for a sidekick that nobody asked for by name, and ' +
          'that needs something which is not installed.',
      ),
  })
  .meta({ id: 'ReportProblem', description: 'Something that could not be checked.' });
export type ReportProblem = z.infer<typeof problem>;

export const report = z
  .strictObject({
    schemaVersion: z.literal(1).describe('Version of this schema.'),
    checkedAt: z.iso.datetime().describe('When the examination ended, in UTC.'),
    asset: z
      .strictObject({
        name: z.string().describe('Name of the file without folders.'),
        path: z.string().describe('Path of the file as it was given.'),
        bytes: largeCount.nullable().describe('Size in bytes. Null if the file could not be opened.'),
        sha256: sha256
          .nullable()
          .describe('SHA-256 of the bytes in hexadecimal. Null if the file was not read as a whole.'),
        type: assetType.nullable().describe('Type by the extension. Null if it is not accepted.'),
        mimeType: z
          .string()
          .nullable()
          .describe('MIME type by the extension. Null if the extension is not accepted.'),
        metric: z
          .strictObject({
            name: priceMetric.describe('What was measured.'),
            value: z.number().min(0).describe('Duration in seconds, or number of pages.'),
          })
          .meta({ id: 'ReportMetric', description: 'The measured size.' })
          .nullable()
          .describe('The measured size. Null for sound and images, and if the file could not be measured.'),
        media: mediaFacts
          .nullable()
          .describe(
            'Facts of the headers, with the start time code and all streams. Null if nothing was decoded.',
          ),
      })
      .meta({ id: 'ReportAsset', description: 'The file.' }),
    submission: z
      .strictObject({
        submissionId: z.guid().describe('Identifier of the submission.'),
        assetId: z.guid().describe('Identifier of the asset.'),
        version: z.int().min(1).describe('The version of the submission that finished the asset.'),
        previousReport: sha256
          .nullable()
          .describe('SHA-256 hash of the report before this one, in hexadecimal. Null in the first report.'),
        credits: largeCount.describe('Credits charged for the asset.'),
      })
      .meta({ id: 'ReportSubmission', description: 'The submission of a file to the service.' })
      .nullable()
      .describe('The submission of the file to the service. Null in reports of `assay check`.'),
    profile: z
      .strictObject({
        id: z.guid().describe('Identifier. That of a profile from a file is derived from its content.'),
        code: z.string().describe('Code, such as `web-video`.'),
        name: z.string().describe('Name for people to read.'),
        version: z.int().min(1).describe('Version. 1 for a profile from a file that states none.'),
      })
      .meta({ id: 'ReportProfile', description: 'The profile that judged the file.' })
      .nullable()
      .describe('The profile. Null if all sidekicks ran with their defaults.'),
    tools: z
      .strictObject({
        assay: z.string().describe('Version of Assay.'),
        node: z.string().describe('Version of Node.'),
        ffmpeg: z.string().nullable().describe('Version of ffmpeg. Null if it is not installed.'),
      })
      .meta({ id: 'ReportTools', description: 'The programs that examined the file.' }),
    sidekicks: z
      .array(
        z
          .strictObject({
            id: z.guid().describe('Identifier.'),
            code: z.string().describe('Code, such as `video-qc`.'),
            name: z.string().describe('Name for people to read.'),
            version: z.string().describe('Version of its rules.'),
          })
          .meta({ id: 'ReportSidekick', description: 'A sidekick that was chosen.' }),
      )
      .describe('The chosen sidekicks.'),
    checks: z.array(check).describe('The rules and requirements of the chosen sidekicks.'),
    issues: z.array(issue).describe('The defects of the file, ordered by `referenceNumber`.'),
    verdict: z
      .strictObject({
        verdict,
        reason: z.string().describe('The reason in words.'),
        failsAt: severity.describe('The least severity that fails the file.'),
      })
      .meta({ id: 'ReportVerdict', description: 'The verdict of the file.' }),
    problems: z.array(problem).describe('What could not be checked.'),
    signOff: reportSignOff
      .nullable()
      .describe('The sign-off. Null in the report that is written when the asset finishes.'),
  })
  .meta({
    id: 'Report',
    title: 'Report of Assay about a file',
    description: 'What Assay checked in one file, and what it found.',
  });
export type Report = z.infer<typeof report>;

/** Returns the JSON Schema of `report`. */
export function reportJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(report, {
    override({ zodSchema, jsonSchema }) {
      // As in the API's description, `jsonSchema` in the metadata of a schema replaces what would be generated.
      const { jsonSchema: replacement } = (z.globalRegistry.get(zodSchema) ?? {}) as { jsonSchema?: object };
      if (replacement === undefined) return;
      for (const key of Object.keys(jsonSchema))
        if (key !== 'description') Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, replacement);
    },
  });
}
