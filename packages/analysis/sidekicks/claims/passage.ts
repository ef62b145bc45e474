/** A part of a document's text, such as a page or a paragraph. A claim is always within one passage. */
export interface Passage {
  text: string;
  /** Page number from 1; null if the format has no pages. */
  page: number | null;
  /** Start offset in the document's text, in Unicode code points; null if the format has no offsets. */
  start: number | null;
}

export function codePointsIn(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    // A high surrogate followed by a low surrogate is one code point.
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) count--;
  }
  return count;
}
