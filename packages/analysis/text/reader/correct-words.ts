/**
 * Corrects characters that look alike where the adjacent characters show which one is meant:
 * - a space follows a per cent sign that stands before a letter: `9.9%APR`;
 * - an `o` after the digits of an amount is a zero: `£6o`, `6op`;
 * - a `1` between small letters is an `l`: `cal1s`. At the end of a word it may be a number: `no1`;
 * - the unit `Ibs`, which is no word, is `lbs`.
 */
export function correctWords(text: string): string {
  return text
    .replace(/%(?=\p{L})/gu, '% ')
    .replace(/(?<!\p{L})Ibs(?!\p{L})/gu, 'lbs')
    .split(' ')
    .map((word) => word.replace(/^[£€$]?[\d.,]*\d[oO]+(?=p?\W*$)/u, (amount) => amount.replace(/[oO]/g, '0')))
    .map((word) => word.replace(/(?<=\p{Ll}{2})1(?=\p{Ll})/gu, 'l'))
    .join(' ');
}
