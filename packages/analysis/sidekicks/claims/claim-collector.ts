import { maxReported } from '../../formats/capped-collections.ts';
import type { Claim, Claims, RuleClaims } from './claim.ts';
import type { Register } from './register.ts';
import { type ClaimCode, minConfidence } from './rules.ts';

/** Weight of the document's tone (-1 to 1) in the confidence of a claim. */
const documentWeight = 0.3;
/**
 * Minimum divisor of the tone. The tone is divided by the total weight of typical words, but at least by this number. A
 * few words therefore do not decide the tone.
 */
const minRegisterWords = 6;
const maxConfidence = 0.95;
const maxFurtherPages = 50;

interface Candidate {
  /** The number of the claim, counted in document order. */
  order: number;
  claim: Claim;
}

/** The claims of one rule that have the same confidence before the tone of the document is taken into account. */
interface Level {
  confidence: number;
  first: Candidate[];
  count: number;
  furtherPages: number[];
}

/**
 * Collects the first 20 claims per rule and confidence level. The tone of the document decides which confidence levels
 * reach `minConfidence`. The tone is known only at the end of the document.
 * @param expected register that is assumed before the first word; absent: neutral
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
      // A claim with a confidence above the threshold is itself promotional wording.
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

/** Returns the confidence of a claim, which is never more certain than its reading. */
function capped(confidence: number, { shown }: Claim): number {
  return Math.min(confidence, shown?.readConfidence ?? 1);
}

function addPage(pages: number[], page: number | null): void {
  if (page !== null && pages.length < maxFurtherPages && pages.at(-1) !== page) pages.push(page);
}
