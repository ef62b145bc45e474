import { plainText, quoted } from '@assay/domain/lib/characters.ts';
import { type CappedList, inWords } from '../../../formats/capped-collections.ts';
import { excerptEvidence, findingsPerItem, newFinding } from '../../../contract/contract.ts';
import type { Finding } from '../../../contract/finding.ts';
import type { DocumentFacts, LanguageGap, MalformedLanguage } from '../facts.ts';
import { anchorOf, documentFinding, placeOf } from '../places.ts';
import { rules } from '../rules.ts';

const rule = rules['accessibility.language'];
const maxQuoted = 50;

const reasoning = 'A screen reader may pronounce the text by the rules of another language.';
const resolution = 'Set the language of the document, for example en-GB.';

/** Returns findings for text without a declared language, and for `Lang` entries that are not language tags. */
export function judgeLanguage({ isDeclaredInParts, gaps, malformed }: DocumentFacts['language']): Finding[] {
  const missing = isDeclaredInParts
    ? findingsPerItem(rule, 'parts of the document without a language', gaps, gapFinding)
    : withoutLanguage(gaps);
  return [...missing, ...findingsPerItem(rule, 'invalid language tags', malformed, malformedFinding)];
}

function withoutLanguage({ first, count }: CappedList<LanguageGap>): Finding[] {
  if (count === 0) return [];
  const parts = first.map(partOf);
  return [
    documentFinding(
      rule,
      { language: null, parts, count },
      {
        summary: 'The document does not declare its language',
        details: `The catalog has no Lang entry, and no part of the document has one. No language is declared for ${partsInWords({ first, count })}.`,
        reasoning,
        headline: 'No language declared',
        action: 'correct',
        resolution,
      },
    ),
  ];
}

/** Returns the parts in words. Pages are listed as ranges, such as `text on pages 1 to 18`. */
function partsInWords({ first, count }: CappedList<LanguageGap>): string {
  const pages = first.flatMap(({ kind, page }) => (kind === 'page' && page !== null ? [page] : []));
  const others = first.filter(({ kind }) => kind !== 'page').map(partOf);
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const listed = ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
  const text = pages.length === 0 ? [] : [`text on ${pages.length === 1 ? 'page' : 'pages'} ${listed}`];
  const parts = [...text, ...others];
  return inWords({ first: parts, count: parts.length + count - first.length });
}

function gapFinding(gap: LanguageGap, index: number): Finding {
  const anchor = anchorOf(gap.page, gap.box);
  const part = partOf(gap);
  const hasOwn = gap.kind !== 'bookmarks' && gap.kind !== 'metadata';
  return newFinding(rule, {
    summary: `No language is declared for ${part}`,
    details: `The catalog has no Lang entry, and ${others[gap.kind]}.`,
    reasoning,
    headline: 'No language declared',
    evidence: [
      excerptEvidence(rule, `${rule.code}:${index}`, { language: null, part, entry: gap.entry }, anchor),
    ],
    anchor,
    action: 'correct',
    resolution: hasOwn ? 'Set the language of the document or of this text, for example en-GB.' : resolution,
  });
}

/** Ends of the sentence "The catalog has no Lang entry, and …", by the kind of the part without a language. */
const others: Record<LanguageGap['kind'], string> = {
  page: 'neither has the marked content or a structure element around the text',
  element: 'neither has the element or an element around it',
  annotation: 'neither has the annotation or its structure element',
  bookmarks: 'bookmarks cannot have a language of their own',
  metadata: 'the text is marked as x-default, the language of the document',
};

const entryNames: Readonly<Record<string, string>> = {
  Alt: 'the alternate text (Alt)',
  ActualText: 'the replacement text (ActualText)',
  E: 'the expansion (E)',
  Contents: 'the description (Contents)',
  TU: 'the name (TU)',
};

/** Returns a phrase such as `the alternate text (Alt) of a Figure element on page 3`. */
function partOf({ kind, name, entry, page }: LanguageGap): string {
  if (kind === 'bookmarks') return 'the bookmarks';
  if (kind === 'metadata') return 'the title or other text in the XMP metadata';
  if (kind === 'page') return `text on page ${page}`;
  const text = entryNames[entry ?? ''] ?? 'the text';
  const owner = entry === 'TU' ? 'form field' : kind === 'annotation' ? 'annotation' : 'element';
  const type = entry === 'TU' || name === null ? '' : `${plainText(name, maxQuoted)} `;
  return `${text} of a ${type}${owner} ${placeOf(page)}`;
}

function malformedFinding({ value, where, page, count }: MalformedLanguage, index: number): Finding {
  const anchor = anchorOf(page);
  const tag = quoted(value, maxQuoted);
  const place = plainText(where, maxQuoted);
  const owner = page === null ? place : `${place} ${placeOf(page)}`;
  const places = count === 1 ? '' : ` ${count} places have this value.`;
  return newFinding(rule, {
    summary: value === '' ? `The language of ${owner} is empty` : `${tag} is not a language tag`,
    details:
      `The Lang entry of ${owner} is ${value === '' ? 'empty' : tag}.${places} A language tag has parts of up to ` +
      '8 letters or digits, joined by hyphens; the first part has letters only (BCP 47).',
    reasoning: 'A screen reader cannot choose a voice for the text.',
    headline: 'Invalid language tag',
    evidence: [excerptEvidence(rule, `${rule.code}:tag:${index}`, { language: value, where, count }, anchor)],
    anchor,
    action: 'correct',
    resolution: 'Replace the value by a language tag, for example en-GB.',
  });
}
