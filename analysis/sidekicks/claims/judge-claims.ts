import { findRule } from '../catalogue.ts';
import { excerptEvidence, newFinding } from '../contract.ts';
import type { Finding } from '../finding.ts';
import { findingsPerItem } from '../capped-collections.ts';
import type { Claim, Claims } from './claim.ts';
import { type ClaimCode, claimsDescription } from './rules.ts';

/** How a kind of claim is told: what it is, why it matters, and what is to be done. */
interface Telling {
  what: string;
  reasoning: string;
  resolution: string;
}

const evidenceWanted = 'Hold documentary evidence for it before it is published, or reword it.';

const tellings: Record<ClaimCode, Telling> = {
  'superlative.ranking': {
    what: 'Superlative',
    reasoning:
      'A claim to be the best or the first compares with all competitors and has to be proven, unless it is plainly an opinion.',
    resolution: evidenceWanted,
  },
  'absolute.performance': {
    what: 'Absolute claim',
    reasoning: 'What is said to hold without exception is exaggerated by a single one.',
    resolution: evidenceWanted,
  },
  'guarantee.promise': {
    what: 'Guarantee',
    reasoning:
      'The word must not confuse consumers about their rights, and what limits the guarantee has to be clear.',
    resolution: 'State the terms and limits of the guarantee beside it, or reword it.',
  },
  'comparison.superiority': {
    what: 'Comparison',
    reasoning: 'A comparison must not mislead about either product, and has to be verifiable.',
    resolution: 'Name what is compared and hold evidence for it, or reword it.',
  },
  'statistic.figure': {
    what: 'Statistic',
    reasoning: 'Readers take figures and research for objective; their source has to bear them out.',
    resolution: 'State the source, the sample and the date, and hold the evidence.',
  },
  'health.proven': {
    what: 'Claim of proof',
    reasoning: 'Health claims need evidence, where relevant from trials on people.',
    resolution: 'Hold the trials or the advice that it refers to, or remove it.',
  },
  'health.treatment': {
    what: 'Claim of treatment',
    reasoning: 'A claim to treat or prevent disease is kept to licensed medicines and medical devices.',
    resolution: 'Show the licence and the evidence for it, or remove it.',
  },
  'price.free': {
    what: 'Free offer',
    reasoning: 'What is called free must cost no more than the answer, collection or delivery.',
    resolution: 'Make clear what the consumer has to do and to pay for it.',
  },
  'price.lowest': {
    what: 'Price claim',
    reasoning: 'A claim of the lowest price compares with every competitor’s.',
    resolution: 'Hold evidence of competitors’ prices and state the basis of the comparison.',
  },
  'price.saving': {
    what: 'Saving',
    reasoning: 'A price cut must not exaggerate what is likely to be saved, or on how much of what is sold.',
    resolution: 'Hold evidence of the former prices, and of how much is sold at the largest reduction.',
  },
  'environment.absolute': {
    what: 'Absolute environmental claim',
    reasoning: 'Absolute environmental claims need a high level of substantiation.',
    resolution: 'Hold evidence over the full life cycle, or state what the claim is limited to.',
  },
  'environment.general': {
    what: 'Environmental claim',
    reasoning: 'The basis of an environmental claim has to be clear; without qualification it may mislead.',
    resolution: 'State what the claim is based on and what it covers.',
  },
};

/** A finding for each claim, and one for those of a rule that are too many. */
export function judgeClaims(found: Claims): Finding[] {
  return claimsDescription.rules.flatMap(({ code, name }) => {
    const claims = found[code];
    if (claims === undefined) return [];
    const { furtherPages, ...tally } = claims;
    const what = `claims by the rule “${name}”`;
    return findingsPerItem(code, what, tally, (claim) => toFinding(code, claim), { furtherPages });
  });
}

function toFinding(code: ClaimCode, claim: Claim): Finding {
  const { what, reasoning, resolution } = tellings[code];
  const { confidence, context, page, start } = claim;
  const quote = claim.quote.replace(/\s+/g, ' ');
  const anchor = anchorOf(claim);
  const where = page === null ? '' : ` on page ${page}`;
  const evidence = excerptEvidence(code, `${code}:${page ?? ''}:${start ?? ''}`, { quote, context }, anchor);
  return newFinding(code, {
    summary: `${what}${where}: “${quote}”`,
    details: `The text${where} says: “${context}”. See ${findRule(code)!.rule.source.clause}.`,
    confidence,
    reasoning,
    headline: what,
    evidence: [{ ...evidence, confidence }],
    anchor,
    action: 'substantiate',
    resolution,
  });
}

function anchorOf({ page, start, end, quote }: Claim): Finding['anchor'] {
  if (page !== null) return { kind: 'page', page };
  if (start === null || end === null) return { kind: 'asset' };
  return { kind: 'text', start, end, quote };
}
