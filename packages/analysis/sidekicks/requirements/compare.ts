import type {
  FlagRequirement,
  GlobRequirement,
  NumberRequirement,
  PageSizeRequirement,
  TextRequirement,
} from '@assay/domain/contracts/profile.ts';
import { type Property, properties, type PropertyName } from '@assay/domain/requirements.ts';
import type { Fact, Facts, LowestDpi, Names, PageSizes, SomePages, Tracks } from './facts.ts';
import { matchesGlob } from './glob.ts';
import { numberText, pageSizeText, rateValue, ratioValue, type Requirement, valueText } from './values.ts';

/** A measured value that does not meet a requirement. */
export interface Miss {
  value: number | string | boolean;
  /** The value with its unit. */
  text: string;
  /** The audio tracks with this value, from 1; null if the value is not one of tracks. */
  tracks: number[] | null;
  /** The pages with this value; null if the value is not one of pages. */
  pages: SomePages | null;
}

export type Comparison =
  { outcome: 'meets' } | { outcome: 'unknown' } | { outcome: 'misses'; misses: readonly [Miss, ...Miss[]] };

/** Differences that are no difference, by unit: the precision in which files and programs state values. */
const precision: Readonly<Record<string, number>> = { s: 0.001, dpi: 0.5, mm: 0.01 };
const maxRateDifference = 0.0005;
const maxAspectDifference = { displayAspect: 0.01, pixelAspect: 0.001 };

/** Compares the facts of a file with the requirement of a property. */
export function compare(name: PropertyName, requirement: Requirement, facts: Facts): Comparison {
  const fact: Fact = facts[name];
  const property: Property = properties[name];
  if (fact === null) return unknown;
  if (name === 'colourSpace') return compareAll(fact as Names, requirement as TextRequirement);
  if (name === 'conformance') return compareAny(fact as Names, requirement as TextRequirement);
  if (name === 'imageResolutionDpi')
    return compareLowest(fact as LowestDpi, requirement as NumberRequirement);
  if (property.kind === 'pageSize')
    return compareSizes(fact as PageSizes, requirement as PageSizeRequirement);
  const isMet = testOf(name, requirement, facts);
  const textOf = (value: Miss['value']) => valueText(property, value);
  if (typeof fact === 'object') return compareTracks(fact as Tracks<number | string>, isMet, textOf);
  return isMet(fact)
    ? meets
    : { outcome: 'misses', misses: [{ value: fact, text: textOf(fact), tracks: null, pages: null }] };
}

const meets: Comparison = { outcome: 'meets' };
const unknown: Comparison = { outcome: 'unknown' };

type Test = (value: Miss['value']) => boolean;

/** Returns a function that tests a single value. */
function testOf(name: PropertyName, requirement: object, facts: Facts): Test {
  const { kind, unit } = properties[name] as Property;
  switch (kind) {
    case 'number': {
      const allowed = precision[unit ?? ''] ?? 1e-9;
      const frames = frameTolerance(requirement as NumberRequirement, facts);
      return (value) => isNumberMet(Number(value), requirement as NumberRequirement, allowed, frames);
    }
    case 'rate': {
      const rates = (requirement as TextRequirement).oneOf.map(rateValue);
      return (value) => rates.some((rate) => Math.abs(Number(value) / rate - 1) <= maxRateDifference);
    }
    case 'ratio': {
      const ratios = (requirement as TextRequirement).oneOf.map(ratioValue);
      const most = maxAspectDifference[name as keyof typeof maxAspectDifference];
      return (value) => ratios.some((ratio) => Math.abs(Number(value) / ratio - 1) <= most + 1e-9);
    }
    case 'glob':
      return (value) => matchesGlob((requirement as GlobRequirement).glob, String(value));
    case 'flag':
      return (value) => value === (requirement as FlagRequirement).is;
    default: {
      const names = (requirement as TextRequirement).oneOf.map(lower);
      return (value) => names.includes(lower(String(value)));
    }
  }
}

const lower = (text: string) => text.toLowerCase();

