import type { RangedSource } from '../../../lib/ranged-source.ts';
import { withPdf } from '../../media/pdf.ts';
import type { Claim, Claims } from './claim.ts';
import { createClaimCollector } from './claim-collector.ts';
import { type Match, matchClaims } from './match-claims.ts';
import { codePointsIn, type Passage } from './passage.ts';
import { readDocx } from './read-docx.ts';
import { readPdf } from './read-pdf.ts';
import { readText } from './read-text.ts';

const contextCharacters = 100;
/** Maximum length of a quote in UTF-16 code units. A claim may contain any number of blanks between its words. */
const maxQuoteCharacters = 1_000;

/**
 * Returns the claims in a document, grouped by rule; null if the text of files with this media type is not read. Runs
 * in a parser process.
 */
export async function findClaims(
  source: RangedSource,
  { mimeType }: { mimeType: string },
  progress: (share: number) => void,
): Promise<Claims | null> {
  switch (mimeType) {
    case 'application/pdf':
      return withPdf(source, (document) =>
        claimsIn(readPdf(document), (page) => progress(page / document.numPages)),
      );
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return docxClaims(source);
    case 'text/plain':
      return claimsIn(readText(source));
    default:
      return null;
  }
}

async function claimsIn(
  passages: AsyncIterable<Passage>,
  onPage: (page: number) => void = () => {},
): Promise<Claims> {
  const collector = createClaimCollector();
  for await (const passage of passages) {
    const { matches, register } = matchClaims(passage.text);
    collector.addRegister(register);
    for (const match of matches)
      collector.add(match.ruleCode, () => toClaim(passage, match), match.confidence);
    if (passage.page !== null) onPage(passage.page);
  }
  return collector.claims();
}

/**
 * Returns the claims in a DOCX. If the DOCX has no page breaks, claims are located by character offsets instead of
 * pages.
 */
async function docxClaims(source: RangedSource): Promise<Claims> {
  let pages = 1;
  const claims = await claimsIn(readDocx(source), (page) => (pages = page));
  if (pages > 1) return claims;
  for (const known of Object.values(claims)) {
    known.furtherPages = [];
    for (const claim of known.first) claim.page = null;
  }
  return claims;
}

function toClaim({ text, page, start }: Passage, match: Match): Claim {
  const quote = text.slice(match.start, match.end);
  const from = start === null ? null : start + codePointsIn(text.slice(0, match.start));
  return {
    quote: quote.slice(0, maxQuoteCharacters),
    context: contextOf(text, match).slice(0, maxQuoteCharacters),
    confidence: match.confidence,
    page,
    start: from,
    end: from === null ? null : from + codePointsIn(quote),
  };
}

/** Returns the match with up to 100 characters of whole words on each side. Line breaks are replaced by spaces. */
function contextOf(text: string, { start, end }: Match): string {
  const before = text.slice(Math.max(0, start - contextCharacters), start);
  const after = text.slice(end, end + contextCharacters);
  const whole =
    (start > contextCharacters ? before.replace(/^\S*/, '…') : before) +
    text.slice(start, end) +
    (end + contextCharacters < text.length ? after.replace(/\S*$/, '…') : after);
  return whole.replace(/\s+/g, ' ').trim();
}
