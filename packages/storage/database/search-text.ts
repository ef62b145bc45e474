/** Maximum number of combining marks in a row (Unicode Stream-Safe Text Format, UAX #15, section 13). */
const maxMarks = 30;
/** COMBINING GRAPHEME JOINER. Marks are not reordered or composed across it. */
const joiner = '\u034F';

const longRun = new RegExp(`\\p{M}{${maxMarks}}`, 'gu');

/**
 * Returns the form in which searches compare texts, as the input of a Postgres `bytea`: NFC and lower case. macOS
 * decomposes file names (NFD), and keyboards write composed characters (NFC). A search compares thousands of texts, so
 * they are folded when they are stored.
 *
 * The time to normalize grows with the square of the number of combining marks in a row, so long runs are cut. The
 * form is UTF-8 bytes and not `text`, because Postgres compares bytes with `memcmp`. A search in `text` of many equal
 * characters takes 10 to 100 times as long.
 */
export function searchText(...texts: readonly string[]): string {
  const folded = texts.map((text) => text.replace(longRun, `$&${joiner}`).normalize('NFC').toLowerCase());
  // Neither a stored text nor a search has a NUL character, so a search cannot match across two texts.
  return `\\x${Buffer.from(folded.join('\0')).toString('hex')}`;
}
