import { maxReported } from '../../formats/capped-collections.ts';
import type { Claim, Claims, RuleClaims } from './claim.ts';
import type { Register } from './register.ts';
import { type ClaimCode, minConfidence } from './rules.ts';

/** Maximum change of a claim's confidence by the tone of the document. The tone is a number from -1 to 1. */
const documentWeight = 0.3;
/**
 * Minimum divisor of the tone. The tone is the promotional weight minus the other weight, divided by their sum. The
 * minimum gives a weak tone to a document in which few words have a weight.
 */
const minRegisterWords = 6;
const maxConfidence = 0.95;
const maxFurtherPages = 50;

interface Candidate {
  /** The number of the claim, counted in document order. */
  order: number;
  claim: Claim;
}

/** The claims of one rule that have the same confidence, before the tone of the document is added. */
interface Level {
  confidence: number;
  first: Candidate[];
  count: number;
  furtherPages: number[];
}

/**
 * Collects the claims of a document. Stores the first 20 claims for each rule and confidence: the tone of the document
 * decides which confidences reach `minConfidence`, and is known only at the end.
 * @param expected register that is assumed before the first word; default: neutral
 */
export function createClaimCollector(expected: Register = { promotional: 0, other: 0 }) {
  const levels = new Map<string, Level & { ruleCode: ClaimCode }>();
  const document: Register = { ...expected };
  let order = 0;

  return {
    addRegister({ promotional, other }: Register): void {
      document.promotional += promotional;
      document.other += other;
    },

    add(ruleCode: ClaimCode, toClaim: () => Claim, confidence: number): void {
      const key = `${ruleCode} ${confidence.toFixed(2)}`;
      const level = levels.get(key) ?? { ruleCode, confidence, first: [], count: 0, furtherPages: [] };
      levels.set(key, level);
      level.count++;
      order++;
      // A claim with a confidence above the threshold adds to the tone of the document, as a promotional word does.
      if (confidence > minConfidence) document.promotional++;
      if (level.first.length < maxReported) level.first.push({ order, claim: toClaim() });
      else addPage(level.furtherPages, toClaim().page);
    },

    /** Returns, in document order, the claims whose confidence reaches `minConfidence`. */
    claims(): Claims {
      const tone = documentWeight * toneOf(document);
      const byRule: Partial<Record<ClaimCode, Level[]>> = {};
      for (const { ruleCode, ...level } of levels.values()) {
        const confidence = Math.min(maxConfidence, Math.round(100 * (level.confidence + tone)) / 100);
        if (confidence >= minConfidence) (byRule[ruleCode] ??= []).push({ ...level, confidence });
      }
      return Object.fromEntries(Object.entries(byRule).map(([code, kept]) => [code, mergeLevels(kept)]));
    },
  };
}

export type ClaimCollector = ReturnType<typeof createClaimCollector>;

/** Returns the tone of a text, from -1 (no advertising) to 1 (only advertising). */
function toneOf({ promotional, other }: Register): number {
  return (promotional - other) / Math.max(promotional + other, minRegisterWords);
}

function mergeLevels(levels: readonly Level[]): RuleClaims {
  const candidates = levels
    .flatMap(({ first, confidence }) =>
      first.map(({ order, claim }) => ({
        order,
        claim: { ...claim, confidence: capped(confidence, claim) },
      })),
    )
    .sort((a, b) => a.order - b.order)
    .map(({ claim }) => claim);
  const pages = [
    ...candidates.slice(maxReported).flatMap(({ page }) => page ?? []),
    ...levels.flatMap(({ furtherPages }) => furtherPages),
  ];
  return {
    first: candidates.slice(0, maxReported),
    count: levels.reduce((sum, { count }) => sum + count, 0),
    furtherPages: [...new Set(pages)].sort((a, b) => a - b).slice(0, maxFurtherPages),
  };
}

/** Returns the confidence of a claim, limited to the confidence with which its text was read in a picture. */
function capped(confidence: number, { shown }: Claim): number {
  return Math.min(confidence, shown?.readConfidence ?? 1);
}

function addPage(pages: number[], page: number | null): void {
  if (page !== null && pages.length < maxFurtherPages && pages.at(-1) !== page) pages.push(page);
}
