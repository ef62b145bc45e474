// Control characters (Cc) can break logs and headers; the bidirectional controls of Unicode TR9 can make a
// name look like another one; a lone surrogate cannot be stored as UTF-8 at all.
const unsafe = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** True when `text` is well-formed Unicode without control or bidirectional-control characters. */
export function isSafeText(text: string): boolean {
  return text.isWellFormed() && !unsafe.test(text);
}

/** True when Postgres can store `text`: well-formed and without NUL. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Text of somebody else's in one line of ours: controls are spaces, what is not well-formed is replaced, the rest cut off. */
export function plainText(text: string, maxCharacters: number): string {
  const cleaned = text.slice(0, maxCharacters + 1).toWellFormed();
  const plain = cleaned.replace(new RegExp(unsafe, 'gu'), ' ');
  return plain.length > maxCharacters ? `${plain.slice(0, maxCharacters).toWellFormed()}…` : plain;
}
