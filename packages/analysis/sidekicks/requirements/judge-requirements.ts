import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import { plainText, sentenceCase } from '@assay/domain/lib/characters.ts';
import { type Property, properties, type PropertyName, requirementCode } from '@assay/domain/requirements.ts';
import { newFinding, wholeAsset } from '../../contract/contract.ts';
import type { Rule, RuleSource } from '../../contract/description.ts';
import type { Finding } from '../../contract/finding.ts';
import { inWords } from '../../formats/capped-collections.ts';
import { compare, nothing, type Part, partsOf } from './compare.ts';
import { type Facts, rounded } from './facts.ts';
import { remedyOf } from './remedies.ts';
import { requirementRules } from './rules.ts';
import { notPresent, type Requirement, requiredText } from '@assay/domain/requirement-text.ts';

/** Maximum number of different values, and of tracks or pages with one value, that a text lists. */
const maxListed = 20;
const maxSummaryCharacters = 300;

/** Returns a finding for each requirement that a file does not meet, or that could not be compared. */
export function judgeRequirements(
  required: readonly (readonly [PropertyName, Requirement])[],
  facts: Facts,
): Finding[] {
  return required.flatMap(([name, requirement]) => {
    const comparison = compare(name, requirement, facts);
    if (comparison.outcome === 'meets') return [];
    if (comparison.outcome === 'misses') return [missed(name, requirement, comparison.misses, facts)];
    return [
      requirement.ifUnknown === 'finding'
        ? missing(name, requirement, facts)
        : incomparable(name, requirement),
    ];
  });
}

function missed(
  name: PropertyName,
  requirement: Requirement,
  misses: readonly [Part, ...Part[]],
  facts: Facts,
): Finding {
  const property: Property = properties[name];
  const required = requiredText(property, requirement);
  const measured = partsText(misses);
  const { action, description } = remedyOf(name, requirement, facts);
  const [first] = misses;
  const isOne = misses.length === 1 && first.tracks === null;
  const page = isOne && first.pages?.pageCount === 1 ? first.pages.pages[0] : undefined;
  return newFinding(requirementRules.ofProperty[name], {
    summary: plainText(missSummary(property, measured, required), maxSummaryCharacters),
    details: `The profile requires: ${required}. The file has: ${measured}. ${plainMeaning(property)}`,
    reasoning: 'A destination may reject a file that differs from its specification, or show it wrongly.',
    headline: `${sentenceCase(property.name)} other than required`,
    ...evidenceOf(name, requirement, measuredValue(property, misses), page),
    action,
    resolution: description,
  });
}

/**
 * Returns the measured values of the required properties, by rule code. Unknown values are left out. A property that
 * the file cannot have, such as the codec of sound that it lacks, is `notPresent`.
 */
export function measuredValues(
  required: readonly (readonly [PropertyName, Requirement])[],
  facts: Facts,
): Record<string, number | string> {
  const values = required.flatMap(([name]) => {
    const { parts, isComplete } = partsOf(name, facts);
    if (parts.length === 0) return isComplete ? [[requirementCode(name), notPresent]] : [];
    return [[requirementCode(name), measuredValue(properties[name], parts)]];
  });
  return Object.fromEntries(values) as Record<string, number | string>;
}

/** Returns how a property is measured, without the marks of code, because texts of issues have none. */
function plainMeaning({ meaning }: Property): string {
  return meaning.replaceAll('`', '');
}

function missSummary({ name, kind }: Property, measured: string, required: string): string {
  if (kind === 'flag') return `The file has ${measured}; required: ${required}`;
  if (measured === nothing) return `No ${name}; required: ${required}`;
  return `${sentenceCase(name)} ${measured} instead of ${required}`;
}

/** Returns measured values: one number in the unit of the property, or a text with the units. */
function measuredValue({ kind }: Property, parts: readonly Part[]): number | string {
  const [only, ...others] = parts;
  const isNumber = others.length === 0 && only?.tracks === null && only.pages === null && kind !== 'ratio';
  return isNumber && typeof only.value === 'number' ? rounded(only.value) : partsText(parts);
}

