import { z } from 'zod';
import { isSafeText } from '../lib/characters.ts';
import { type Property, properties, type PropertyName, propertyNames } from '../requirements.ts';
import { severities } from '../sidekick.ts';
import { verdicts } from '../verdict.ts';
import { assetType, count, idOf, optional, optionalWithDefault } from './fields.ts';

// A profile: what a destination asks for. These schemas check its form. `packages/analysis/profiles/check-profile.ts`
// checks that the sidekicks, rules and parameters exist.

/** Maximum length in characters of a pattern for file names. */
export const maxGlobCharacters = 200;
/** Maximum number of values of one requirement. */
const maxValues = 50;

const text = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxCharacters)
    .refine(isSafeText, 'must be well-formed text without control characters');

const code = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be lower-case letters and digits, in words joined by -');

const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .refine(
      (items) => new Set(items.map((one) => JSON.stringify(one))).size === items.length,
      'must not repeat a value',
    );

const source = z
  .strictObject({
    title: text(300).describe('Title of the document.'),
    url: z
      .url({ protocol: /^https?$/, error: 'must be a URL starting with https:// or http://' })
      .max(2048)
      .nullable()
      .default(null)
      .describe('Link to the document. Null if it is not public.'),
    part: text(500).nullable().default(null).describe('Clause or section of the document, or a note.'),
  })
  .meta({ id: 'ProfileSource', description: 'A document that says what the destination asks for.' });
export type ProfileSource = z.infer<typeof source>;

/** The fields that requirements of every kind have. */
const common = {
  ifUnknown: z
    .enum(['finding', 'incomplete'])
    .meta({
      id: 'IfUnknown',
      description:
        'Result if the file does not state the property. `finding`: it is an issue. `incomplete`: the verdict is `incomplete`.',
    })
    .default('finding'),
  source: source.optional().describe('Where the required value comes from.'),
};

const numberRequirement = z
  .strictObject({
    least: z.number().optional().describe('The smallest permitted value.'),
    most: z.number().optional().describe('The largest permitted value.'),
    oneOf: listOf(z.number(), maxValues).min(1).optional().describe('The permitted values.'),
    tolerance: z.number().min(0).optional().describe('Tolerance of the values of `oneOf`. Absent: 0.'),
    toleranceFrames: z
      .int()
      .min(0)
      .max(1_000)
      .optional()
      .describe('Tolerance of all values in frames. Only for `durationSeconds` of videos.'),
    ...common,
  })
  .refine(({ least, most, oneOf }) => [least, most, oneOf].some((limit) => limit !== undefined), {
    message: 'must have a value: least, most or oneOf',
  })
  .refine(({ least, most }) => least === undefined || most === undefined || least <= most, {
    message: 'must be at most `most`',
    path: ['least'],
  })
  .refine(({ oneOf, tolerance }) => oneOf !== undefined || tolerance === undefined, {
    message: 'is only allowed with `oneOf`',
    path: ['tolerance'],
  })
  .meta({ id: 'NumberRequirement', description: 'The permitted values of a measured number.' });

const textRequirement = z
  .strictObject({ oneOf: listOf(text(100), maxValues).min(1).describe('The permitted values.'), ...common })
  .meta({ id: 'TextRequirement', description: 'The permitted values of a property that is a name.' });

const globRequirement = z
  .strictObject({
    glob: text(maxGlobCharacters)
      .refine((glob) => !glob.includes('/'), 'must not contain /: the name has no folders')
      .describe('`*` stands for any characters, and `?` for one character.'),
    ...common,
  })
  .meta({ id: 'FileNameRequirement', description: 'The pattern that file names must match.' });

const flagRequirement = z
  .strictObject({ is: z.boolean().describe('Whether the file must have the property.'), ...common })
  .meta({ id: 'FlagRequirement', description: 'Whether the file must have a property.' });

