import { excerptEvidence, findingsPerItem, newFinding } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import type { ShownText } from '../../text/shown-text.ts';
import type { Claim, Claims } from './claim.ts';
import { anchorOf, describeReading, placeInWords } from './claim-place.ts';
import { type ClaimCode, claimsDescription, rules } from './rules.ts';

interface ClaimTexts {
  what: string;
  reasoning: string;
  resolution: string;
}

const substantiate = 'Hold documentary evidence for it before it is published, or reword it.';

const textsByRule: Record<ClaimCode, ClaimTexts> = {
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
    what: 'Claim of treatment',
    reasoning: 'Only licensed medicines and medical devices may claim to treat or prevent disease.',
    resolution: 'Show the licence and the evidence, or remove the claim.',
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
 * Returns one finding for each of the first 20 claims of a rule, and one finding for all remaining claims of the rule.
 * @param shownText the text that was read in the pictures of the asset; null if none was read
 */
export function judgeClaims(found: Claims, shownText: ShownText | null): Finding[] {
  return claimsDescription.rules.flatMap(({ code, name }) => {
    const claims = found[code];
    if (claims === undefined) return [];
    const { furtherPages, ...list } = claims;
    const what = `claims by the rule “${name}”`;
    return findingsPerItem(
      rules[code],
      what,
      list,
      (claim, index) => toFinding(code, claim, index, shownText),
      {
        furtherPages,
      },
    );
  });
}

function toFinding(code: ClaimCode, claim: Claim, index: number, shownText: ShownText | null): Finding {
  const { what, reasoning, resolution } = textsByRule[code];
  const { confidence, context, page, start, shown } = claim;
  const quote = claim.quote.replace(/\s+/g, ' ');
  const anchor = anchorOf(claim);
  const where = placeInWords(claim);
  const rule = rules[code];
  const { standard, clause } = rule.source;
  const id = shown === null ? `${code}:${page ?? ''}:${start ?? ''}` : `${code}:shown:${index}`;
  const content = { quote, context, ...(shown === null ? {} : { readConfidence: shown.readConfidence }) };
  return newFinding(rule, {
    summary: `${what}${where}: “${quote}”`,
    details:
      `The text${where} is: “${context}”. See ${standard}, ${clause}.` +
      (shown === null || shownText === null ? '' : ` ${describeReading(shown, shownText)}`),
    confidence,
    reasoning,
    headline: what,
    evidence: [{ ...excerptEvidence(rule, id, content, anchor), confidence }],
    anchor,
    action: 'substantiate',
    resolution,
  });
}
