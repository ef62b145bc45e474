/** Characters of a standard page in publishing: 30 lines of 60. */
export const charactersPerPage = 1_800;
/** Maximum characters of a readable page, which bounds how small a declared page count may be. */
const maxCharactersPerPage = 6_000;

/**
 * Returns the pages of a Word document, rounded up, at least 1. The real number depends on fonts and printers, so the
 * declared one is used unless the text would not fit; without one, standard pages.
 * @param declaredPages the page count in the document's properties; null if absent
 */
export function wordPages(characters: number, declaredPages: number | null): number {
  const pages =
    declaredPages === null
      ? characters / charactersPerPage
      : Math.max(declaredPages, characters / maxCharactersPerPage);
  return Math.max(1, Math.ceil(pages));
}
