/** The publishing trade's standard page: 30 lines of 60 characters. */
export const charactersPerPage = 1_800;
/** No more fits on a page that somebody would want to read: it bounds how small a claimed number may be. */
const mostCharactersPerPage = 6_000;

/**
 * The pages of a Word document. Their number depends on fonts and printers, so the document's own word for it holds,
 * unless its text could not fit; without such a word, standard pages. Rounded up, at least 1.
 * @param claimedPages the page count in the document's properties; null without one
 */
export function wordPages(characters: number, claimedPages: number | null): number {
  const pages =
    claimedPages === null
      ? characters / charactersPerPage
      : Math.max(claimedPages, characters / mostCharactersPerPage);
  return Math.max(1, Math.ceil(pages));
}
