/** Endings of a file name that mark a version: `_v2`, ` version 3`, `-rev.1`, ` (2)`, `_final`. */
const endings = [
  /[\s_.-]*\(\d{1,3}\)$/,
  /[\s_.-]+(?:v|ver|version|rev|r)[\s_.-]*\d{1,3}$/i,
  /[\s_.-]+(?:final|draft|new|fixed|corrected)$/i,
];

/** Returns the name of a file without its version and extension, and the extension. Both are in lower case. */
function partsOf(filename: string): { stem: string; extension: string } {
  const dot = filename.lastIndexOf('.');
  let stem = dot <= 0 ? filename : filename.slice(0, dot);
  for (let before = ''; before !== stem;) {
    before = stem;
    for (const ending of endings) {
      const shorter = stem.replace(ending, '');
      if (shorter !== '') stem = shorter;
    }
  }
  return { stem: stem.toLowerCase(), extension: dot <= 0 ? '' : filename.slice(dot + 1).toLowerCase() };
}

/** Returns the text with which a search finds other versions of a file. */
export function searchFor(filename: string): string {
  return partsOf(filename).stem;
}

/** Returns whether two names are those of versions of one file. The name can be the same. */
export function areVersions(a: string, b: string): boolean {
  const [one, other] = [partsOf(a), partsOf(b)];
  return one.stem === other.stem && one.extension === other.extension;
}
