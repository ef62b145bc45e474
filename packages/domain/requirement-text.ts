import type {
  FlagRequirement,
  GlobRequirement,
  NumberRequirement,
  PageSizeRequirement,
  Requirements,
  TextRequirement,
} from './contracts/profile.ts';
import { quoted } from './lib/characters.ts';
import type { Property, PropertyName } from './requirements.ts';

export type Requirement = NonNullable<Requirements[PropertyName]>;

/** Returns the value of a frame rate such as `25` or `30000/1001`. */
export function rateValue(text: string): number {
  const [over, under = '1'] = text.split('/');
  return Number(over) / Number(under);
}

/** Returns the value of a ratio such as `16:9`. */
export function ratioValue(text: string): number {
  const [width, height] = text.split(':');
  return Number(width) / Number(height);
}

/** Units of which one is named in the singular. */
const singular: Readonly<Record<string, string>> = {
  bytes: 'byte',
  pixels: 'pixel',
  bits: 'bit',
  tracks: 'track',
  channels: 'channel',
  pages: 'page',
};

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
/** From this number on, the digits are grouped, as in `48,000`. */
const minGrouped = 10_000;

/** Returns a number with at most three decimals, and its unit. */
export function numberText(value: number, unit: string | null): string {
  const text = Math.abs(value) < minGrouped ? String(Number(value.toFixed(3))) : grouped.format(value);
  if (unit === null) return text;
  return `${text} ${value === 1 ? (singular[unit] ?? unit) : unit}`;
}

const maxHeight = 20;

/** Returns a ratio in small whole numbers, such as `16:9`, or with decimals, such as `1.85:1` and `1:1.85`. */
export function ratioText(value: number): string {
  for (let height = 1; height <= maxHeight; height++) {
    const width = Math.round(value * height);
    if (width > 0 && Math.abs(width / height / value - 1) < 0.0005) return `${width}:${height}`;
  }
  return value < 1 ? `1:${numberText(1 / value, null)}` : `${numberText(value, null)}:1`;
}

/** The measured value of a property that the file cannot have. */
export const notPresent = 'none';

export function pageSizeText({ widthMm, heightMm }: PageSizeRequirement['oneOf'][number]): string {
  return `${roundedText(widthMm)} × ${roundedText(heightMm)} mm`;
}

/** While a person types, a side can be missing or a text that is no number. */
function roundedText(side: number | string | null): string {
  return typeof side === 'number' ? String(Number(side.toFixed(2))) : (side ?? '?');
}

/** Maximum number of permitted values that the text of an issue lists. */
const maxListedValues = 5;

/** Returns texts as a list such as `24, 25 or 30`. */
function anyOf(texts: readonly string[], maxListed: number): string {
  const listed = texts.slice(0, maxListed);
  const others = texts.length - listed.length;
  if (others > 0) return `${listed.join(', ')} or ${others} other${others === 1 ? '' : 's'}`;
  return listed.length < 2 ? listed.join() : `${listed.slice(0, -1).join(', ')} or ${listed.at(-1)}`;
}

/** Returns the unit that follows a value; null if the name of the property already says it, as in `pages`. */
function unitOf({ name, unit }: Property): string | null {
  return unit === null || ` ${name}`.endsWith(` ${unit}`) ? null : unit;
}

/**
 * Returns the values that a requirement permits, with their unit.
 * @param maxListed maximum number of values to list; the text has the number of the others
 */
export function requiredText(
  property: Property,
  requirement: Requirement,
  maxListed = maxListedValues,
): string {
  const { kind } = property;
  const unit = unitOf(property);
  switch (kind) {
    case 'number':
      return numbersText(requirement as NumberRequirement, unit, maxListed);
    case 'rate':
      return `${anyOf((requirement as TextRequirement).oneOf.map(rateText), maxListed)} ${unit}`;
    case 'glob':
      return `a name like “${(requirement as GlobRequirement).glob}”`;
    case 'flag':
      return flagText(property, (requirement as FlagRequirement).is);
    case 'pageSize': {
      const { oneOf, toleranceMm } = requirement as PageSizeRequirement;
      return `${anyOf(oneOf.map(pageSizeText), maxListed)}${toleranceMm === 0 ? '' : ` ± ${numberText(toleranceMm, 'mm')}`}`;
    }
    default:
      return anyOf((requirement as TextRequirement).oneOf, maxListed);
  }
}

/** Returns a frame rate with at most three decimals. A fraction that has more is added. */
function rateText(rate: string): string {
  return rate.includes('/') ? `${numberText(rateValue(rate), null)} (${rate})` : rate;
}

function numbersText(
  { least, most, oneOf, tolerance = 0, toleranceFrames = 0 }: NumberRequirement,
  unit: string | null,
  maxListed: number,
): string {
  const withUnit = (text: string) => (unit === null ? text : `${text} ${unit}`);
  const plain = (value: number) => numberText(value, null);
  const isRange = least !== undefined && most !== undefined;
  const parts = [
    ...(oneOf === undefined
      ? []
      : [oneOf.length === 1 ? numberText(oneOf[0]!, unit) : withUnit(anyOf(oneOf.map(plain), maxListed))]),
    ...(isRange && least === most ? [numberText(least, unit)] : []),
    ...(isRange && least !== most ? [withUnit(`${plain(least)} to ${plain(most)}`)] : []),
    ...(isRange || least === undefined ? [] : [`at least ${numberText(least, unit)}`]),
    ...(isRange || most === undefined ? [] : [`at most ${numberText(most, unit)}`]),
  ];
  const tolerances = [
    ...(tolerance === 0 || oneOf === undefined ? [] : [numberText(tolerance, unit)]),
    ...(toleranceFrames === 0
      ? []
      : [numberText(toleranceFrames, toleranceFrames === 1 ? 'frame' : 'frames')]),
  ];
  return [parts.join(' and '), ...tolerances].join(' ± ');
}

/** Names of the values of flags: false and true. */
const flagTexts: Readonly<Record<string, readonly [string, string]>> = {
  transparency: ['no transparency', 'transparency'],
  'embedded fonts': ['fonts that are not embedded', 'all fonts embedded'],
};

function flagText({ name }: Property, value: boolean): string {
  return flagTexts[name]![value ? 1 : 0];
}

/** Maximum number of characters of a file name that a text quotes. */
const maxNameCharacters = 255;

/** Returns a measured value of a property as text, with its unit. */
export function valueText(property: Property, value: number | string | boolean): string {
  const { kind } = property;
  if (typeof value === 'boolean') return flagText(property, value);
  if (kind === 'glob') return quoted(String(value), maxNameCharacters);
  if (kind === 'ratio') return ratioText(Number(value));
  return typeof value === 'number' ? numberText(value, unitOf(property)) : value;
}
