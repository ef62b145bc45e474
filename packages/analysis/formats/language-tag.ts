/**
 * The syntax of a language tag in RFC 3066, an earlier edition of BCP 47: up to 8 letters, then parts of up to 8
 * letters or digits. The PDF standard refers to this edition (ISO 32000-1, 14.9.2.2). All tags of the current edition
 * (RFC 5646) match, including grandfathered tags.
 */
const syntax = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;

/** Returns whether a text has the syntax of a language tag. The language need not be registered. */
export function isLanguageTag(value: string): boolean {
  return syntax.test(value);
}