const side = (of: string) => z.number().min(1).max(20_000).describe(`${of} in millimetres.`);
const pageSize = z
  .strictObject({ widthMm: side('Width'), heightMm: side('Height') })
  .meta({ id: 'PageSize', description: 'A size of a page.' });
const pageSizeRequirement = z
  .strictObject({
    oneOf: listOf(pageSize, maxValues)
      .min(1)
      .describe('The permitted sizes in millimetres, in either orientation.'),
    toleranceMm: z.number().min(0).max(1_000).default(1).describe('Tolerance of width and height.'),
    ...common,
  })
  .meta({ id: 'PageSizeRequirement', description: 'The permitted sizes of pages.' });

const requirementOfKind = {
  number: numberRequirement,
  text: textRequirement,
  ratio: textRequirement,
  rate: textRequirement,
  glob: globRequirement,
  flag: flagRequirement,
  pageSize: pageSizeRequirement,
} satisfies Record<Property['kind'], z.ZodType>;
type RequirementOfKind = typeof requirementOfKind;

export type NumberRequirement = z.infer<typeof numberRequirement>;
export type TextRequirement = z.infer<typeof textRequirement>;
export type GlobRequirement = z.infer<typeof globRequirement>;
export type FlagRequirement = z.infer<typeof flagRequirement>;
export type PageSizeRequirement = z.infer<typeof pageSizeRequirement>;

const requirementsText = 'Properties that the destination fixes, by name.';
const failsAtText = 'The verdict is `fail` if there is an issue of this severity or a worse one.';

const requirements = z
  .strictObject(
    Object.fromEntries(
      propertyNames.map((name) => {
        const { kind, name: title, unit, meaning } = properties[name];
        const description = `${title[0]!.toUpperCase()}${title.slice(1)}${unit === null ? '' : ` in ${unit}`}. ${meaning}`;
        return [name, requirementOfKind[kind].optional().describe(description)];
      }),
    ) as { [Name in PropertyName]: z.ZodOptional<RequirementOfKind[(typeof properties)[Name]['kind']]> },
  )
  .superRefine((required, context) => {
    for (const name of propertyNames) {
      const requirement = required[name];
      if (requirement === undefined) continue;
      for (const { path, message } of valueFaults(properties[name], requirement))
        context.addIssue({ code: 'custom', path: [name, ...path], message });
      if (
        name !== 'durationSeconds' &&
        'toleranceFrames' in requirement &&
        requirement.toleranceFrames !== undefined
      )
        context.addIssue({
          code: 'custom',
          path: [name, 'toleranceFrames'],
          message: 'is only allowed for durationSeconds',
        });
    }
  })
  .meta({
    id: 'Requirements',
    description: requirementsText,
    examples: [{ frameRate: { oneOf: ['25'] }, width: { oneOf: [1920] }, height: { oneOf: [1080] } }],
  });
export type Requirements = z.infer<typeof requirements>;

interface ValueFault {
  path: (string | number)[];
  message: string;
}

const ratioPattern = /^[1-9]\d{0,4}(?:\.\d{1,3})?:[1-9]\d{0,4}(?:\.\d{1,3})?$/;
/** Units of which there are only whole numbers. Drawings can have a part of a pixel. */
const counted: readonly string[] = ['bytes', 'bits', 'tracks', 'channels', 'pages'];
const ratePattern = /^[1-9]\d{0,5}(?:\/[1-9]\d{0,5})?$/;

