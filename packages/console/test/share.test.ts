import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { useStackDatabase } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { stackConsole } from '../../../test/support/console.ts';
import { axeViolations, newPage, openConsole, overflow, views } from './console-page.ts';
import { useSharedVideos } from './review-media.ts';

const database = useStackDatabase();
const { tenant, assets } = useSharedVideos(database, 'trailer.mp4');
const chromium = useBrowser();
const scratch = inject('scratchDir');

/** Path of the asset in the API. */
const assetPath = () => {
  const { submissionId, assetId } = assets['trailer.mp4'];
  return `/api/integrations/submissions/${submissionId}/assets/${assetId}`;
};

const open = (role: 'member' | 'viewer') =>
  openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: assets['trailer.mp4'].page,
    role,
    name: 'Ada Lovelace',
  });

test('a member shares the report, and revokes the link', async () => {
  const { page, faults } = await open('member');
  await page.getByRole('link', { name: 'PDF', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share the report' });
  await dialog.getByText('No link works at the moment.').waitFor();
  await dialog.getByLabel('The link works for').selectOption('7 days');
  await dialog.getByLabel('Show the pictures of the issues').check();
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  const url = await dialog.locator('.secret code').textContent();
  await dialog.getByText('by Ada Lovelace, with pictures').waitFor();
  await page.screenshot({ path: path.join(scratch, 'share-dialog.png') });
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  const shared = await newPage(chromium.browser);
  await shared.page.goto(url!);
  await shared.page.getByRole('heading', { name: 'trailer.mp4' }).waitFor();
  expect(await shared.page.locator('.issue img').count()).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: /^Revoke/ }).click();
  await dialog.getByText('No link works at the moment.').waitFor();
  expect(await dialog.locator('.secret').count()).toBe(0);
  await shared.page.reload();
  await shared.page.getByRole('heading', { name: 'There is no report at this link' }).waitFor();

  await page.keyboard.press('Escape');
  await expect
    .poll(() =>
      page.getByRole('button', { name: 'Share…' }).evaluate((button) => button === document.activeElement),
    )
    .toBe(true);
  expect([...faults, ...shared.faults]).toEqual([]);
});

test('a viewer downloads the report, and cannot share it', async () => {
  const { page } = await open('viewer');
  await page.getByRole('link', { name: 'PDF', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Share…' }).count()).toBe(0);
});

describe.for(views)('a shared report at $width px, $theme', (view) => {
  let url: string;
  beforeAll(async () => {
    const { body } = await tenant.live('POST', `${assetPath()}/report-links`, {
      includesPictures: true,
    });
    url = body.url;
  });

  test('violates neither WCAG 2.2 AA nor its policy, and needs no script', { tags: view.tags }, async () => {
    const { page, faults, requests } = await newPage(chromium.browser, view);
    await page.goto(url);
    await page.getByRole('heading', { name: 'trailer.mp4' }).waitFor();
    for (const closed of await page.locator('details > summary').all()) await closed.click();
    await page.screenshot({
      path: path.join(scratch, `shared-${view.width}-${view.theme}.png`),
      fullPage: true,
    });
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(faults).toEqual([]);
    const asked = requests.filter((each) => !each.startsWith('data:')).map((each) => new URL(each).pathname);
    expect(asked).toEqual([new URL(url).pathname, expect.stringMatching(/^\/r\/report-[0-9a-f]{16}\.css$/)]);
  });
});

test('a shared report prints all its checks', { tags: 'long' }, async () => {
  const { body } = await tenant.live('POST', `${assetPath()}/report-links`, {});
  const { page } = await newPage(chromium.browser, { theme: 'dark' });
  await page.goto(new URL(body.url, stackConsole().publicUrl).href);
  await page.emulateMedia({ media: 'print' });
  await page.pdf({ path: path.join(scratch, 'shared-print.pdf'), format: 'A4', printBackground: true });
  expect(await page.locator('details table').first().isVisible()).toBe(true);
});
