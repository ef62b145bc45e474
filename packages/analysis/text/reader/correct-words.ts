/**
 * Corrects characters that look alike, if the adjacent characters show which character is right:
 * - inserts a space between a per cent sign and a letter: `9.9%APR`;
 * - replaces an `o` after the digits of an amount by a zero: `£6o`, `6op`;
 * - replaces a `1` between lower-case letters by an `l`: `cal1s`. A `1` at the end of a word stays, because it may be a
 *   number: `no1`;
 * - replaces a zero before or between capitals by an `O`: `0FF`. A zero at the end stays, as in `ABC0`;
 * - replaces `Ibs`, which is not a word, by the unit `lbs`.
 */
export function correctWords(text: string): string {
  return text
    .replace(/%(?=\p{L})/gu, '% ')
    .replace(/(?<!\p{L})Ibs(?!\p{L})/gu, 'lbs')
    .split(' ')
    .map((word) => word.replace(/^[£€$]?[\d.,]*\d[oO]+(?=p?\W*$)/u, (amount) => amount.replace(/[oO]/g, '0')))
    .map((word) =>
      word.replace(/^(?=\P{Lu}*\p{Lu}0?\p{Lu})\p{Lu}*0\p{Lu}+(?=\P{L}*$)/u, (capitals) =>
        capitals.replace('0', 'O'),
      ),
    )
    .map((word) => word.replace(/(?<=\p{Ll}{2})1(?=\p{Ll})/gu, 'l'))
    .join(' ');
}
