import { maxReported } from '../../formats/capped-collections.ts';
import type { Claim, ClaimedWording, Claims, FoundClaims, RuleClaims } from './claim.ts';
import { isEmpty, isForeign, type Lexicon, type TextRegister, toneOf } from './register.ts';
import { type ClaimRuleCode, minConfidence } from './rules.ts';

/**
 * Maximum change of a claim's confidence by the tone of the text. A text that clearly does not advertise has no claims,
 * whatever their wording.
 */
const raising = 0.3;
const lowering = 1;
const maxConfidence = 0.95;
const maxFurtherPages = 50;
const maxFurtherPlaces = 9;
/** Length from which wordings are not compared. */
const maxWordingCharacters = 200;
/** Minimum number of English function words of a text of several sentences, about 70 words. */
const minProse = 25;
/** Maximum number of rules whose claims count as words of advertising. */
const maxRulesAsWords = 1;

/** A page, a picture, or a part of a text without pages. Its words decide whether it advertises. */
export interface Section {
  register: TextRegister;
  lexicon: Lexicon;
  page: number | null;
  candidates: {
    ruleCode: ClaimRuleCode;
    /** Confidence (0–1) by the words and their sentence. */
    confidence: number;
    proseConfidence: number;
    quote: string;
    toClaim: () => Claim;
  }[];
}

interface Wording extends ClaimedWording {
  /** The number of the wording, counted in document order. */
  order: number;
}

/** The claims of one rule that have the same confidence, before the tone of the document is added. */
interface Level {
  ruleCode: ClaimRuleCode;
  confidence: number;
  /** The first 20 wordings. */
  wordings: Map<string, Wording>;
  /** Number of claims that are not in `wordings`. */
  others: number;
  furtherPages: number[];
}

/**
 * Collects the claims of a document. Stores the first 20 wordings for each rule and confidence: the tone of the
 * document decides which confidences reach `minConfidence`, and is known only at the end.
 * @param expected weight that is added to the words of advertising of each section
 */
export function createClaimCollector(expected = 0) {
  const levels = new Map<string, Level>();
  const foreignPages: number[] = [];
  let foreignSections = 0;
  /** Sum of the tones of the sections, and their number. Sections in another language are not included. */
  let tones = 0;
  let sections = 0;
  let order = 0;

  function add(
    { ruleCode, quote, toClaim }: Section['candidates'][number],
    page: number | null,
    confidence: number,
  ): void {
    const key = `${ruleCode} ${confidence.toFixed(2)}`;
    const wordings = new Map<string, Wording>();
    const level: Level = levels.get(key) ?? { ruleCode, confidence, wordings, others: 0, furtherPages: [] };
    levels.set(key, level);
    order++;
    const words = wordsOf(quote);
    const known = level.wordings.get(words);
    if (known !== undefined) {
      known.count++;
      if (known.further.length < maxFurtherPlaces) known.further.push(toClaim());
    } else if (level.wordings.size < maxReported) {
      level.wordings.set(words, { claim: toClaim(), further: [], count: 1, order });
    } else {
      level.others++;
      addPage(level.furtherPages, page);
    }
  }

  return {
    addSection({ register, lexicon, page, candidates }: Section): void {
      if (isEmpty(register) && candidates.length === 0) return;
      if (isForeign(register)) {
        foreignSections++;
        addPage(foreignPages, page);
        return;
      }
      const isProse = register.english >= minProse;
      const confidenceOf = (candidate: Section['candidates'][number]) =>
        isProse ? candidate.proseConfidence : candidate.confidence;
      const rules = new Set(
        candidates
          .filter((candidate) => confidenceOf(candidate) > minConfidence)
          .map(({ ruleCode }) => ruleCode),
      );
      const tone = toneOf(register, lexicon, expected + Math.min(maxRulesAsWords, rules.size));
      tones += tone;
      sections++;
      for (const candidate of candidates) add(candidate, page, confidenceOf(candidate) + changeBy(tone) / 2);
    },

    /** Returns, in document order, the claims whose confidence reaches `minConfidence`. */
    claims(): FoundClaims {
      const change = changeBy(tones / Math.max(1, sections)) / 2;
      const byRule: Partial<Record<ClaimRuleCode, Level[]>> = {};
      for (const level of levels.values()) {
        const confidence = Math.min(maxConfidence, Math.round(100 * (level.confidence + change)) / 100);
        if (confidence >= minConfidence) (byRule[level.ruleCode] ??= []).push({ ...level, confidence });
      }
      const claims: Claims = Object.fromEntries(
        Object.entries(byRule).map(([code, kept]) => [code, mergeLevels(kept)]),
      );
      return {
        claims,
        otherLanguage: foreignSections === 0 ? null : { isPart: sections > 0, pages: foreignPages },
        otherSpeech: false,
      };
    },
  };
}

export type ClaimCollector = ReturnType<typeof createClaimCollector>;

const changeBy = (tone: number) => tone * (tone > 0 ? raising : lowering);

function mergeLevels(levels: readonly Level[]): RuleClaims {
  const merged = new Map<string, Wording>();
  for (const { wordings, confidence } of levels) {
    for (const [words, { claim, further, count, order }] of wordings) {
      const wording = { claim: withConfidence(claim, confidence), further, count, order };
      const known = merged.get(words);
      merged.set(words, known === undefined ? wording : joined(known, wording));
    }
  }
  const all = [...merged.values()].sort((a, b) => a.order - b.order);
  const pages = [
    ...all
      .slice(maxReported)
      .flatMap(({ claim, further }) => [claim, ...further].flatMap(({ page }) => page ?? [])),
    ...levels.flatMap(({ furtherPages }) => furtherPages),
  ];
  return {
    first: all.slice(0, maxReported).map(({ claim, further, count }) => ({ claim, further, count })),
    count: all.length + levels.reduce((sum, { others }) => sum + others, 0),
    furtherPages: [...new Set(pages)].sort((a, b) => a - b).slice(0, maxFurtherPages),
  };
}

function joined(one: Wording, other: Wording): Wording {
  const [first, second] = one.order < other.order ? [one, other] : [other, one];
  const confidence = Math.max(one.claim.confidence, other.claim.confidence);
  return {
    claim: { ...first.claim, confidence },
    further: [...first.further, second.claim, ...second.further].slice(0, maxFurtherPlaces),
    count: first.count + second.count,
    order: first.order,
  };
}

/** Limits the confidence of a claim to the confidence with which its text was read in a picture or heard. */
const withConfidence = (claim: Claim, confidence: number): Claim => ({
  ...claim,
  confidence: Math.min(confidence, claim.shown?.readConfidence ?? claim.heard?.probability ?? 1),
});

/** Returns the wording of a claim without case, spaces and punctuation. */
const wordsOf = (quote: string) =>
  quote
    .slice(0, maxWordingCharacters)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%\p{Sc}]+/gu, '');

function addPage(pages: number[], page: number | null): void {
  if (page !== null && pages.length < maxFurtherPages && pages.at(-1) !== page) pages.push(page);
}