/** Returns the values of a requirement that its property cannot have. */
function valueFaults({ kind, unit, range, values, form }: Property, requirement: object): ValueFault[] {
  if (kind === 'number') {
    const { least, most, oneOf = [], tolerance = 0 } = requirement as NumberRequirement;
    const [smallest, largest] = range!;
    const named = [
      { path: ['least'], value: least },
      { path: ['most'], value: most },
      ...oneOf.map((value, index) => ({ path: ['oneOf', index], value })),
    ].flatMap(({ path, value }) => (value === undefined ? [] : [{ path, value }]));
    if (tolerance > largest) return [{ path: ['tolerance'], message: `must be at most ${largest}` }];
    const fraction = named.find(({ value }) => counted.includes(unit ?? '') && !Number.isInteger(value));
    if (fraction !== undefined) return [{ path: fraction.path, message: 'must be a whole number' }];
    const index = oneOf.findIndex((value) => value < (least ?? -Infinity) || value > (most ?? Infinity));
    if (index >= 0) return [{ path: ['oneOf', index], message: 'must be within least and most' }];
    return named
      .filter(({ value }) => value < smallest || value > largest)
      .map(({ path }) => ({
        path,
        message: `must be from ${smallest} to ${largest}${unit === null ? '' : ` ${unit}`}`,
      }));
  }
  const { oneOf } = requirement as Partial<TextRequirement>;
  const fault = {
    ratio: (value: string) => (ratioPattern.test(value) ? null : 'must be a ratio such as 16:9'),
    rate: (value: string) => (ratePattern.test(value) ? null : 'must be a rate such as 25 or 30000/1001'),
    text: (value: string) => {
      if (form?.pattern.test(value) === false) return form.message;
      return values === undefined || values.includes(value) ? null : `must be one of: ${values.join(', ')}`;
    },
  }[kind as string];
  if (fault === undefined || oneOf === undefined) return [];
  return oneOf.flatMap((value, index) => {
    const message = fault(value);
    return message === null ? [] : [{ path: ['oneOf', index], message }];
  });
}

const sidekickSettings = z
  .strictObject({
    code: code.describe('The code of the sidekick, such as `loudness`.'),
    parameters: z
      .record(z.string().max(60), z.union([z.number(), z.boolean(), z.null(), text(200)]))
      .optional()
      .meta({
        description: 'Values of its parameters by name. Absent parameters have their default.',
        // Some generators of clients have no union with null.
        jsonSchema: { type: 'object', additionalProperties: true },
      }),
    source: source.optional().describe('Where the values come from.'),
  })
  .meta({ id: 'ProfileSidekick', description: 'A sidekick of a profile, with its parameters.' });
export type ProfileSidekick = z.infer<typeof sidekickSettings>;

export const ruleSeverity = z.enum([...severities, 'off']).meta({
  id: 'ProfileSeverity',
  description: 'Severity of the issues of a rule. `off`: the rule reports nothing.',
});

const ruleSettings = z
  .strictObject({
    severity: ruleSeverity
      .optional()
      .describe('Severity of its issues. `off`: the rule reports nothing. Absent: the severity of the rule.'),
    threshold: z.number().optional().describe('Threshold in the unit of the rule. Absent: that of the rule.'),
    source: source.optional().describe('Where the values come from.'),
  })
  .refine(({ severity, threshold }) => severity !== undefined || threshold !== undefined, {
    message: 'must have severity or threshold',
  })
  .meta({ id: 'ProfileRule', description: 'What a profile changes of a rule.' });
export type ProfileRule = z.infer<typeof ruleSettings>;

const manualCheck = z
  .strictObject({
    code: code.describe('Short name of the check.'),
    text: text(300).describe('What a person has to confirm.'),
  })
  .meta({ id: 'ManualCheck', description: 'A check that only a person can make.' });

