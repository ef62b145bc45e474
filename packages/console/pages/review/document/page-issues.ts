import type { Issue } from '@assay/client/shapes.ts';
import { isPageBox, type PageBox } from '@assay/domain/page-box.ts';
import { quotesOf } from '../quotes.ts';

/** Returns the issues by page number. `found`: the pages of issues whose quotes were found in the text. */
export function issuesByPage(
  issues: readonly Issue[],
  found: ReadonlyMap<string, number>,
): ReadonlyMap<number, Issue[]> {
  const byPage = new Map<number, Issue[]>();
  for (const issue of issues) {
    const page = pageOf(issue, found);
    if (page === null) continue;
    const others = byPage.get(page);
    if (others === undefined) byPage.set(page, [issue]);
    else others.push(issue);
  }
  return byPage;
}

export function pageOf({ id, anchor }: Issue, found: ReadonlyMap<string, number>): number | null {
  return anchor.kind === 'page' ? anchor.page : (found.get(id) ?? null);
}

/** Returns the boxes of an issue on a page, each once. Boxes without an area on the page are left out. */
export function boxesOf({ anchor, contributors }: Issue, page: number): PageBox[] {
  const anchors = [anchor, ...contributors.flatMap(({ evidence }) => evidence.map((one) => one.anchor))];
  const boxes = new Map<string, PageBox>();
  for (const one of anchors) {
    if (one.kind !== 'page' || one.page !== page || one.bbox === undefined) continue;
    const box = one.bbox;
    if (isPageBox(box)) boxes.set(box.join(), box);
  }
  return [...boxes.values()];
}

/** Returns the issues of a document that quote a text without its page. */
export function issuesToFind(issues: readonly Issue[]): Issue[] {
  return issues.filter((issue) => issue.anchor.kind === 'text' && quotesOf(issue).length > 0);
}
