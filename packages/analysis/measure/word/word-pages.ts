/** Number of characters on a standard page, as used in publishing: 30 lines of 60 characters. */
export const charactersPerPage = 1_800;
/**
 * Maximum number of characters on a readable page. A declared page count that implies more characters per page is
 * raised.
 */
const maxCharactersPerPage = 6_000;

/**
 * Returns the number of pages of a Word document, rounded up, at least 1. The real number depends on fonts and
 * printers. The declared page count is raised if it implies more than `maxCharactersPerPage` characters per page.
 * Without a declared count, standard pages are counted.
 * @param declaredPages the page count in the document's properties; null if absent
 */
export function wordPages(characters: number, declaredPages: number | null): number {
  const pages =
    declaredPages === null
      ? characters / charactersPerPage
      : Math.max(declaredPages, characters / maxCharactersPerPage);
  return Math.max(1, Math.ceil(pages));
}
