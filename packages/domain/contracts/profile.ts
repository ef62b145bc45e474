import { z } from 'zod';
import { isSafeText } from '../lib/characters.ts';
import { type Property, properties, type PropertyName, propertyNames } from '../requirements.ts';
import { severities } from '../sidekick.ts';
import { assetType } from './fields.ts';

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
    .default('finding')
    .describe(
      'What happens if the file does not tell the property. `finding`: it is an issue. `incomplete`: the verdict is `incomplete`.',
    ),
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
    message: 'must have least, most or oneOf',
  })
  .refine(({ least, most }) => least === undefined || most === undefined || least <= most, {
    message: 'must be at most `most`',
    path: ['least'],
  })
  .meta({ id: 'NumberRequirement', description: 'The permitted values of a measured number.' });

const textRequirement = z
  .strictObject({ oneOf: listOf(text(100), maxValues).min(1).describe('The permitted values.'), ...common })
  .meta({ id: 'TextRequirement', description: 'The permitted values of a property that is a name.' });

const globRequirement = z
  .strictObject({
    glob: text(maxGlobCharacters).describe('`*` stands for any characters, and `?` for one character.'),
    ...common,
  })
  .meta({ id: 'FileNameRequirement', description: 'The pattern that file names must match.' });

const flagRequirement = z
  .strictObject({ is: z.boolean().describe('Whether the file must have the property.'), ...common })
  .meta({ id: 'FlagRequirement', description: 'Whether the file must have a property.' });

const side = z.number().min(1).max(20_000);
const pageSizeRequirement = z
  .strictObject({
    oneOf: listOf(z.strictObject({ widthMm: side, heightMm: side }), maxValues)
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
  .meta({ id: 'Requirements', description: 'Properties that the destination fixes, by name.' });
export type Requirements = z.infer<typeof requirements>;

interface ValueFault {
  path: (string | number)[];
  message: string;
}

const ratioPattern = /^[1-9]\d{0,4}(?:\.\d{1,3})?:[1-9]\d{0,4}(?:\.\d{1,3})?$/;
const ratePattern = /^[1-9]\d{0,5}(?:\/[1-9]\d{0,5})?$/;

/** Returns the values of a requirement that its property cannot have. */
function valueFaults({ kind, range, values }: Property, requirement: object): ValueFault[] {
  if (kind === 'number') {
    const { least, most, oneOf = [] } = requirement as NumberRequirement;
    const [smallest, largest] = range!;
    const named = [
      { path: ['least'], value: least },
      { path: ['most'], value: most },
      ...oneOf.map((value, index) => ({ path: ['oneOf', index], value })),
    ];
    return named
      .filter(({ value }) => value !== undefined && (value < smallest || value > largest))
      .map(({ path }) => ({ path, message: `must be from ${smallest} to ${largest}` }));
  }
  const { oneOf } = requirement as Partial<TextRequirement>;
  const fault = {
    ratio: (value: string) => (ratioPattern.test(value) ? null : 'must be a ratio such as 16:9'),
    rate: (value: string) => (ratePattern.test(value) ? null : 'must be a rate such as 25 or 30000/1001'),
    text: (value: string) =>
      values === undefined || values.includes(value) ? null : `must be one of: ${values.join(', ')}`,
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
      .describe('Values of its parameters by name. Absent parameters have their default.'),
    source: source.optional().describe('Where the values come from.'),
  })
  .meta({ id: 'ProfileSidekick', description: 'A sidekick of a profile, with its parameters.' });
export type ProfileSidekick = z.infer<typeof sidekickSettings>;

const ruleSettings = z
  .strictObject({
    severity: z
      .enum([...severities, 'off'])
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
  .strictObject({ code, text: text(300).describe('What a person has to confirm.') })
  .meta({ id: 'ManualCheck', description: 'A check that only a person can make.' });

/** The content of a profile: everything that belongs to one version. */
export const profileContent = z.strictObject({
  code: code.describe('Short name, such as `advert-uk-tv`.'),
  name: text(100).describe('Name for people to read.'),
  description: text(1000).nullable().default(null).describe('What the destination is.'),
  assetTypes: listOf(assetType, 4).min(1).describe('The types of files that the destination accepts.'),
  sources: listOf(source, maxValues).default([]).describe('The documents of the destination.'),
  sidekicks: z
    .array(sidekickSettings)
    .max(100)
    .refine((all) => new Set(all.map((one) => one.code)).size === all.length, 'must not repeat a sidekick')
    .describe('The sidekicks that examine the files. `requirements` runs whenever there are requirements.'),
  rules: z
    .record(z.string().max(100), ruleSettings)
    .refine((all) => Object.keys(all).length <= 1_000, 'must have at most 1000 rules')
    .default({})
    .describe('Changed rules by code.'),
  requirements: requirements.default({}),
  manualChecks: z
    .array(manualCheck)
    .max(50)
    .refine((all) => new Set(all.map((one) => one.code)).size === all.length, 'must not repeat a code')
    .default([])
    .describe('Checks for a person. They are part of the sign-off and not of the verdict.'),
  failsAt: z
    .enum(severities)
    .default('major')
    .describe('The verdict is `fail` if there is an issue of this severity or a worse one.'),
});
export type ProfileContent = z.infer<typeof profileContent>;
export type ProfileInput = z.input<typeof profileContent>;

export const verdicts = ['fail', 'incomplete', 'pass_with_notes', 'pass'] as const;
export type Verdict = (typeof verdicts)[number];
