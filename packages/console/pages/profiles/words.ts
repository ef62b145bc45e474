import type { Sidekick } from '@assay/client/shapes.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type {
  Profile,
  ProfileContent,
  ProfileSidekick,
  ProfileSource,
  Requirements,
} from '@assay/domain/contracts/profile.ts';
import { type Requirement, requiredText } from '@assay/domain/requirement-text.ts';
import { properties, type PropertyName, propertyNames } from '@assay/domain/requirements.ts';
import { sentenceCase } from '@assay/domain/lib/characters.ts';

// Texts for the parts of a profile, and what a profile changes.

export type Rule = Sidekick['rules'][number];
export type Parameter = Sidekick['parameters'][number];
export type ParameterValue = number | string | boolean | null;

export const nameOf = (property: PropertyName): string => sentenceCase(properties[property].name);

/** Returns all permitted values of a requirement in words, for example `10, 20 or 30 s ± 1 frame`. */
export const permittedText = (property: PropertyName, requirement: Requirement): string =>
  requiredText(properties[property], requirement, Infinity);

export const ifUnknownTexts = { finding: 'issue', incomplete: 'verdict incomplete' } as const;

export function withUnit(text: string, unit: string | null): string {
  return unit === null ? text : `${text} ${unit}`;
}

/** Returns the value of a parameter under a profile. Null is a value too, so it does not mean the usual value. */
export function parameterValue(
  { name, default: usual }: Parameter,
  { parameters = {} }: Pick<ProfileSidekick, 'parameters'>,
): ParameterValue {
  const given = parameters[name];
  return given === undefined ? (usual as ParameterValue) : given;
}

/** Returns the value of a parameter in words. */
export function valueText(value: ParameterValue, unit: string | null): string {
  if (value === null) return 'not set';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return withUnit(String(value), unit);
}

/** Returns the smallest and the largest value in words, for example `2 to 3600 s`. Null without a range. */
export function rangeText({
  least,
  most,
  unit,
}: {
  least: number | null;
  most: number | null;
  unit: string | null;
}): string | null {
  if (least !== null && most !== null) return withUnit(`${least} to ${most}`, unit);
  if (least !== null) return withUnit(`${least} or more`, unit);
  return most === null ? null : withUnit(`${most} or less`, unit);
}

export const sourceText = ({ title, part }: ProfileSource): string =>
  part === null ? title : `${title}, ${part}`;

const maxCodeCharacters = 60;

/** Returns the code of a profile for a name: lower-case words of letters and digits, joined by hyphens. */
export function codeOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxCodeCharacters)
    .replace(/-+$/, '');
}

export const typesText = (types: readonly AssetType[]): string => types.join(', ');

/** Returns the properties that a profile requires, in the order of the list of properties. */
export function requiredProperties(requirements: Requirements): PropertyName[] {
  return propertyNames.filter((name) => requirements[name] !== undefined);
}

/** Returns the content of a profile, without the fields that its versions differ in. */
export function contentOf({
  id: _,
  version: _version,
  builtIn: _builtIn,
  ...content
}: Profile): ProfileContent {
  return content;
}

/**
 * Returns the different documents that a profile names, by a key for selects: those of its list first, then further
 * ones of its values.
 */
export function allSources({
  sources,
  sidekicks,
  rules,
  requirements,
}: ProfileContent): Map<string, ProfileSource> {
  const named = [
    ...sources,
    ...sidekicks.map(({ source }) => source),
    ...Object.values(rules).map(({ source }) => source),
    ...requiredProperties(requirements).map((name) => requirements[name]!.source),
  ].filter((source) => source !== undefined);
  return new Map(named.map((source) => [keyOf(source), source]));
}

export const keyOf = ({ title, url, part }: ProfileSource): string => JSON.stringify([title, url, part]);

const fieldNames: Readonly<Record<string, string>> = {
  name: 'Name',
  code: 'Code',
  description: 'Description',
  assetTypes: 'Files that the destination takes',
  failsAt: 'A file fails at',
};

/** Returns the name of a field that the service rejected, as the page of a profile shows it. */
export function fieldText(field: string, content: ProfileContent, sidekicks: readonly Sidekick[]): string {
  const [list, item = '', ...rest] = field.split('.');
  switch (list) {
    case 'requirements':
      return item in properties ? nameOf(item as PropertyName) : 'Properties of the file';
    case 'rules':
      return (
        sidekicks.flatMap(({ rules }) => rules).find(({ code }) => `${field}.`.startsWith(`rules.${code}.`))
          ?.name ?? field
      );
    case 'sidekicks': {
      const code = content.sidekicks[Number(item)]?.code;
      const sidekick = sidekicks.find((each) => each.code === code);
      const parameter = sidekick?.parameters.find(({ name }) => name === rest[1]);
      return [sidekick?.name ?? code ?? 'Sidekicks', parameter?.description].filter(Boolean).join(': ');
    }
    case 'sources':
      return `Document ${Number(item) + 1}`;
    case 'manualChecks':
      return `Check ${Number(item) + 1}`;
    default:
      return fieldNames[list!] ?? field;
  }
}
