/** A part of a text from `start` (inclusive) to `end` (exclusive), in UTF-16 code units. */
export interface TextSpan {
  start: number;
  end: number;
}

/** A text that is normalized for comparison. `spans` has the span in the original text of each code unit. */
interface Comparable {
  text: string;
  spans: TextSpan[];
}

/** Soft hyphens and characters without width. */
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/u;
const hyphen = /[-\u2010\u2011]/u;
const space = /\s/u;

/**
 * Returns the first occurrence of a quote; null if there is none. If the text contains `context` (the words around the
 * quote), returns the occurrence in the context.
 */
export type FindQuote = (quote: string, context?: string) => TextSpan | null;

/**
 * Returns a function that finds quotes in a text. Differences in white space, ligatures and full-width forms are
 * ignored. If a quote is not found, a second search ignores all white space and hyphens, because words may be divided
 * at the ends of lines. The function returns null if the quote is not in the text.
 */
export function createFindQuote(text: string): FindQuote {
  const forms: Comparable[] = [];
  return (quote, context = '') =>
    findIn((isLoose) => (forms[Number(isLoose)] ??= comparable(text, isLoose)), quote, context);
}

export const findQuote = (text: string, quote: string, context = '') => createFindQuote(text)(quote, context);

function findIn(formOf: (isLoose: boolean) => Comparable, quote: string, context: string): TextSpan | null {
  for (const isLoose of [false, true]) {
    const within = formOf(isLoose);
    const wanted = comparable(quote, isLoose).text.trim();
    if (wanted === '') return null;
    const around = comparable(context, isLoose).text.trim();
    const from = around === '' ? -1 : within.text.indexOf(around);
    const inContext = from === -1 ? -1 : around.indexOf(wanted);
    const at = inContext === -1 ? within.text.indexOf(wanted) : from + inContext;
    if (at === -1) continue;
    return { start: within.spans[at]!.start, end: within.spans[at + wanted.length - 1]!.end };
  }
  return null;
}

function comparable(original: string, isLoose: boolean): Comparable {
  let text = '';
  const spans: TextSpan[] = [];
  let at = 0;
  for (const character of original) {
    const isSpace = space.test(character);
    const isSkipped =
      invisible.test(character) ||
      (isSpace && (isLoose || text.endsWith(' '))) ||
      (isLoose && hyphen.test(character));
    if (!isSkipped) {
      const compared = isSpace ? ' ' : character.normalize('NFKC');
      text += compared;
      const span = { start: at, end: at + character.length };
      for (let unit = 0; unit < compared.length; unit++) spans.push(span);
    }
    at += character.length;
  }
  return { text, spans };
}
