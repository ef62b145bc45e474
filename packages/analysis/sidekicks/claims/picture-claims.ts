import type { ShownText, TextLine } from '../../text/shown-text.ts';
import type { Claims } from './claim.ts';
import { type ClaimCollector, createClaimCollector } from './claim-collector.ts';
import { registerOfText } from './match-claims.ts';
import { documentWeights, pictureWeights, type WordWeights } from './register.ts';
import { clearContext, matchShownClaims } from './shown-claims.ts';
import { linesOfPicture, linesOfVideo, type ShownLine } from './shown-lines.ts';
import { toClaim } from './to-claim.ts';

/**
 * Initial register of an image or a video. It has the weight of one word of an offer, such as “buy”. Pictures have few
 * words, so they count as advertisements unless their words are typical of other texts.
 */
const expectedRegister = { promotional: 2, other: 0 };

export function pictureClaims(text: Exclude<ShownText, { kind: 'pages' }>): Claims {
  const collector = createClaimCollector(expectedRegister);
  const lines = text.kind === 'video' ? linesOfVideo(text.lines) : linesOfPicture(text.lines);
  addShownClaims(collector, lines, { page: null, weights: pictureWeights });
  return collector.claims();
}

/** Adds the claims and the register of the lines that were read on a scanned page. */
export function addPageClaims(collector: ClaimCollector, lines: readonly TextLine[], page: number): void {
  addShownClaims(collector, linesOfPicture(lines), { page, weights: documentWeights });
}

function addShownClaims(
  collector: ClaimCollector,
  lines: readonly ShownLine[],
  { page, weights }: { page: number | null; weights: WordWeights },
): void {
  // A line that a video shows several times adds its words to the register once.
  for (const text of new Set(lines.map((line) => line.text)))
    collector.addRegister(registerOfText(text, weights));
  for (const found of matchShownClaims(lines, weights)) {
    const { ruleCode, confidence } = found.match;
    const asClaim = () => {
      const { text, match } = clearContext(found);
      return toClaim({ text, page, start: null }, match, found.place);
    };
    collector.add(ruleCode, asClaim, confidence);
  }
}
