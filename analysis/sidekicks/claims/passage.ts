/** A part of a document's text that no claim is expected to go beyond. */
export interface Passage {
  text: string;
  /** Counted from 1; null where the document has no pages, or does not tell them. */
  page: number | null;
  /** How many characters of the document are before it, in Unicode code points; null where they say nothing of a place. */
  start: number | null;
}

export function codePointsIn(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    // The first half of a pair, with the second behind it.
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) count--;
  }
  return count;
}