/** The fields of a profile, without defaults. */
const fields = {
  code: code.meta({
    description: 'Short name, such as `advert-uk-tv`. Unique in the workspace.',
    examples: ['spots'],
  }),
  name: text(100).meta({ description: 'Name for people to read.', examples: ['Spots of our channel'] }),
  description: text(1000).meta({
    description: 'Description of the destination. Null if there is none.',
    examples: ['The channel takes spots of 10 to 60 seconds.'],
  }),
  assetTypes: listOf(assetType, 4)
    .min(1)
    .meta({ description: 'The types of files that the destination accepts.', examples: [['video']] }),
  sources: listOf(source, maxValues).meta({
    description: 'The documents of the destination.',
    examples: [[{ title: 'EBU R 128', url: 'https://tech.ebu.ch/publications/r128', part: null }]],
  }),
  sidekicks: z
    .array(sidekickSettings)
    .max(100)
    .refine((all) => new Set(all.map((one) => one.code)).size === all.length, 'must not repeat a sidekick')
    .meta({
      description: 'The sidekicks that examine the files. `requirements` runs if there are requirements.',
      examples: [
        [{ code: 'video-qc' }, { code: 'loudness', parameters: { targetLufs: -23, toleranceLu: 0.5 } }],
      ],
    }),
  rules: z
    .record(z.string().max(100), ruleSettings)
    .refine((all) => Object.keys(all).length <= 1_000, 'must have at most 1000 rules')
    .meta({
      description: 'Changed rules by code.',
      examples: [
        { 'picture.black': { threshold: 0.5, severity: 'major' }, 'bars.constant': { severity: 'off' } },
      ],
    }),
  requirements,
  manualChecks: z
    .array(manualCheck)
    .max(50)
    .refine((all) => new Set(all.map((one) => one.code)).size === all.length, 'must not repeat a code')
    .meta({
      description: 'Checks for a person. They are part of the sign-off and not of the verdict.',
      examples: [[{ code: 'rights', text: 'The music is licensed for this territory' }]],
    }),
  failsAt: z.enum(severities).meta({
    id: 'FailsAt',
    description: failsAtText,
  }),
};

/** The content of a version of a profile. */
export const profileContent = z.strictObject({
  ...fields,
  description: optional(fields.description).transform((value) => value ?? null),
  sources: optionalWithDefault(fields.sources, []),
  rules: optionalWithDefault(fields.rules, {}),
  requirements: optionalWithDefault(fields.requirements, {}).describe(requirementsText),
  manualChecks: optionalWithDefault(fields.manualChecks, []),
  failsAt: optionalWithDefault(fields.failsAt, 'major').describe(failsAtText),
});
export type ProfileContent = z.infer<typeof profileContent>;
export type ProfileInput = z.input<typeof profileContent>;

export const verdict = z.enum(verdicts).meta({
  id: 'Verdict',
  description:
    'Whether a file meets its profile, from worst to best. `fail`: it has an issue at or above `failsAt`. `incomplete`: a ' +
    'check could not be made. `pass_with_notes`: it has only lesser issues. `pass`: it has no issues.',
});

const id = z.guid().describe('Identifier of the profile. Send it in `sidekickIds` of a submission.');
const version = z.int().min(1).describe('Number of the version, starting at 1. Versions never change.');
const builtIn = z.boolean().describe('True for a profile of the service, false for one of the workspace.');

/** The profile of a submission, as the submission and its assets show it. */
export const profileReference = z
  .strictObject({
    id: z.guid().describe('Identifier of the profile.'),
    code: fields.code,
    name: fields.name,
    version,
  })
  .meta({ id: 'ProfileReference', description: 'The version of a profile that judges a submission.' });
export type ProfileReference = z.infer<typeof profileReference>;

const shownDescription = z
  .string()
  .nullable()
  .describe('Description of the destination. Null if there is none.');

export const profile = z
  .strictObject({ id, version, builtIn, ...fields, description: shownDescription })
  .meta({ id: 'Profile', description: 'A version of a profile. Every field is always present.' });
export type Profile = z.infer<typeof profile>;

export const profileList = z
  .strictObject({
    profiles: z
      .array(
        z
          .strictObject({
            id,
            code: fields.code,
            name: fields.name,
            version,
            builtIn,
            assetTypes: fields.assetTypes,
            description: shownDescription,
          })
          .meta({ id: 'ProfileSummary', description: 'The current version of a profile in a list.' }),
      )
      .describe('The profiles that the workspace may use, built-in ones first.'),
  })
  .meta({ id: 'ProfileList', description: 'The profiles of a workspace.' });

