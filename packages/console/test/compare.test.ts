import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { describeSidekick, type SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import { untilDone, uploadFile, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { mediaOf, uploadPdf } from '../../../test/support/live.ts';
import { madePair } from '../../../test/support/made-pair.ts';
import { advertisement } from './console-data.ts';
import { axeViolations, openConsole, overflow, type View } from './console-page.ts';
import { eventually, issueOf } from './review-data.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const submissions = '/api/integrations/submissions';

/** Submits a file and returns its asset when it has finished. */
async function examine(filename: string, contentType: string, bytes: Buffer, replaces?: string) {
  const blobPath = await uploadFile(tenant.live, filename, contentType, bytes);
  const codes = ['video-qc', 'loudness', 'photosensitivity'] as const;
  return submitted(blobPath, contentType === 'text/plain' ? [...codes, 'claims'] : codes, replaces);
}

/** Submits an upload to sidekicks and returns its asset when it has finished. */
async function submitted(blobPath: string, codes: readonly SidekickCode[], replaces?: string) {
  const { body } = await tenant.live('POST', submissions, {
    assets: [{ blobPath, replaces }],
    sidekickIds: codes.map((code) => describeSidekick(code).id),
  });
  await untilDone(tenant.live, body.submissionId);
  const assetId = blobPath.split('/')[0]!;
  return { assetId, page: `/${tenant.workspaceId}/live/submissions/${body.submissionId}/assets/${assetId}` };
}

test('a new file is suggested as the next version of one with a similar name, and the person can reject this', async () => {
  const file = (name: string, text = advertisement) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  await examine('leaflet_v1.txt', 'text/plain', Buffer.from(advertisement));
  const { page, faults } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/submissions/new`,
    role: 'member',
  });
  await page
    .locator('input[type=file]')
    .setInputFiles([file('leaflet_v2.txt', `${advertisement} New.`), file('other.txt', 'Other.')]);
  await page.getByText(/^Replaces leaflet_v1\.txt of /).waitFor();
  expect(await page.getByText(/^Replaces /).count()).toBe(1);
  await page.getByRole('button', { name: 'Not a new version of leaflet_v1.txt' }).click();
  expect(await page.getByText(/^Replaces /).count()).toBe(0);
  for (const name of ['leaflet_v2.txt', 'other.txt'])
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.locator('input[type=file]').setInputFiles([file('leaflet_v2.txt', `${advertisement} New.`)]);
  await page.getByText(/^Replaces leaflet_v1\.txt of /).waitFor();
  await page.getByRole('button', { name: 'Submit 1 file' }).click();
  await page.getByRole('link', { name: /^Review/ }).click();
  await page.getByRole('link', { name: 'Compare with leaflet_v1.txt' }).click();
  await page.getByRole('region', { name: 'Still there' }).waitFor();
  for (const name of ['Earlier version', 'Newer version'])
    await page.getByRole('region', { name }).locator('mark').first().waitFor();
  expect(faults).toEqual([]);
});

describe('two versions of a PDF', () => {
  let at: string;
  beforeAll(async () => {
    const link = '<< /Subtype /Link /Rect [100 500 260 560] /A << /S /Launch /F (calc.exe) >> >>';
    const submit = async (filename: string, linkedPages: readonly number[], replaces?: string) => {
      const blobPath = await uploadPdf(tenant, {
        ...{ filename, pages: 4, objects: { link } },
        texts: ['Agreement of the cream', 'Terms'],
        pageEntries: Object.fromEntries(linkedPages.map((page) => [page, '/Annots [@link] '])),
      });
      return submitted(blobPath, ['document'], replaces);
    };
    const { assetId } = await submit('contract_v1.pdf', [2, 4]);
    at = (await submit('contract_v2.pdf', [4], assetId)).page;
  }, 60_000);

  const sides = (page: Page) =>
    (['Earlier version', 'Newer version'] as const).map((name) => page.getByRole('region', { name }));
  const shownPages = (page: Page) =>
    Promise.all(sides(page).map((side) => side.getByRole('spinbutton', { name: 'Page' }).inputValue()));

  test('are shown side by side and in step, with their issues', async () => {
    const { page, faults } = await openConsole(chromium.browser, database, {
      workspaceId: tenant.workspaceId,
      path: `${at}/compare`,
      role: 'member',
    });
    const [earlier, newer] = sides(page) as [Locator, Locator];
    for (const side of [earlier, newer]) await side.locator('canvas').first().waitFor();
    // The newer version lacks the issue, and shows the page on which it was.
    await page.getByRole('region', { name: 'Fixed' }).locator('summary').first().click();
    await earlier.locator('[data-page="2"] .mark[data-selected=true]').waitFor();
    await eventually(() => shownPages(page)).toEqual(['2', '2']);
    expect(await newer.locator('[data-page="2"] .mark').count()).toBe(0);
    await page.screenshot({ path: path.join(inject('scratchDir'), 'compare-pdf-fixed.png') });
    // An issue that is still there is selected in both.
    await page.getByRole('region', { name: 'Still there' }).locator('summary').first().click();
    for (const side of [earlier, newer])
      await side.locator('[data-page="4"] .mark[data-selected=true]').waitFor();
    await eventually(() => shownPages(page)).toEqual(['4', '4']);
    // Each follows the other.
    await earlier.getByRole('button', { name: 'Previous page' }).click();
    await eventually(() => shownPages(page)).toEqual(['3', '3']);
    await newer.getByRole('spinbutton', { name: 'Page' }).fill('1');
    await newer.getByRole('spinbutton', { name: 'Page' }).press('Enter');
    await eventually(() => shownPages(page)).toEqual(['1', '1']);
    const tops = () =>
      page.evaluate(() => [...document.querySelectorAll('.pdf-scroller')].map(({ scrollTop }) => scrollTop));
    await newer.locator('.pdf-scroller').hover();
    await page.mouse.wheel(0, 300);
    await eventually(async () => (await tops())[0]).toBeGreaterThan(250);
    const [left, right] = await tops();
    expect(Math.abs(left! - right!)).toBeLessThan(2);
    await page.locator('h1').click();
    await page.keyboard.press('+');
    const percents = page.locator('.compare-side .zoom-percent');
    await eventually(async () => new Set(await percents.allInnerTexts()).size).toBe(1);
    // A press of a mark selects the issue in the list.
    await page.keyboard.press('0');
    await earlier.getByRole('spinbutton', { name: 'Page' }).fill('2');
    await earlier.getByRole('spinbutton', { name: 'Page' }).press('Enter');
    await earlier.locator('[data-page="2"] .mark-label').click();
    await page.getByRole('region', { name: 'Fixed' }).getByText('How to fix it').waitFor();
    expect(faults).toEqual([]);
  });

  test('are below each other in a narrow window, which is accessible', async () => {
    const { page, faults } = await openConsole(chromium.browser, database, {
      workspaceId: tenant.workspaceId,
      path: `${at}/compare`,
      ...{ width: 320, theme: 'dark' },
      role: 'member',
    });
    for (const side of sides(page)) await side.locator('canvas').first().waitFor();
    await page.getByRole('region', { name: 'Still there' }).locator('summary').first().click();
    await page.getByText('How to fix it').first().waitFor();
    await page.screenshot({
      path: path.join(inject('scratchDir'), 'compare-pdf-320.png'),
      fullPage: true,
    });
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe('two versions of a picture', () => {
  let at: string;
  beforeAll(async () => {
    const picture = (source: string) =>
      mediaOf('png', ['-f', 'lavfi', '-i', `${source}=size=1600x900`, '-frames:v', '1']);
    const submit = async (filename: string, source: string, replaces?: string) =>
      submitted(
        await uploadFile(tenant.live, filename, 'image/png', await picture(source)),
        ['document', 'integrity'],
        replaces,
      );
    const { assetId } = await submit('photo_v1.png', 'testsrc2');
    at = (await submit('photo_v2.png', 'smptehdbars', assetId)).page;
  }, 60_000);

  test('are shown side by side, with their issues, and enlarged and moved in step', async () => {
    const { page, faults } = await openConsole(chromium.browser, database, {
      workspaceId: tenant.workspaceId,
      path: '/sign-in',
      role: 'member',
    });
    const region = (number: number, x: number) =>
      issueOf(number, { anchor: { kind: 'region', x, y: 0.5, width: 0.2, height: 0.25 } });
    // The sidekicks find no regions in these pictures.
    const [gone, kept, added] = [region(1, 0.1), region(2, 0.7), region(3, 0.4)];
    await page.route(/\/api\/.*\/compare$/, async (route) => {
      const response = await route.fetch();
      const lists = {
        fixed: [gone],
        remaining: [{ ...kept, earlierIssueId: kept.id }],
        changed: [],
        new: [added],
      };
      await route.fulfill({ response, json: { ...(await response.json()), ...lists } });
    });
    await page.route(/\/api\/.*\/issues$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), issues: [gone, kept] } });
    });
    await page.goto(`${new URL(page.url()).origin}/console${at}/compare`);
    const [earlier, newer] = (['Earlier version', 'Newer version'] as const).map((name) =>
      page.getByRole('region', { name }),
    ) as [Locator, Locator];
    await eventually(() => earlier.locator('.mark').count()).toBe(2);
    await eventually(() => newer.locator('.mark').count()).toBe(2);
    await page.screenshot({ path: path.join(inject('scratchDir'), 'compare-picture.png') });
    await page.getByRole('region', { name: 'Still there' }).locator('summary').first().click();
    for (const side of [earlier, newer]) await side.locator('.mark[data-selected=true]').waitFor();
    await page.locator('h1').click();
    for (let press = 0; press < 4; press++) await page.keyboard.press('+');
    const percents = page.locator('.compare-side .zoom-percent');
    await eventually(async () => new Set(await percents.allInnerTexts()).size).toBe(1);
    const lefts = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.image-scroller')].map(({ scrollLeft }) => Math.round(scrollLeft)),
      );
    await page.getByRole('region', { name: 'Fixed' }).locator('summary').first().click();
    await eventually(async () => new Set(await lefts()).size).toBe(1);
    await earlier.locator('.image-scroller').evaluate((scroller) => scroller.scrollTo(333, 0));
    await eventually(lefts).toEqual([333, 333]);
    await page.screenshot({ path: path.join(inject('scratchDir'), 'compare-picture-large.png') });
    expect(await axeViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe('two versions of a video', { timeout: 180_000 }, () => {
  let at: string;

  beforeAll(async () => {
    const pair = await madePair();
    const before = await examine('clip_v1.mp4', 'video/mp4', pair.before);
    const issues = (await tenant.live('GET', `${before.page.replace(/^.*live/, '/api/integrations')}/issues`))
      .body.issues as any[];
    const { id } = issues.find(({ ruleCode }) => ruleCode === 'picture.freeze');
    await tenant.live('PUT', `${before.page.replace(/^.*live/, '/api/integrations')}/issues/${id}/decision`, {
      decision: 'waived',
      reason: 'It is the end board.',
    });
    at = (await examine('clip_v2.mp4', 'video/mp4', pair.after, before.assetId)).page;
  }, 180_000);

  const open = (view: View) =>
    openConsole(chromium.browser, database, {
      workspaceId: tenant.workspaceId,
      path: `${at}/compare`,
      ...view,
      role: 'member',
    });

  test('are shown on one clock, with the issues by what became of them', async () => {
    const { page, faults } = await open({ width: 1280 });
    await page.getByText('2 s cut out at 00:00:15:00.').waitFor();
    for (const [name, number] of [
      ['Fixed', 3],
      ['New', 1],
      ['Still there', 3],
    ] as const)
      expect([
        name,
        await page.getByRole('region', { name, exact: true }).getByRole('listitem').count(),
      ]).toEqual([name, number]);
    const times = page.locator('.compare-side .time-code');
    const shown = async () => (await times.allInnerTexts()).join(' ');
    // The older recording is two seconds ahead after the cut.
    await page.getByText('Carried over from the earlier version').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Still there' }).locator('summary').last().click();
    await eventually(shown).toBe('00:00:20:00 00:00:18:00');
    await page.getByRole('link', { name: 'Carried over from the earlier version' }).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('ArrowRight');
    await eventually(shown).toBe('00:00:20:01 00:00:18:01');
    await page.keyboard.press(' ');
    const seconds = () =>
      page.evaluate(() => [...document.querySelectorAll('video')].map(({ currentTime }) => currentTime));
    await eventually(async () => (await seconds())[1]).toBeGreaterThan(18.5);
    await page.keyboard.press(' ');
    await eventually(async () => {
      const [old, young] = await seconds();
      return Math.abs(old! - young! - 2);
    }).toBeLessThan(0.05);
    // An issue that is fixed is shown in the earlier recording.
    await page.getByRole('region', { name: 'Fixed' }).locator('summary').nth(1).click();
    await eventually(shown).toBe('00:00:10:00 00:00:10:00');
    // Only the earlier recording has flashes, so only it is small.
    expect(await page.getByText('Safe view').count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Earlier version' }).getByText('Safe view').count()).toBe(
      1,
    );
    expect(faults).toEqual([]);
  });

  test.for([
    { width: 320, theme: 'dark' },
    { width: 1280, theme: 'light' },
  ] as const)('at $width px, the page is accessible and not wider than the window', async (view) => {
    const { page, faults } = await open(view);
    await page.getByText('2 s cut out at 00:00:15:00.').waitFor();
    await page.getByRole('region', { name: 'Still there' }).locator('summary').last().click();
    await page.getByText('How to fix it').first().waitFor();
    await page.screenshot({
      path: path.join(inject('scratchDir'), `compare-${view.width}.png`),
      fullPage: true,
    });
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(faults).toEqual([]);
  });
});
