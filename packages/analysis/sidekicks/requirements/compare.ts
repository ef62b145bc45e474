import type {
  FlagRequirement,
  GlobRequirement,
  NumberRequirement,
  PageSizeRequirement,
  TextRequirement,
} from '@assay/domain/contracts/profile.ts';
import { type Property, properties, type PropertyName } from '@assay/domain/requirements.ts';
import type { Fact, Facts, SomePages, Tracks } from './facts.ts';
import { matchesGlob } from './glob.ts';
import {
  pageSizeText,
  rateValue,
  ratioValue,
  type Requirement,
  valueText,
} from '@assay/domain/requirement-text.ts';

/** A measured value, or the value of some tracks or pages. */
export interface Part {
  value: number | string | boolean | PageSize;
  /** The value with its unit. */
  text: string;
  /** The audio tracks with this value, from 1; null if the value is not one of tracks. */
  tracks: number[] | null;
  /** The pages with this value; null if the value is not one of pages. */
  pages: SomePages | null;
}

type PageSize = PageSizeRequirement['oneOf'][number];

export type Comparison =
  { outcome: 'meets' } | { outcome: 'unknown' } | { outcome: 'misses'; misses: readonly [Part, ...Part[]] };

/** Differences that are no difference, by unit: the precision in which files and programs state values. */
const precision: Readonly<Record<string, number>> = { s: 0.001, dpi: 0.5, mm: 0.01 };
const maxRateDifference = 0.0005;
const maxAspectDifference = { displayAspect: 0.01, pixelAspect: 0.001 };

/** Compares the facts of a file with the requirement of a property. */
export function compare(name: PropertyName, requirement: Requirement, facts: Facts): Comparison {
  const { parts, isComplete } = partsOf(name, facts);
  if (name === 'conformance') return compareAny(parts, isComplete, requirement as TextRequirement);
  const isMet = testOf(name, requirement, facts);
  return result(
    parts.filter(({ value }) => !isMet(value)),
    isComplete,
  );
}

/** Returns the measured values of a property. `isComplete` is false if some are not known. */
export function partsOf(name: PropertyName, facts: Facts): { parts: readonly Part[]; isComplete: boolean } {
  const fact: Fact = facts[name];
  const property: Property = properties[name];
  if (fact === null) return { parts: [], isComplete: false };
  if (typeof fact !== 'object') return { parts: [wholePart(property, fact)], isComplete: true };
  if ('tracks' in fact) return partsOfTracks(property, fact);
  const { isComplete } = fact;
  if ('names' in fact)
    return {
      parts: fact.names.map(({ name: value, ...pages }) => {
        return { value, text: value, tracks: null, pages: pages.pageCount === 0 ? null : pages };
      }),
      isComplete,
    };
  if ('sizes' in fact)
    return {
      parts: fact.sizes.map(({ widthMm, heightMm, ...pages }) => {
        const value = { widthMm, heightMm };
        return { value, text: pageSizeText(value), tracks: null, pages };
      }),
      isComplete,
    };
  const { lowest } = fact;
  if (lowest === null) return { parts: [], isComplete };
  const pages = { pages: [lowest.page], pageCount: 1 };
  return { parts: [{ ...wholePart(property, lowest.dpi), pages }], isComplete };
}

function wholePart(property: Property, value: number | string | boolean): Part {
  return { value, text: valueText(property, value), tracks: null, pages: null };
}

/** Returns the values of the audio tracks. Tracks with the same value are one part. */
function partsOfTracks(
  property: Property,
  { tracks }: Tracks<number | string>,
): { parts: readonly Part[]; isComplete: boolean } {
  const numbered = tracks.flatMap((value, index) =>
    value === null || value === false ? [] : [{ value, number: index + 1 }],
  );
  const isOnly = tracks.length === 1;
  const parts = [...Map.groupBy(numbered, ({ value }) => value)].map(([value, some]) => ({
    ...wholePart(property, value),
    tracks: isOnly ? null : some.map(({ number }) => number),
  }));
  return { parts, isComplete: !tracks.includes(null) };
}

/** The text of a conformance that is not declared. */
export const nothing = 'none';

const meets: Comparison = { outcome: 'meets' };
const unknown: Comparison = { outcome: 'unknown' };

type Test = (value: Part['value']) => boolean;

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
      return (value) => matchesGlob((requirement as GlobRequirement).glob, value as string);
    case 'flag':
      return (value) => value === (requirement as FlagRequirement).is;
    case 'pageSize':
      return (value) => isSizeMet(value as PageSize, requirement as PageSizeRequirement);
    default: {
      const names = (requirement as TextRequirement).oneOf.map(lower);
      return (value) => names.includes(lower(value as string));
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

/** Returns the result of parts that miss a requirement. `isComplete` is false if some parts are unknown. */
function result(misses: readonly Part[], isComplete: boolean): Comparison {
  const [first, ...others] = misses;
  if (first !== undefined) return { outcome: 'misses', misses: [first, ...others] };
  return isComplete ? meets : unknown;
}

/** Compares names of which one must be permitted. A permitted name without a year stands for any year. */
function compareAny(parts: readonly Part[], isComplete: boolean, { oneOf }: TextRequirement): Comparison {
  const allowed = oneOf.map(lower);
  const declared = parts.map(({ text }) => lower(text));
  if (declared.some((name) => allowed.includes(name) || allowed.includes(name.split(':')[0]!))) return meets;
  if (!isComplete) return unknown;
  const text = parts.length === 0 ? nothing : parts.map((part) => part.text).join(' and ');
  return { outcome: 'misses', misses: [{ value: text, text, tracks: null, pages: null }] };
}

/** Returns whether a page has a permitted size in either orientation. */
function isSizeMet({ widthMm, heightMm }: PageSize, { oneOf, toleranceMm }: PageSizeRequirement): boolean {
  const allowed = toleranceMm + precision['mm']!;
  const fits = (one: number, other: number) => Math.abs(one - other) <= allowed;
  return oneOf.some(
    (size) =>
      (fits(widthMm, size.widthMm) && fits(heightMm, size.heightMm)) ||
      (fits(widthMm, size.heightMm) && fits(heightMm, size.widthMm)),
  );
}
