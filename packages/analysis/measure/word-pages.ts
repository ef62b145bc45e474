import type { WordText } from '../formats/word/word-text.ts';

/** Number of characters on a standard page, as used in publishing: 30 lines of 60 characters. */
export const charactersPerPage = 1_800;
/** Maximum number of characters on a readable page. A declared page count that implies more is raised. */
const maxCharactersPerPage = 6_000;

/**
 * Returns the number of pages of a Word document, rounded up, at least 1. The real number depends on fonts and
 * printers, so the declared page count is used. It is raised if it implies more than `maxCharactersPerPage` characters
 * per page. Without a declared count, standard pages are counted. Every page break begins a page.
 */
export function wordPages({ characters, declaredPages, pageBreaks }: WordText): number {
  const pages =
    declaredPages === null
      ? characters / charactersPerPage
      : Math.max(declaredPages, characters / maxCharactersPerPage);
  return Math.max(pageBreaks + 1, Math.ceil(pages));
}
