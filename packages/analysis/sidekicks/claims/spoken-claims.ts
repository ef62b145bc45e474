import type { SpokenText } from '../../speech/spoken-text.ts';
import type { Claim, FoundClaims } from './claim.ts';
import { createClaimCollector } from './claim-collector.ts';
import { type Match, matchClaims } from './match-claims.ts';
import { expected } from './picture-claims.ts';
import { addRegister, emptyRegister, pictureWords } from './register.ts';
import { type SpokenPassage, spokenPassages } from './spoken-passages.ts';
import { toClaim } from './to-claim.ts';

/** Returns the claims in speech. Like a picture, speech counts as an advertisement unless its words are of others. */
export function spokenClaims(speech: SpokenText): FoundClaims {
  const { passages, otherSpeech } = spokenPassages(speech);
  const collector = createClaimCollector(expected);
  const register = emptyRegister();
  const candidates = passages.flatMap((passage) => {
    const { matches, parts } = matchClaims(passage.text, pictureWords);
    for (const part of parts) addRegister(register, part);
    return matches.map((match) => ({
      ruleCode: match.ruleCode,
      confidence: match.confidence,
      proseConfidence: match.proseConfidence,
      quote: passage.text.slice(match.start, match.end),
      toClaim: () => toSpokenClaim(passage, match),
    }));
  });
  collector.addSection({ register, lexicon: pictureWords, page: null, candidates });
  return { ...collector.claims(), otherSpeech };
}

/** Returns a claim that quotes the words as they were heard. */
function toSpokenClaim({ text, parts }: SpokenPassage, match: Match): Claim {
  const words = parts
    .filter(({ start, end }) => start < match.end && match.start < end)
    .flatMap(({ words }) => words);
  return {
    ...toClaim({ text, page: null, start: null }, match),
    quote: words
      .map((word) => word.text)
      .join(' ')
      .replace(/[.,;:!?…]+$/u, ''),
    heard: {
      startSeconds: words[0]!.startSeconds,
      endSeconds: Math.max(...words.map(({ endSeconds }) => endSeconds)),
      probability: words.reduce((sum, { probability }) => sum + probability, 0) / words.length,
    },
  };
}
