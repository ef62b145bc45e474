import {
  type ExcerptContent,
  excerptEvidence,
  type FindingParts,
  findingsPerItem,
  newFinding,
  wholeAsset,
} from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { picturesInWords } from '../../text/reading-in-words.ts';
import type { SpokenText } from '../../speech/spoken-text.ts';
import type { ShownText, VideoText } from '../../text/shown-text.ts';
import { inWords } from '../../formats/capped-collections.ts';
import type { Claim, ClaimedWording, FoundClaims } from './claim.ts';
import { anchorOf, describeHearing, describeReading, placeInWords } from './claim-place.ts';
import { type ClaimRuleCode, claimsDescription, rules } from './rules.ts';

/** Maximum number of pages in a summary. */
const maxNamedPages = 10;

interface ClaimTexts {
  what: string;
  reasoning: string;
  resolution: string;
}

const substantiate = 'Hold documentary evidence for it before it is published, or reword it.';

const textsByRule: Record<ClaimRuleCode, ClaimTexts> = {
  'superlative.ranking': {
    what: 'Superlative',
    reasoning:
      'A claim to be the best or the first is a comparison with all competitors. It needs proof unless it is obviously an opinion.',
    resolution: substantiate,
  },
  'absolute.performance': {
    what: 'Absolute claim',
    reasoning: 'A single exception makes an absolute claim an exaggeration.',
    resolution: substantiate,
  },
  'guarantee.promise': {
    what: 'Guarantee',
    reasoning: 'A guarantee must not confuse consumers about their rights, and its limits must be clear.',
    resolution: 'State the terms and limits of the guarantee next to the claim, or reword the claim.',
  },
  'comparison.superiority': {
    what: 'Comparison',
    reasoning: 'A comparison must not mislead about either product and must be verifiable.',
    resolution: 'Name what is compared and hold evidence for it, or reword it.',
  },
  'statistic.figure': {
    what: 'Statistic',
    reasoning: 'Readers regard figures and research as objective; the source must support them.',
    resolution: 'State the source, the sample and the date, and hold the evidence.',
  },
  'health.proven': {
    what: 'Claim of proof',
    reasoning: 'Health claims need evidence, where relevant from trials on people.',
    resolution: 'Hold documentation of the trials or the advice, or remove the claim.',
  },
  'health.treatment': {
    what: 'Health claim',
    reasoning:
      'Only licensed medicines and medical devices may claim to treat or prevent disease. A claim that a food supports a function of the body must be authorised.',
    resolution: 'Show the licence or the authorisation, and the evidence, or remove the claim.',
  },
  'price.free': {
    what: 'Free offer',
    reasoning: 'A free item must cost no more than the response, collection or delivery.',
    resolution: 'State clearly what the consumer has to do and to pay.',
  },
  'price.lowest': {
    what: 'Price claim',
    reasoning: 'A claim of the lowest price is a comparison with all competitors.',
    resolution: 'Hold evidence of competitors’ prices and state the basis of the comparison.',
  },
  'price.saving': {
    what: 'Saving',
    reasoning: 'A price reduction must not exaggerate the likely saving or the range of reduced products.',
    resolution: 'Hold evidence of the former prices, and of the share of sales at the largest reduction.',
  },
  'environment.absolute': {
    what: 'Absolute environmental claim',
    reasoning: 'Absolute environmental claims need a high level of substantiation.',
    resolution: 'Hold evidence for the full life cycle, or state the limits of the claim.',
  },
  'environment.general': {
    what: 'Environmental claim',
    reasoning: 'The basis of an environmental claim must be clear; an unqualified claim may mislead.',
    resolution: 'State the basis and the scope of the claim.',
  },
};

/**
 * Returns one finding for each of the first 20 wordings of a rule, one finding for all remaining claims of the rule,
 * and one finding each if text was not judged and if pages, pictures or speech were not read.
 * @param shownText the text that was read in the pictures of the asset; null if none was read
 * @param spokenText the speech of the asset; null if none was read
 */
