import { normalise } from './normalise.ts';
import { phrases } from './phrases.ts';
import { createRegister, type Register } from './register.ts';
import type { ClaimCode } from './rules.ts';

export interface Match {
  ruleCode: ClaimCode;
  /** What its words and its sentence tell; what the document as a whole tells is not in it. */
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

/** As far as a sentence is looked at, each way. */
const sentenceReach = 150;
const sentenceEnd = /[.!?] |\n/u;
/** What a word of the sentence that speaks for an advertisement adds, or one of another kind takes away. */
const wordWeight = 0.1;
const maxPromotional = 2;
const maxOther = 3;

/** The claims in a text, in its order, and its register; no two overlap. What is denied is no claim. */
export function matchClaims(raw: string): { matches: Match[]; register: Register } {
  const { text, origins } = normalise(raw);
  const registerOf = createRegister(text);
  const taken = new Uint8Array(text.length);
  const matches: Match[] = [];
  for (const { ruleCode, pattern, confidence } of phrases) {
    for (const { index: from, 0: words } of text.matchAll(pattern)) {
      const to = from + words.length;
      if (taken.subarray(from, to).includes(1)) continue;
      taken.fill(1, from, to);
      if (isDenied(text, from)) continue;
      const { promotional, other } = registerOf(...sentenceAt(text, from, to));
      const tone = Math.min(promotional, maxPromotional) - Math.min(other, maxOther);
      const last = origins[to - 1]!;
      matches.push({
        ruleCode,
        confidence: confidence + wordWeight * tone,
        start: origins[from]!,
        end: last + codePointLength(raw, last),
      });
    }
  }
  matches.sort((a, b) => a.start - b.start);
  return { matches, register: registerOf(0, text.length) };
}

function sentenceAt(text: string, from: number, to: number): [start: number, end: number] {
  const before = text
    .slice(Math.max(0, from - sentenceReach), from)
    .split(sentenceEnd)
    .at(-1)!;
  const after = text.slice(to, to + sentenceReach);
  const end = after.search(sentenceEnd);
  return [from - before.length, to + (end === -1 ? after.length : end + 1)];
}

function isDenied(text: string, from: number): boolean {
  const before = text.slice(Math.max(0, from - reach), from);
  const clause = before.split(clauseEnd).at(-1)!;
  return negation.test(clause) && !affirmation.test(clause);
}

function codePointLength(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}
