import type { Claim, ClaimedWording, FoundClaims, RuleClaims } from './claim.ts';
import type { ClaimRuleCode } from './rules.ts';
import { maxReported } from '../../formats/capped-collections.ts';
import { writeNumbers } from './write-numbers.ts';

/** Maximum time between a claim that is shown and the same claim that is spoken, in seconds. */
const maxSecondsApart = 3;
const maxFurtherPlaces = 9;

/**
 * Joins the claims that a video shows with those that it speaks. A claim that is shown and spoken within 3 s is one
 * wording with two places.
 * @param shown null if no text in pictures was read
 */
export function joinClaims(shown: FoundClaims | null, spoken: FoundClaims): FoundClaims {
  if (shown === null) return spoken;
  const codes = new Set([...Object.keys(shown.claims), ...Object.keys(spoken.claims)] as ClaimRuleCode[]);
  return {
    ...shown,
    claims: Object.fromEntries(
      [...codes].map((code) => [code, joinRule(shown.claims[code], spoken.claims[code])]),
    ),
    otherSpeech: spoken.otherSpeech,
  };
}

function joinRule(shown: RuleClaims | undefined, spoken: RuleClaims | undefined): RuleClaims {
  if (shown === undefined || spoken === undefined) return (shown ?? spoken)!;
  const first = shown.first.map((wording) => ({ ...wording }));
  const others: ClaimedWording[] = [];
  for (const wording of spoken.first) {
    const same = first.find(({ claim }) => isSame(claim, wording.claim));
    if (same === undefined) {
      others.push(wording);
      continue;
    }
    same.further = [...same.further, wording.claim, ...wording.further].slice(0, maxFurtherPlaces);
    same.count += wording.count;
  }
  const all = [...first, ...others];
  return {
    first: all.slice(0, maxReported),
    count: shown.count + spoken.count - (spoken.first.length - others.length),
    furtherPages: shown.furtherPages,
  };
}

/** Returns whether a spoken claim has the words or the figures of a shown claim, at about the same time. */
function isSame({ quote, shown }: Claim, spoken: Claim): boolean {
  const [time, heard] = [shown?.time ?? null, spoken.heard];
  if (time === null || heard === null) return false;
  const apart = Math.max(heard.startSeconds - time.endSeconds, time.startSeconds - heard.endSeconds);
  if (apart > maxSecondsApart) return false;
  const [one, other] = [wordsOf(quote), wordsOf(spoken.quote)];
  const figures = (words: Set<string>) => [...words].filter((word) => /\d/.test(word)).join(' ');
  if (figures(one) !== figures(other)) return false;
  if (figures(one) !== '') return true;
  return 2 * one.intersection(other).size > Math.min(one.size, other.size);
}

/** Returns the words and figures of a quote, without signs of currencies, which are often misheard. */
function wordsOf(quote: string): Set<string> {
  const words = writeNumbers(quote.split(/\s+/)).flatMap(
    ({ text }) => text.toLowerCase().match(/\d[\d.,]*\d|[\p{L}\d]+/gu) ?? [],
  );
  return new Set(words);
}
