import type { RangedSource } from '../../../domain/ranged-source.ts';
import { withPdf } from '../../media/pdf.ts';
import { maxReported } from '../tally.ts';
import { type Match, matchClaims } from './match-claims.ts';
import { codePointsIn, type Passage } from './passage.ts';
import { readDocx } from './read-docx.ts';
import { readPdf } from './read-pdf.ts';
import { readText } from './read-text.ts';
import type { ClaimCode } from './rules.ts';

/** A claim and where it is. */
export interface Claim {
  /** As it is written. */
  quote: string;
  /** With what stands before and after it. */
  context: string;
  confidence: number;
  page: number | null;
  /** In Unicode code points of the document's text; null where it has no such count. */
  start: number | null;
  end: number | null;
}

/** The first claims by a rule, and where the others are. */
export interface RuleClaims {
  first: Claim[];
  count: number;
  /** Some of the pages of those that are not among the first. */
  furtherPages: number[];
}

export type Claims = Partial<Record<ClaimCode, RuleClaims>>;

const maxFurtherPages = 50;
const contextCharacters = 100;

/** The claims in the text of a document, by their rules; null for a type whose text is not read. Runs in an isolate. */
export async function findClaims(
  source: RangedSource,
  { mimeType }: { mimeType: string },
  progress: (share: number) => void,
): Promise<Claims | null> {
  const claims: Claims = {};
  switch (mimeType) {
    case 'application/pdf':
      return withPdf(source, async (document) => {
        for await (const passage of readPdf(document)) {
          addClaims(claims, passage);
          progress(passage.page! / document.numPages);
        }
        return claims;
      });
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return docxClaims(source);
    case 'text/plain':
      for await (const passage of readText(source)) addClaims(claims, passage);
      return claims;
    default:
      return null;
  }
}

/** A document that Word has not broken into pages tells where a claim is by counting characters. */
async function docxClaims(source: RangedSource): Promise<Claims> {
  const claims: Claims = {};
  let pages = 1;
  for await (const passage of readDocx(source)) {
    pages = passage.page!;
    addClaims(claims, passage);
  }
  if (pages > 1) return claims;
  for (const known of Object.values(claims)) {
    known.furtherPages = [];
    for (const claim of known.first) claim.page = null;
  }
  return claims;
}

function addClaims(claims: Claims, passage: Passage): void {
  for (const match of matchClaims(passage.text)) {
    const known = (claims[match.ruleCode] ??= { first: [], count: 0, furtherPages: [] });
    known.count++;
    if (known.first.length < maxReported) known.first.push(toClaim(passage, match));
    else if (passage.page !== null && known.furtherPages.length < maxFurtherPages)
      if (known.furtherPages.at(-1) !== passage.page) known.furtherPages.push(passage.page);
  }
}

function toClaim({ text, page, start }: Passage, match: Match): Claim {
  const quote = text.slice(match.start, match.end);
  const from = start === null ? null : start + codePointsIn(text.slice(0, match.start));
  return {
    quote,
    context: contextOf(text, match),
    confidence: match.confidence,
    page,
    start: from,
    end: from === null ? null : from + codePointsIn(quote),
  };
}

/** Whole words before and after, on one line. */
function contextOf(text: string, { start, end }: Match): string {
  const before = text.slice(Math.max(0, start - contextCharacters), start);
  const after = text.slice(end, end + contextCharacters);
  const whole =
    (start > contextCharacters ? before.replace(/^\S*/, '…') : before) +
    text.slice(start, end) +
    (end + contextCharacters < text.length ? after.replace(/\S*$/, '…') : after);
  return whole.replace(/\s+/g, ' ').trim();
}
