import { maxReported } from '../capped-collections.ts';
import type { Claim, Claims, RuleClaims } from './claim.ts';
import type { Register } from './register.ts';
import { type ClaimCode, minConfidence } from './rules.ts';

/** What a document that is all advertising adds to the confidence of its claims, and any other takes away. */
const documentWeight = 0.3;
/** A text with fewer words that tell of its register tells less of it. */
const minTellingWords = 6;
const maxConfidence = 0.95;
const maxFurtherPages = 50;

interface Candidate {
  /** The how manieth of all. */
  order: number;
  claim: Claim;
}

interface Level {
  confidence: number;
  first: Candidate[];
  count: number;
  furtherPages: number[];
}

/**
 * Keeps the first claims of each rule by their confidence, of which there are but few levels: what the document as a
 * whole is, and so which of them count, is known by its end.
 */
export function createClaimTally() {
  const levels = new Map<string, Level & { ruleCode: ClaimCode }>();
  const document: Register = { promotional: 0, other: 0 };
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
      // What is a claim by itself speaks for an advertisement, too.
      if (confidence > minConfidence) document.promotional++;
      if (level.first.length < maxReported) level.first.push({ order, claim: toClaim() });
      else addPage(level.furtherPages, toClaim().page);
    },

    /** Those that are sure enough, in the document's order. */
    claims(): Claims {
      const tone = documentWeight * toneOf(document);
      const byRule: Partial<Record<ClaimCode, Level[]>> = {};
      for (const { ruleCode, ...level } of levels.values()) {
        const confidence = Math.min(maxConfidence, Math.round(100 * (level.confidence + tone)) / 100);
        if (confidence >= minConfidence) (byRule[ruleCode] ??= []).push({ ...level, confidence });
      }
      return Object.fromEntries(Object.entries(byRule).map(([code, kept]) => [code, merged(kept)]));
    },
  };
}

/** From −1, for a text that tells, rules or instructs, to 1, for one that is all advertising. */
function toneOf({ promotional, other }: Register): number {
  return (promotional - other) / Math.max(promotional + other, minTellingWords);
}

function merged(levels: readonly Level[]): RuleClaims {
  const candidates = levels
    .flatMap(({ first, confidence }) =>
      first.map(({ order, claim }) => ({ order, claim: { ...claim, confidence } })),
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

function addPage(pages: number[], page: number | null): void {
  if (page !== null && pages.length < maxFurtherPages && pages.at(-1) !== page) pages.push(page);
}
