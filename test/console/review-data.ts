import type { Browser, Page } from 'playwright-core';
import type { Database } from '../../storage/postgres/database.ts';
import { type Tenant, untilDone } from '../support/api.ts';
import { submitLive } from '../support/live.ts';
import { type ConsolePage, openConsole, type View } from './console-page.ts';

/** Submits uploads, waits for the results, and returns the path of the review page of each below `/console`. */
export async function reviewPaths(tenant: Tenant, blobPaths: readonly string[]): Promise<string[]> {
  const { body } = await submitLive(tenant, blobPaths);
  const submissionId = body.submissionId as string;
  const done = await untilDone(tenant.live, submissionId);
  const assets = done.body.assets as { assetId: string; blobPath: string }[];
  return blobPaths.map((blobPath) => {
    const { assetId } = assets.find((asset) => asset.blobPath === blobPath) ?? assets[0]!;
    return `/${tenant.workspaceId}/live/submissions/${submissionId}/assets/${assetId}`;
  });
}

/** Opens a review page. `issues`: changes the list of issues on its way, as only a custom sidekick could. */
export async function openReview(
  browser: Browser,
  database: Database,
  tenant: Tenant,
  path: string,
  { issues, ...view }: View & { issues?: (issues: any[]) => any[] } = {},
): Promise<ConsolePage> {
  const opened = await openConsole(browser, database, {
    workspaceId: tenant.workspaceId,
    path: '/sign-in',
    ...view,
  });
  const { page } = opened;
  if (issues !== undefined) {
    await page.route('**/issues', async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { issues: unknown[] };
      const changed = issues(list.issues);
      await route.fulfill({ response, json: { ...list, issues: changed, total: changed.length } });
    });
  }
  await page.goto(`${new URL(page.url()).origin}/console${path}`);
  return opened;
}

/** Returns an issue like `issue` with another anchor and number. */
export function issueLike(issue: any, number: number, parts: object): any {
  return {
    ...issue,
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    referenceNumber: number,
    ...parts,
  };
}

/** Waits until a page of a PDF is drawn with its text. */
export function untilDrawn(page: Page, number: number): Promise<void> {
  return page.locator(`.pdf-page[data-page="${number}"] .pdf-text`).waitFor({ state: 'attached' });
}