/** Returns the tolerance of a duration in seconds. Frames of a variable or unknown rate have no fixed duration. */
function frameTolerance({ toleranceFrames }: NumberRequirement, { frameRate }: Facts): number {
  return typeof frameRate === 'number' && toleranceFrames !== undefined ? toleranceFrames / frameRate : 0;
}

function isNumberMet(
  value: number,
  { least, most, oneOf, tolerance = 0 }: NumberRequirement,
  precision: number,
  tolerated: number,
): boolean {
  const allowed = precision + tolerated;
  return (
    (least === undefined || value >= least - allowed) &&
    (most === undefined || value <= most + allowed) &&
    (oneOf === undefined || oneOf.some((one) => Math.abs(value - one) <= allowed + tolerance))
  );
}

/** Compares each audio track. Tracks with the same value are one miss. */
function compareTracks(
  { tracks }: Tracks<number | string>,
  isMet: Test,
  textOf: (value: Miss['value']) => string,
): Comparison {
  const missed = new Map<number | string, number[]>();
  for (const [index, value] of tracks.entries()) {
    if (value === null || isMet(value)) continue;
    missed.set(value, [...(missed.get(value) ?? []), index + 1]);
  }
  const isOnly = tracks.length === 1;
  const misses = [...missed].map(([value, numbers]): Miss => {
    return { value, text: textOf(value), tracks: isOnly ? null : numbers, pages: null };
  });
  return result(misses, !tracks.includes(null));
}

/** Returns the result of parts that miss a requirement. `isComplete` is false if some parts are unknown. */
function result(misses: readonly Miss[], isComplete: boolean): Comparison {
  const [first, ...others] = misses;
  if (first !== undefined) return { outcome: 'misses', misses: [first, ...others] };
  return isComplete ? meets : unknown;
}

/** Compares names that must all be permitted. */
function compareAll({ names, isComplete }: Names, { oneOf }: TextRequirement): Comparison {
  const allowed = oneOf.map(lower);
  const misses = names
    .filter(({ name }) => !allowed.includes(lower(name)))
    .map(({ name, ...pages }): Miss => {
      return { value: name, text: name, tracks: null, pages: pages.pageCount === 0 ? null : pages };
    });
  return result(misses, isComplete);
}

/** Compares names of which one must be permitted. A permitted name without a year stands for any year. */
function compareAny({ names, isComplete }: Names, { oneOf }: TextRequirement): Comparison {
  const allowed = oneOf.map(lower);
  const declared = names.map(({ name }) => lower(name));
  if (declared.some((name) => allowed.includes(name) || allowed.includes(name.split(':')[0]!))) return meets;
  if (!isComplete) return unknown;
  const text = names.length === 0 ? 'none' : names.map(({ name }) => name).join(' and ');
  return { outcome: 'misses', misses: [{ value: text, text, tracks: null, pages: null }] };
}

function compareLowest({ lowest, isComplete }: LowestDpi, requirement: NumberRequirement): Comparison {
  if (lowest === null || isNumberMet(lowest.dpi, requirement, precision['dpi']!, 0))
    return isComplete ? meets : unknown;
  const { dpi, page } = lowest;
  const text = numberText(dpi, 'dpi');
  return {
    outcome: 'misses',
    misses: [{ value: dpi, text, tracks: null, pages: { pages: [page], pageCount: 1 } }],
  };
}

function compareSizes(
  { sizes, isComplete }: PageSizes,
  { oneOf, toleranceMm }: PageSizeRequirement,
): Comparison {
  const allowed = toleranceMm + precision['mm']!;
  const fits = (one: number, other: number) => Math.abs(one - other) <= allowed;
  const misses = sizes
    .filter(
      ({ widthMm: width, heightMm: height }) =>
        !oneOf.some(
          ({ widthMm, heightMm }) =>
            (fits(width, widthMm) && fits(height, heightMm)) ||
            (fits(width, heightMm) && fits(height, widthMm)),
        ),
    )
    .map(({ pages, pageCount, ...size }): Miss => {
      const text = pageSizeText(size);
      return { value: text, text, tracks: null, pages: { pages, pageCount } };
    });
  return result(misses, isComplete);
}
