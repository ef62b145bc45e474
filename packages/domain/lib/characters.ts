// Control characters (Cc) can break logs and headers. Bidirectional controls (Unicode TR9) can make a name
// look like another one. A lone surrogate cannot be stored as UTF-8.
const unsafe = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Returns whether `text` is well-formed Unicode without control or bidirectional-control characters. */
export function isSafeText(text: string): boolean {
  return text.isWellFormed() && !unsafe.test(text);
}

/** Returns whether `text` has a character that people can see. Format characters, such as U+200B, are invisible. */
export function hasVisibleCharacter(text: string): boolean {
  return /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/u.test(text);
}

/** Returns whether Postgres can store `text`. Such a text is well-formed Unicode without NUL characters. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * Returns untrusted text as one safe line. Control characters become spaces, and lone surrogates become
 * U+FFFD. Text beyond `maxCharacters` is replaced by an ellipsis.
 */
export function plainText(text: string, maxCharacters: number): string {
  const cleaned = text.slice(0, maxCharacters + 1).toWellFormed();
  const plain = cleaned.replace(new RegExp(unsafe, 'gu'), ' ');
  return plain.length > maxCharacters ? `${plain.slice(0, maxCharacters).toWellFormed()}…` : plain;
}

/** Returns untrusted text as a one-line quotation. Quotation marks in the text are replaced. */
export function quoted(text: string, maxCharacters: number): string {
  return `“${plainText(text, maxCharacters).replace(/[“”„‟"]/g, '’')}”`;
}

/** Returns a text with its first letter in upper case. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