function partsText(parts: readonly Part[]): string {
  return inWords({ first: parts.slice(0, maxListed).map(partText), count: parts.length }, '; ');
}

/** Returns a measured value as text, with the tracks or pages that have it. */
function partText({ text, tracks, pages }: Part): string {
  if (tracks !== null) return `${text} on ${counted('audio track', tracks, tracks.length)}`;
  return pages === null ? text : `${text} on ${counted('page', pages.pages, pages.pageCount)}`;
}

function counted(what: string, numbers: readonly number[], count: number): string {
  const first = numbers.slice(0, maxListed).map(String);
  return `${what}${count === 1 ? '' : 's'} ${inWords({ first, count })}`;
}

/** Returns the finding for a required property that a file does not state. */
function missing(name: PropertyName, requirement: Requirement, facts: Facts): Finding {
  const property: Property = properties[name];
  const required = requiredText(property, requirement);
  const { action, description } = remedyOf(name, requirement, facts);
  return newFinding(requirementRules.ofProperty[name], {
    summary: plainText(
      `${sentenceCase(property.name)} not known; required: ${required}`,
      maxSummaryCharacters,
    ),
    details: `The profile requires: ${required}. The file does not state this property, or it could not be read. ${plainMeaning(property)}`,
    reasoning: 'Whether the file meets the requirement is not known, so the destination may reject it.',
    headline: `${sentenceCase(property.name)} not known`,
    ...evidenceOf(name, requirement, null),
    action,
    resolution: description,
  });
}

/** Returns the finding for a property that the file does not state, if this makes the verdict incomplete. */
function incomparable(name: PropertyName, requirement: Requirement): Finding {
  const property: Property = properties[name];
  const required = requiredText(property, requirement);
  return newFinding(requirementRules.unknown, {
    summary: plainText(`The ${property.name} was not compared with ${required}`, maxSummaryCharacters),
    details: `The profile requires: ${required}. The file does not state this property, or it could not be read. ${plainMeaning(property)}`,
    reasoning: 'Whether the file meets the requirement is not known.',
    headline: `${sentenceCase(property.name)} not compared`,
    ...evidenceOf(name, requirement, null),
    action: 'review',
    resolution: `Check the ${property.name} of the file by other means.`,
  });
}

/**
 * Returns the evidence and the anchor of a finding: the page if only one page misses the requirement. A measured text
 * contains its unit.
 */
function evidenceOf(
  name: PropertyName,
  requirement: Requirement,
  measured: number | string | null,
  page?: number,
): Pick<Finding, 'evidence' | 'anchor'> {
  const rule: Rule = requirementRules.ofProperty[name];
  const anchor = page === undefined ? wholeAsset : { kind: 'page' as const, page };
  const content = {
    property: name,
    measured,
    threshold: missedLimit(requirement, measured),
    required: requiredText(properties[name], requirement),
    unit: typeof measured === 'number' ? rule.unit : null,
    source: ruleSource(requirement.source, rule),
  };
  return {
    evidence: [{ id: rule.code, sourceType: 'measurement', confidence: 1, content, anchor }],
    anchor,
  };
}

/** Returns the limit that a measured number misses. Null if the requirement has no such limit. */
function missedLimit(requirement: Requirement, measured: number | string | null): number | null {
  if (typeof measured !== 'number') return null;
  const { least, most } = requirement as { least?: unknown; most?: unknown };
  if (typeof least === 'number' && measured < least) return least;
  return typeof most === 'number' && measured > most ? most : null;
}

function ruleSource(source: ProfileSource | undefined, rule: Rule): RuleSource {
  if (source === undefined) return { ...rule.source };
  return { standard: source.title, clause: source.part ?? 'as the profile names it', url: source.url };
}
