/** Text normalised for matching phrases, with the original offset of each character. */
export interface NormalisedText {
  text: string;
  /** For each index in `text`, the index in the original text. The last entry is the length of the original text. */
  origins: number[];
}

/** Matches a soft hyphen, a zero-width character or a byte order mark. */
const invisible = /^[\u00ad\u200b-\u200d\u2060\ufeff]$/u;
const hyphens = new Set(['-', '\u2010', '\u2011']);
const apostrophes = new Set(['\u2018', '\u2019', '\u02bc', '`', '\u00b4']);
const superscripts = /^[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]$/u;
const space = /^\s$/u;
const letter = /^\p{L}$/u;

/**
 * Converts text to lower case and Unicode form NFKC. White space becomes one space, or one line feed if it has a blank
 * line. Words that are hyphenated at the end of a line are joined. Superscripts, such as footnote marks, become spaces.
 */
export function normalise(raw: string): NormalisedText {
  const parts: string[] = [];
  let last = '';
  const origins: number[] = [];
  const put = (characters: string, origin: number) => {
    parts.push(characters);
    last = characters;
    for (let unit = 0; unit < characters.length; unit++) origins.push(origin);
  };
  for (let at = 0; at < raw.length;) {
    const code = raw.charCodeAt(at);
    // Fast path for lower-case letters and digits, which are most characters.
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) {
      put(raw[at]!, at++);
      continue;
    }
    const character = String.fromCodePoint(raw.codePointAt(at)!);
    const next = at + character.length;
    if (space.test(character)) {
      const { end, lines } = whiteSpaceAt(raw, at);
      put(lines > 1 ? '\n' : ' ', at);
      at = end;
    } else if (hyphens.has(character)) {
      const rest = endOfHyphenation(raw, last, next);
      if (rest === null) put('-', at);
      at = rest ?? next;
    } else {
      if (apostrophes.has(character)) put("'", at);
      else if (superscripts.test(character)) put(' ', at);
      else if (!invisible.test(character)) put(character.normalize('NFKC').toLowerCase(), at);
      at = next;
    }
  }
  origins.push(raw.length);
  return { text: parts.join(''), origins };
}

function whiteSpaceAt(raw: string, from: number): { end: number; lines: number } {
  let end = from;
  let lines = 0;
  for (; end < raw.length && (space.test(raw[end]!) || invisible.test(raw[end]!)); end++) {
    if (raw[end] === '\n' || (raw[end] === '\r' && raw[end + 1] !== '\n')) lines++;
  }
  return { end, lines };
}

/** Returns the offset at which a word continues after a hyphen and a line end; null if the hyphen divides no word. */
function endOfHyphenation(raw: string, before: string, at: number): number | null {
  if (!letter.test(before.slice(-1))) return null;
  const { end, lines } = whiteSpaceAt(raw, at);
  const first = raw[end] ?? '';
  return lines === 1 && letter.test(first) && first === first.toLowerCase() ? end : null;
}