export function judgeClaims(
  { claims, otherLanguage, otherSpeech }: FoundClaims,
  shownText: ShownText | null,
  spokenText: SpokenText | null = null,
): Finding[] {
  const findings = claimsDescription.rules.flatMap(({ code, name }) => {
    const found = code === 'language.unjudged' || code === 'text.unread' ? undefined : claims[code];
    if (found === undefined) return [];
    const { furtherPages, ...list } = found;
    const toFinding = (wording: ClaimedWording, index: number) =>
      wordingFinding(code as ClaimRuleCode, wording, index, shownText);
    return findingsPerItem(rules[code], `claims by the rule “${name}”`, list, toFinding, { furtherPages });
  });
  return [
    ...findings,
    ...(otherLanguage === null ? [] : [unjudgedFinding(otherLanguage)]),
    ...(otherSpeech ? [unjudgedSpeech()] : []),
    ...unreadFindings(shownText),
    ...(spokenText?.leftOut === undefined ? [] : [unreadSpeech(spokenText)]),
  ];
}

function wordingFinding(
  code: ClaimRuleCode,
  { claim, further, count }: ClaimedWording,
  index: number,
  shownText: ShownText | null,
): Finding {
  const { what, reasoning, resolution } = textsByRule[code];
  const { confidence, context, shown, heard } = claim;
  const where = placeInWords(claim);
  const rule = rules[code];
  const { standard, clause } = rule.source;
  const evidence = [claim, ...further].map((place, at) => {
    const { page, start } = place;
    const id =
      place.heard !== null
        ? `${code}:heard:${index}`
        : place.shown === null
          ? `${code}:${page ?? ''}:${start ?? ''}`
          : `${code}:shown:${index}`;
    const content = {
      quote: quoteOf(place),
      context: place.context,
      ...(place.shown === null ? {} : { readConfidence: place.shown.readConfidence }),
      ...(place.heard === null ? {} : { heardProbability: place.heard.probability }),
    };
    const evidence = excerptEvidence(rule, at === 0 ? id : `${id}:${at}`, content, anchorOf(place));
    return {
      ...evidence,
      confidence: Math.min(confidence, place.shown?.readConfidence ?? place.heard?.probability ?? 1),
    };
  });
  return newFinding(rule, {
    summary: `${what}${heard === null ? '' : ' heard'}${where}${count === 1 ? '' : ` (in ${count} places)`}: “${quoteOf(claim)}”`,
    details:
      `${heard === null ? 'The text' : 'The speech'}${where} is: “${context}”.${placesInWords(evidence.length, count)} See ${standard}, ${clause}.` +
      (shown === null || shownText === null ? '' : ` ${describeReading(shown, shownText)}`) +
      (heard === null ? '' : ` ${describeHearing(heard)}`),
    confidence,
    reasoning,
    headline: what,
    evidence,
    anchor: anchorOf(claim),
    action: 'substantiate',
    resolution,
  });
}

/** The hyphen at the end of a line remains, because it may be part of the word. */
const quoteOf = ({ quote }: Claim) =>
  quote.replace(/(?<=\p{L}[-\u2010\u2011])\s+(?=\p{Ll})/gu, '').replace(/\s+/g, ' ');

function placesInWords(listed: number, count: number): string {
  if (count === 1) return '';
  return ` The asset has the same words in ${count} places. The evidence lists ${listed === count ? 'all' : `the first ${listed}`} of them.`;
}

function unjudgedFinding({ isPart, pages }: NonNullable<FoundClaims['otherLanguage']>): Finding {
  const rule = rules['language.unjudged'];
  const text = isPart ? `Text${pages.length === 0 ? '' : ` on ${pagesInWords(pages)}`}` : 'The text';
  return newFinding(rule, {
    summary: `${text} was not judged, because it is in another language than English`,
    details: `${text} has mostly words of other languages than English. Claims are found in English only, so claims in this text were not sought.`,
    reasoning: 'Text that was not judged may have claims that were not found.',
    headline: 'Language not judged',
    evidence: [excerptEvidence(rule, rule.code, { pages }, wholeAsset)],
    anchor: wholeAsset,
    action: 'review',
    resolution: 'Have the text checked by a person who reads its language.',
  });
}

