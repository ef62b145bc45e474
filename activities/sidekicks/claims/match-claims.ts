import { normalise } from './normalise.ts';
import { phrases } from './phrases.ts';
import type { ClaimCode } from './rules.ts';

export interface Match {
  ruleCode: ClaimCode;
  confidence: number;
  /** Where it is in the text, in UTF-16 code units. */
  start: number;
  end: number;
}

/** As far back as a negation is looked for. */
const reach = 60;
const clauseEnd = /[.,;:!?()\n\u2013\u2014]/u;
/** “Not necessarily”, “does not claim to be”; “no” is about the next word or two. */
const negation =
  /(?:(?<!\p{L})(?:not|never|cannot|nor|neither|without|hardly)|n't)(?: [\p{L}'-]{1,20}){0,4} $|(?<!\p{L})no(?: [\p{L}'-]{1,20}){0,1} $/u;
/** These deny nothing. */
const affirmation =
  /(?<!\p{L})(?:not (?:only|just|merely)|(?:do not|don't) (?:miss|wait|delay|hesitate|forget|settle|worry)|can't wait)(?!\p{L})/u;

/** The claims in a text, in its order; no two overlap. What is denied is no claim. */
export function matchClaims(raw: string): Match[] {
  const { text, origins } = normalise(raw);
  const taken = new Uint8Array(text.length);
  const matches: Match[] = [];
  for (const { ruleCode, pattern, confidence } of phrases) {
    for (const { index: from, 0: words } of text.matchAll(pattern)) {
      const to = from + words.length;
      if (taken.subarray(from, to).includes(1)) continue;
      taken.fill(1, from, to);
      if (isDenied(text, from)) continue;
      const last = origins[to - 1]!;
      matches.push({ ruleCode, confidence, start: origins[from]!, end: last + codePointLength(raw, last) });
    }
  }
  return matches.sort((a, b) => a.start - b.start);
}

function isDenied(text: string, from: number): boolean {
  const before = text.slice(Math.max(0, from - reach), from);
  const clause = before.split(clauseEnd).at(-1)!;
  return negation.test(clause) && !affirmation.test(clause);
}

function codePointLength(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}
