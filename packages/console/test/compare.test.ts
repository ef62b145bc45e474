import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { describeSidekick } from '@assay/analysis/sidekicks/catalogue.ts';
import { untilDone, uploadFile, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { madePair } from '../../../test/support/made-pair.ts';
import { advertisement } from './console-data.ts';
import { axeViolations, openConsole, overflow, type View } from './console-page.ts';
import { eventually } from './review-data.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const submissions = '/api/integrations/submissions';

/** Submits a file and returns its asset when it has finished. */
async function examine(filename: string, contentType: string, bytes: Buffer, replaces?: string) {
  const blobPath = await uploadFile(tenant.live, filename, contentType, bytes);
  const codes = ['video-qc', 'loudness', 'photosensitivity', 'claims'] as const;
  const { body } = await tenant.live('POST', submissions, {
    assets: [{ blobPath, replaces }],
    sidekickIds: codes
      .filter((code) => contentType === 'text/plain' || code !== 'claims')
      .map((code) => describeSidekick(code).id),
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
  await page.getByRole('button', { name: 'It does not replace it leaflet_v1.txt' }).click();
  expect(await page.getByText(/^Replaces /).count()).toBe(0);
  for (const name of ['leaflet_v2.txt', 'other.txt'])
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.locator('input[type=file]').setInputFiles([file('leaflet_v2.txt', `${advertisement} New.`)]);
  await page.getByText(/^Replaces leaflet_v1\.txt of /).waitFor();
  await page.getByRole('button', { name: 'Submit 1 file' }).click();
  await page.getByRole('link', { name: /^Review/ }).click();
  await page.getByRole('link', { name: 'Compare with leaflet_v1.txt' }).click();
  // A text has no players.
  await page.getByRole('region', { name: 'Still there' }).waitFor();
  await page.getByRole('link', { name: 'Open leaflet_v1.txt' }).waitFor();
  expect(faults).toEqual([]);
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
    const times = page.locator('.compare-player .time-code');
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