function unjudgedSpeech(): Finding {
  const rule = rules['language.unjudged'];
  return newFinding(rule, {
    summary: 'Speech was not judged, because it is in another language than English',
    details:
      'Parts of the speech are in other languages than English, or their language is uncertain. Claims are found in English only, so claims in these parts were not sought.',
    reasoning: 'Speech that was not judged may have claims that were not found.',
    headline: 'Language not judged',
    evidence: [excerptEvidence(rule, `${rule.code}:speech`, {}, wholeAsset)],
    anchor: wholeAsset,
    action: 'review',
    resolution: 'Have the speech checked by a person who understands its language.',
  });
}

function unreadSpeech({ leftOut, speechSeconds }: SpokenText): Finding {
  const { fault, speechSeconds: seconds } = leftOut!;
  const reason =
    fault === null
      ? 'At most two hours of speech are read.'
      : `The process that recognises speech failed twice (${fault}).`;
  return unreadFinding({
    summary: `${Math.ceil(seconds)} s of the speech were not read`,
    details: `The file has ${Math.ceil(speechSeconds)} s of speech. ${reason} Claims in the rest were not sought.`,
    headline: 'Speech not read',
    content: { speechSeconds: Math.ceil(speechSeconds), unread: Math.ceil(seconds), reason },
    resolution: 'Have the sound checked by a person.',
  });
}

/** Returns the finding for a file of which no text was read. */
export function unreadFile({ mimeType }: { mimeType: string }): Finding {
  const reason =
    unreadTypes[mimeType] ?? 'The picture is too large to be decoded, or its coding is not supported.';
  return unreadFinding({
    summary: 'The text of the file was not read',
    details: `${reason} Claims in the file were not sought.`,
    headline: 'File not read',
    content: { reason },
    resolution: 'Have the file checked by a person, or supply it as PDF, DOCX, PNG or a usual JPEG.',
  });
}

const unreadTypes: Record<string, string> = {
  'application/msword': 'Older Word documents (DOC) are not read.',
  'image/svg+xml': 'SVG images are not read.',
};

function unreadFindings(text: ShownText | null): Finding[] {
  if (text?.kind === 'pages' && text.pages.length < text.scannedPages) return [unreadPages(text)];
  if (text?.kind === 'video' && (text.leftOut?.unreadPictures ?? 0) > 0) return [unreadPictures(text)];
  return [];
}

function unreadPages({ pages, scannedPages }: ShownText & { kind: 'pages' }): Finding {
  const unread = scannedPages - pages.length;
  return unreadFinding({
    summary: `The letters of ${unread === 1 ? 'one page' : `${unread} pages`} were not read`,
    details: `The letters of ${scannedPages} ${scannedPages === 1 ? 'page is a picture or shapes' : 'pages are pictures or shapes'}, not text. ${pages.length} of them were read. The others exceed a limit or cannot be decoded.`,
    headline: 'Pages not read',
    content: { pages: scannedPages, unread },
    resolution: 'Have these pages checked by a person, or supply the document with its text.',
  });
}

function unreadPictures(video: VideoText): Finding {
  const unread = video.leftOut!.unreadPictures;
  return unreadFinding({
    summary: `The text of ${unread === 1 ? 'one picture' : `${unread} pictures`} of the video was not read`,
    details: `The video shows so much text that reading took more than its share of processor time. Text was read in ${picturesInWords(video)}. Text that is shown for a shorter time may be missing.`,
    headline: 'Pictures not read',
    content: { pictures: video.picturesRead + unread, unread },
    resolution: 'Have the video checked by a person for text that is shown briefly.',
  });
}

function unreadFinding({
  content,
  ...texts
}: Pick<FindingParts, 'summary' | 'details' | 'headline' | 'resolution'> & {
  content: ExcerptContent;
}): Finding {
  const rule = rules['text.unread'];
  return newFinding(rule, {
    ...texts,
    reasoning: 'Text that was not read may have claims that were not found.',
    evidence: [excerptEvidence(rule, rule.code, content, wholeAsset)],
    anchor: wholeAsset,
    action: 'review',
  });
}

function pagesInWords(pages: readonly number[]): string {
  const named = inWords({ first: pages.slice(0, maxNamedPages).map(String), count: pages.length });
  return pages.length === 1 ? `page ${named}` : `pages ${named}`;
}
