import { z } from 'zod';
import { assetType, severity } from './fields.ts';

export const ruleSource = z
  .strictObject({
    standard: z
      .string()
      .describe('Title of the standard or guideline. `Assay default` if this project chose it.'),
    clause: z.string().describe('The clause of the standard, with its wording or how it is applied here.'),
    url: z.string().nullable().describe('Link to the standard. Null if no document supports the threshold.'),
  })
  .meta({ id: 'RuleSource', description: 'Where the rule and its threshold come from.' });

const evidence = z
  .strictObject({
    date: z.iso.date().describe('Date on which the files were examined.'),
    version: z.string().describe('Version of the sidekick that examined the files.'),
    files: z.int().describe('Number of real files of other people that the sidekick examined.'),
    findings: z.int().describe('Number of findings of the rule in these files.'),
    trueShare: z
      .number()
      .nullable()
      .describe('Share of the findings that are true, from 0 to 1. Null without findings.'),
    usefulShare: z
      .number()
      .nullable()
      .describe('Share of the findings that are true and useful, from 0 to 1. Null without findings.'),
    notKnown: z.string().describe('Limits of the study.'),
  })
  .meta({
    id: 'RuleEvidence',
    description: 'How often the findings of the rule were right on real files that a person judged.',
  });

const thresholdRange = z
  .strictObject({
    least: z.number().describe('Smallest threshold that a profile can set.'),
    most: z.number().describe('Largest threshold that a profile can set.'),
  })
  .meta({ id: 'ThresholdRange', description: 'The thresholds of a rule that a profile can set.' });

const rule = z
  .strictObject({
    id: z.guid().describe('Identifier of the rule. Issues refer to it as `ruleId`.'),
    code: z
      .string()
      .describe(
        'Code of the rule, as `family.name`. For example `picture.black`. Issues have it as `ruleCode`.',
      ),
    name: z.string().describe('Name of the rule, for people to read.'),
    severity: severity.describe(
      'Usual severity of its issues: `critical`, `major`, `minor` or `info`, from worst to least.',
    ),
    threshold: z
      .number()
      .nullable()
      .describe('The limit that a measured value must pass to be reported. Null if nothing is measured.'),
    unit: z
      .string()
      .nullable()
      .describe('Unit of the threshold. For example `s` for seconds. Null if it has none.'),
    assetTypes: z
      .array(assetType)
      .nullable()
      .describe('The types of files in which the rule can find something. Null: those of the sidekick.'),
    adjustable: thresholdRange
      .nullable()
      .describe('The thresholds that a profile can set. Null if it cannot change the threshold.'),
    source: ruleSource,
    evidence: evidence.nullable().describe('Null for the rules of custom sidekicks.'),
  })
  .meta({ id: 'Rule', description: 'A check that a sidekick makes.' });

const parameter = z
  .strictObject({
    name: z.string().describe('Name of the parameter in a profile. For example `targetLufs`.'),
    description: z.string().describe('What the parameter changes.'),
    type: z
      .enum(['number', 'boolean', 'string'])
      .meta({ id: 'ParameterType', description: 'Type of the value: `number`, `boolean` or `string`.' }),
    nullable: z.boolean().describe('True if the value can be null.'),
    unit: z.string().nullable().describe('Unit of a number. Null if it has none.'),
    least: z.number().nullable().describe('Smallest number. Null for other types.'),
    most: z.number().nullable().describe('Largest number. Null for other types.'),
    thresholdOf: z
      .string()
      .nullable()
      .describe('Code of the rule whose threshold the parameter is. Null if it is no threshold.'),
    values: z.array(z.string()).nullable().describe('The possible texts. Null if any text is possible.'),
    default: z
      .union([z.number(), z.boolean(), z.string(), z.null()])
      // Some generators of clients have no union with null.
      .meta({ description: 'Value without a profile: a number, a boolean, a text or null.', jsonSchema: {} }),
  })
  .meta({ id: 'SidekickParameter', description: 'A value that a profile can set for a sidekick.' });
export type SidekickParameter = z.infer<typeof parameter>;

const sidekick = z
  .strictObject({
    id: z.guid().describe('Identifier of the sidekick. Send it in `sidekickIds` of a submission.'),
    code: z.string().describe('Short name of the sidekick. For example `video-qc`.'),
    name: z.string().describe('Name of the sidekick, for people to read.'),
    description: z.string().describe('What the sidekick finds, in one or two sentences.'),
    limits: z
      .array(z.string())
      .describe(
        'What the sidekick does not do, and how it decides in doubtful cases. Empty for custom sidekicks.',
      ),
    version: z.string().describe('Version of its rules. It changes whenever a rule or a threshold changes.'),
    assetTypes: z
      .array(assetType)
      .describe('The asset types that it can examine: `video`, `audio`, `image`, `document`.'),
    builtIn: z
      .boolean()
      .describe('True for a sidekick of the service, false for a custom one that an operator registered.'),
    parameters: z
      .array(parameter)
      .describe(
        'The values that a profile can set, besides the thresholds of rules. Empty for custom sidekicks.',
      ),
    rules: z.array(rule).describe('All checks that the sidekick makes.'),
  })
  .meta({ id: 'Sidekick', description: 'An analyser with its rules.' });

export const sidekickList = z
  .strictObject({
    sidekicks: z.array(sidekick).describe('The sidekicks that the workspace may use, built-in ones first.'),
  })
  .meta({ id: 'SidekickList', description: 'The analysers with their rules.' });
