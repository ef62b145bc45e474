import { normalise } from './normalise.ts';
import { generic } from './phrase.ts';
import { phrases } from './phrases.ts';
import { createRegister, documentWords, type Lexicon, partLength, type TextRegister } from './register.ts';
import type { ClaimRuleCode } from './rules.ts';

export interface Match {
  ruleCode: ClaimRuleCode;
  /** Confidence (0–1) by the words and their sentence, before the tone of the text is added. */
  confidence: number;
  /** Confidence in a text of several sentences: promotional words near generic wording in prose do not raise it. */
  proseConfidence: number;
  /** Start offset in the text, in UTF-16 code units. */
  start: number;
  end: number;
  /** Index of the part of the text with the start of the claim. */
  part: number;
}

/** Number of characters before a claim in which a negation is sought. */
const negationCharacters = 120;
const clauseEnd = /[.,;:!?()\n\u2013\u2014]/u;
/**
 * Matches a negation at the end of the text before a claim, such as “not necessarily” or “does not claim to be”. “No”
 * negates a claim directly after it or one word later, and a claim after the verb of its clause: “no treatment is”.
 */
const negation =
  /(?:(?<!\p{L})(?:not|never|cannot|nor|neither|without|hardly|nothing|nobody|no one|none|impossible|unable)|n't)(?: [\p{L}'-]{1,20}){0,4} $|(?<!\p{L})no(?: [\p{L}'-]{1,20}){0,1} $|(?<!\p{L})no (?:methods?|systems?|products?|treatments?|transmissions?)(?: [\p{L}'-]{1,20}){0,14} (?:is|are|can be) $|(?<!\p{L})no(?! other)(?: [\p{L}'-]{1,20}){1,3} (?:is|are|was|were|has|have|can|could|will|would)(?: [\p{L}'-]{1,20}){0,2} $/u;
/** Matches a word that leaves open whether the clause after it is true, within 20 words before the claim. */
const undecided = /(?<!\p{L})whether(?: [\p{L}'-]{1,20}){1,20} $/u;
/** Phrases that contain a negation but do not negate the claim. */
const affirmation =
  /(?<!\p{L})(?:not (?:only|just|merely)|nothing (?:but|less|short|else)|(?:do not|don't) (?:miss|wait|delay|hesitate|forget|settle|worry)|can't wait)(?!\p{L})/u;

/** Maximum confidence by the words and their sentence. The words of the text can lower it further. */
const maxConfidence = 0.95;
/** Maximum number of characters of a sentence that are examined before a claim, and after it. */
const sentenceCharacters = 150;
const sentenceEnd = /[.!?] |\n/u;
/**
 * Change of a claim's confidence per unit of word weight in its sentence. Promotional words raise the confidence by at
 * most `maxPromotional` units. Words that are typical of other texts lower it by at most `maxOther` units.
 */
const wordWeight = 0.1;
const maxPromotional = 2;
const maxOther = 3;
/** Rules whose generic wording is used of all kinds of things in prose, not only of what a seller offers. */
const topical: ReadonlySet<ClaimRuleCode> = new Set<ClaimRuleCode>([
  'superlative.ranking',
  'guarantee.promise',
  'comparison.superiority',
  'statistic.figure',
  'health.proven',
  'health.treatment',
  'environment.general',
]);
/** Maximum number of words of a sentence that stands out, such as a headline, a slogan or a line of a list. */
const maxHeadlineWords = 8;
const wordStart = /(?<![\p{L}\p{N}'-])[\p{L}\p{N}]/gu;
/** Change of a claim's confidence if its sentence is a question, or if the sentence only quotes the claim. */
const notAsserted = -0.3;
/** Match the quotation marks around a quoted claim, with at most two other words on each side within the marks. */
const openingQuote = /(?:^|[\s(])["'\u201c](?:[\p{L}\p{N}%-]{1,20} ){0,2}$/u;
const closingQuote = /^(?: [\p{L}\p{N}%-]{1,20}){0,2}[.,!]?["'\u201d](?![\p{L}\p{N}])/u;

/**
 * Returns the claims in a text, in order and without overlaps, and the registers of the parts of the text. Negated
 * wording is not a claim.
 */
export function matchClaims(
  raw: string,
  lexicon: Lexicon = documentWords,
): { matches: Match[]; parts: TextRegister[] } {
  const { text, origins } = normalise(raw);
  const { parts, weightsOf } = createRegister(text, lexicon);
  const covered = new Uint8Array(text.length);
  const matches: Match[] = [];
  for (const { ruleCode, pattern, confidence } of phrases) {
    for (const { index: from, 0: words } of text.matchAll(pattern)) {
      const to = from + words.length;
      if (covered.subarray(from, to).includes(1)) continue;
      covered.fill(1, from, to);
      if (isNegated(text, from)) continue;
      const [start, end] = sentenceAt(text, from, to);
      const { promotional, other } = weightsOf(start, end);
      const raised = wordWeight * Math.min(promotional, maxPromotional);
      const isTopic =
        confidence <= generic &&
        topical.has(ruleCode) &&
        (text.slice(start, end).match(wordStart)?.length ?? 0) > maxHeadlineWords;
      const isAsserted = !text.slice(to, end).trimEnd().endsWith('?') && !isQuoted(text, from, to);
      const own = confidence - wordWeight * Math.min(other, maxOther) + (isAsserted ? 0 : notAsserted);
      const last = origins[to - 1]!;
      matches.push({
        ruleCode,
        confidence: Math.min(maxConfidence, own + raised),
        proseConfidence: Math.min(maxConfidence, isTopic ? own : own + raised),
        start: origins[from]!,
        end: last + codePointLength(raw, last),
        part: Math.floor(from / partLength),
      });
    }
  }
  matches.sort((a, b) => a.start - b.start);
  return { matches, parts };
}

export const registersOf = (raw: string, lexicon: Lexicon): TextRegister[] =>
  createRegister(normalise(raw).text, lexicon).parts;

function sentenceAt(text: string, from: number, to: number): [start: number, end: number] {
  const before = text
    .slice(Math.max(0, from - sentenceCharacters), from)
    .split(sentenceEnd)
    .at(-1)!;
  const after = text.slice(to, to + sentenceCharacters);
  const end = after.search(sentenceEnd);
  return [from - before.length, to + (end === -1 ? after.length : end + 1)];
}

function isNegated(text: string, from: number): boolean {
  const before = text.slice(Math.max(0, from - negationCharacters), from);
  const clause = before.split(clauseEnd).at(-1)!;
  return undecided.test(clause) || (negation.test(clause) && !affirmation.test(clause));
}

/**
 * Returns whether a sentence quotes a claim and has words outside the quotation. A sentence that is only a quotation
 * asserts the claim.
 */
function isQuoted(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - negationCharacters), from);
  const after = text.slice(to, to + negationCharacters);
  const opening = openingQuote.exec(before);
  const closing = closingQuote.exec(after);
  if (!opening || !closing) return false;
  return (
    /[\p{L}\p{N}]:? $/u.test(before.slice(0, opening.index + 1)) ||
    /^ \p{L}/u.test(after.slice(closing[0].length))
  );
}

function codePointLength(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}
