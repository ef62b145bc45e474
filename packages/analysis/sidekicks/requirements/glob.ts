/**
 * Returns whether a name matches a pattern: `*` stands for any characters, and `?` for one character. Needs at most as
 * many steps as the product of both lengths, because only the last `*` is tried again. Both are compared in Unicode
 * form NFC, because macOS writes names with separate accents.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const wanted = [...pattern.normalize('NFC')];
  const characters = [...name.normalize('NFC')];
  let at = 0;
  let from = 0;
  /** The place of the last `*` in the pattern, and the number of characters before those that it stands for. */
  let star: { at: number; from: number } | null = null;
  while (from < characters.length) {
    if (wanted[at] === '*') star = { at: at++, from };
    else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === characters[from])) {
      at++;
      from++;
    } else if (star === null) return false;
    else {
      from = ++star.from;
      at = star.at + 1;
    }
  }
  return wanted.slice(at).every((character) => character === '*');
}
