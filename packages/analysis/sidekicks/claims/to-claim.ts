import type { Claim, ShownPlace } from './claim.ts';
import type { Match } from './match-claims.ts';
import { codePointsIn, type Passage } from './passage.ts';

const contextCharacters = 100;
/** Maximum length of a quote in UTF-16 code units. White space between the words can make a quote longer. */
const maxQuoteCharacters = 1_000;

/** Returns the claim of a match in a passage. `shown` is the place of a claim that was read in a picture. */
export function toClaim(
  { text, page, start }: Passage,
  match: Match,
  shown: ShownPlace | null = null,
): Claim {
  const quote = text.slice(match.start, match.end);
  const from = start === null ? null : start + codePointsIn(text.slice(0, match.start));
  return {
    quote: quote.slice(0, maxQuoteCharacters),
    context: contextOf(text, match).slice(0, maxQuoteCharacters),
    confidence: match.confidence,
    page,
    start: from,
    end: from === null ? null : from + codePointsIn(quote),
    shown,
    heard: null,
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
