import type { ShownText, TextLine } from '../../text/shown-text.ts';
import type { FoundClaims } from './claim.ts';
import { createClaimCollector, type Section } from './claim-collector.ts';
import { registersOf } from './match-claims.ts';
import { addRegister, documentWords, emptyRegister, type Lexicon, pictureWords } from './register.ts';
import { clearContext, matchShownClaims } from './shown-claims.ts';
import { linesOfPicture, linesOfVideo, type ShownLine } from './shown-lines.ts';
import { toClaim } from './to-claim.ts';

/**
 * Initial weight of an image or a video. It is the weight of one word of an offer, such as “buy”. Pictures have few
 * words, so they count as advertisements unless their words are typical of other texts.
 */
export const expected = 2;

export function pictureClaims(text: Exclude<ShownText, { kind: 'pages' }>): FoundClaims {
  const collector = createClaimCollector(expected);
  const lines = text.kind === 'video' ? linesOfVideo(text.lines) : linesOfPicture(text.lines);
  collector.addSection(sectionOf(lines, { page: null, lexicon: pictureWords }));
  return collector.claims();
}

/** Returns the claims and the register of the lines that were read on a scanned page. */
export const pageSection = (lines: readonly TextLine[], page: number): Section =>
  sectionOf(linesOfPicture(lines), { page, lexicon: documentWords });

function sectionOf(
  lines: readonly ShownLine[],
  { page, lexicon }: { page: number | null; lexicon: Lexicon },
): Section {
  const register = emptyRegister();
  // The same line can be shown several times.
  for (const text of new Set(lines.map((line) => line.text)))
    for (const part of registersOf(text, lexicon)) addRegister(register, part);
  const candidates = matchShownClaims(lines, lexicon).map((found) => ({
    ruleCode: found.match.ruleCode,
    confidence: found.match.confidence,
    proseConfidence: found.match.proseConfidence,
    quote: found.passage.text.slice(found.match.start, found.match.end),
    toClaim: () => {
      const { text, match } = clearContext(found);
      return toClaim({ text, page, start: null }, match, found.place);
    },
  }));
  return { register, lexicon, page, candidates };
}