export const createProfileRequest = z
  .strictObject({
    basedOn: optional(
      z.guid().meta({
        description: 'Id of the profile to copy. Fields that the request does not have are copied from it.',
        examples: ['0199a4be-9c55-7d10-b1f8-8e6f0c2d9a44'],
      }),
    ),
    code: fields.code,
    name: fields.name,
    description: optional(fields.description),
    assetTypes: optional(fields.assetTypes),
    sources: optional(fields.sources),
    sidekicks: optional(fields.sidekicks),
    rules: optional(fields.rules),
    requirements: optional(fields.requirements).describe(requirementsText),
    manualChecks: optional(fields.manualChecks),
    failsAt: optional(fields.failsAt).describe(failsAtText),
  })
  .meta({
    id: 'CreateProfileRequest',
    description: 'A new profile. Without `basedOn`, `assetTypes` and `sidekicks` are needed.',
  });

export const updateProfileRequest = z
  .strictObject({
    ...profileContent.shape,
    version: z
      .int()
      .min(1)
      .meta({
        description: 'The version that the change was made from. If a newer one exists, 409.',
        examples: [1],
      }),
  })
  .meta({ id: 'UpdateProfileRequest', description: 'The content of the next version of a profile.' });

export const profilePath = z.object({
  profile_id: idOf('The `id` of the profile, from the list.', '0199a4be-9c55-7d10-b1f8-8e6f0c2d9a44'),
});

export const readProfileQuery = z.strictObject({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be an integer from 1 to 999999999')
    .transform(Number)
    .optional()
    .meta({
      description: 'Number of the version. Absent: the current one.',
      jsonSchema: { type: 'integer', minimum: 1, maximum: 999_999_999 },
    }),
});

export const startTrialRequest = z
  .strictObject(profileContent.shape)
  .meta({ id: 'StartTrialRequest', description: 'The content that a profile could get.' });

export const startedTrial = z
  .strictObject({ trialId: z.guid().describe('Identifier of the trial.') })
  .meta({ id: 'StartedTrial', description: 'A trial that was started.' });

export const trialPath = profilePath.extend({
  trial_id: idOf('The `trialId` of the trial.', '0199a4be-a1c3-7b52-9d0e-5f3b8c7e6a11'),
});

const changedFile = z
  .strictObject({
    submissionId: z.guid().describe('The submission of the file.'),
    assetId: z.guid().describe('The file.'),
    filename: z.string().describe('Name of the file.'),
    before: verdict.describe('The verdict that the file has.'),
    after: verdict
      .nullable()
      .describe('The verdict that it would have. Null if it could not be judged again.'),
    reason: z.string().nullable().describe('The reason of `after`. Null if `after` is null.'),
    notJudged: z
      .string()
      .nullable()
      .describe('Why the file could not be judged again. Null if `after` is not null.'),
  })
  .meta({
    id: 'ChangedFile',
    description: 'A file whose verdict would change, or could not be judged again.',
  });

export const trial = z
  .strictObject({
    trialId: z.guid().describe('Identifier of the trial.'),
    status: z.enum(['running', 'done', 'failed']).meta({
      id: 'TrialStatus',
      description:
        '`failed`: it ended early, for example because another trial of the workspace was started.',
    }),
    files: z
      .array(changedFile)
      .describe(
        'The files whose verdict would change, and those that could not be judged again, newest first. Empty unless `status` is `done`.',
      ),
    examined: count.describe('Number of files that were judged again. 0 unless `status` is `done`.'),
    unexamined: count.describe(
      'Number of files that could not be judged again. 0 unless `status` is `done`.',
    ),
  })
  .meta({ id: 'Trial', description: 'What a changed profile would change.' });
