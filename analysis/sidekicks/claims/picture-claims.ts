import type { ShownText, TextLine } from '../../text/shown-text.ts';
import type { Claims } from './claim.ts';
import { type ClaimCollector, createClaimCollector } from './claim-collector.ts';
import { registerOfText } from './match-claims.ts';
import { documentWeights, pictureWeights, type WordWeights } from './register.ts';
import { matchShownClaims } from './shown-claims.ts';
import { linesOfPicture, linesOfVideo, type ShownLine } from './shown-lines.ts';
import { toClaim } from './to-claim.ts';

/**
 * Register that is assumed of an image or a video before its first word: that of one word of an offer, such as “buy”.
 * Pictures have few words, so generic words count unless words of another kind of text outweigh it.
 */
const expectedRegister = { promotional: 2, other: 0 };

/** Returns the claims in an image or a video, grouped by rule. */
export function pictureClaims(text: Exclude<ShownText, { kind: 'pages' }>): Claims {
  const collector = createClaimCollector(expectedRegister);
  const isVideo = text.kind === 'video';
  addShownClaims(collector, isVideo ? linesOfVideo(text.lines) : linesOfPicture(text.lines), {
    ...{ page: null, weights: pictureWeights, intervalSeconds: isVideo ? text.intervalSeconds : 0 },
  });
  return collector.claims();
}

/** Adds the claims and the register of the lines of a scanned page. Its tone counts as that of other pages. */
export function addPageClaims(collector: ClaimCollector, lines: readonly TextLine[], page: number): void {
  const options = { page, weights: documentWeights, intervalSeconds: 0 };
  addShownClaims(collector, linesOfPicture(lines), options);
}

function addShownClaims(
  collector: ClaimCollector,
  lines: readonly ShownLine[],
  { page, weights, intervalSeconds }: { page: number | null; weights: WordWeights; intervalSeconds: number },
): void {
  // A video shows lines again, which says no more about its tone.
  for (const text of new Set(lines.map((line) => line.text)))
    collector.addRegister(registerOfText(text, weights));
  for (const { passage, match, place } of matchShownClaims(lines, weights, intervalSeconds))
    collector.add(
      match.ruleCode,
      () => toClaim({ text: passage.text, page, start: null }, match, place),
      match.confidence,
    );
}
