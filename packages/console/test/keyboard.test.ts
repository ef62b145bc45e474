import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { inviteMember } from '@assay/storage/accounts/invite.ts';
import { useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { stackConsole } from '../../../test/support/console.ts';
import { advertisement } from './console-data.ts';
import { newPage } from './console-page.ts';
import { useSharedVideos } from './review-media.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
// Only a long test opens the video.
const videos = useSharedVideos(database, ...(inject('isLong') ? (['trailer.mp4'] as const) : []));
const chromium = useBrowser();

const maxTabs = 60;

/** Returns the accessible text of the element with the focus, and whether the focus can be seen. */
function focused(page: Page): Promise<{ text: string; isVisible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    if (element === document.body) return { text: '', isVisible: true };
    const text = element.getAttribute('aria-label') ?? element.textContent;
    const hasOutline = (each: Element | null) => {
      if (each === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    };
    // The link of a row shows its focus on the whole row.
    return {
      text: text.replaceAll(/\s+/g, ' ').trim(),
      isVisible: hasOutline(element) || hasOutline(element.closest('tr')),
    };
  });
}

/** Presses Tab until the element with this text has the focus. Each focus on the way must be visible. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let tabs = 0; tabs < maxTabs; tabs++) {
    await page.keyboard.press('Tab');
    const { text, isVisible } = await focused(page);
    if (text !== '') expect(isVisible, `the focus on "${text}" is visible`).toBe(true);
    if (wanted.test(text)) return;
    seen.push(text);
  }
  throw new Error(`no Tab reached ${String(wanted)}, only ${seen.join(' | ')}`);
}

test('one signs in, uploads, sees the price, submits, watches and signs out by keyboard', async () => {
  const file = path.join(inject('scratchDir'), 'advertisement.txt');
  await writeFile(file, advertisement);
  const member = { name: 'Ada Lovelace', workspaceId: tenant.workspaceId, role: 'member' } as const;
  const { url } = await inviteMember(database, stackConsole().publicUrl, member, null);
  const { page, faults } = await newPage(chromium.browser);
  // Playwright enables the event some time after it returns, so the test asks for it early.
  const chooser = page.waitForEvent('filechooser', { timeout: 60_000 });

  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await tabTo(page, /^Sign in$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Submissions', exact: true }).waitFor();
  await page.getByText('Nothing was submitted yet.').waitFor();

  await tabTo(page, /^Upload files$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New submission' }).waitFor();
  // After a navigation, the heading has the focus, so the content is the next stop.
  expect((await focused(page)).text).toBe('New submission');

  await tabTo(page, /^Choose files$/);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(file);
  await page.getByText('1 credit', { exact: true }).first().waitFor();
  await tabTo(page, /^Submit 1 file$/);
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'advertisement.txt', level: 1 }).waitFor();
  await page.getByRole('list', { name: 'Issues of advertisement.txt' }).waitFor();
  await tabTo(page, /cures eczema|clinically proven|claim/i);
  await page.keyboard.press('Enter');
  await page.getByText('How to fix it').first().waitFor();

  for (let tabs = 0; tabs < maxTabs; tabs++) {
    await page.keyboard.press('Shift+Tab');
    if ((await focused(page)).text.includes('Ada Lovelace')) break;
  }
  await page.keyboard.press('Enter');
  await tabTo(page, /^Sign out$/);
  await page.keyboard.press('Enter');
  await page.getByText('You are not signed in.').waitFor();
  expect(faults).toEqual([]);
});

test(
  'one opens the review, goes to the next issue, steps by a frame and signs out by keyboard',
  { tags: 'long' },
  async () => {
    const { workspaceId } = videos.tenant;
    const member = { name: 'Grace Hopper', workspaceId, role: 'viewer' } as const;
    const { url } = await inviteMember(database, stackConsole().publicUrl, member, null);
    const { page, faults } = await newPage(chromium.browser);
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await tabTo(page, /^Sign in$/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'trailer.mp4' }).waitFor();
    await tabTo(page, /^trailer\.mp4$/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Review trailer.mp4' }).waitFor();
    await tabTo(page, /^Review trailer\.mp4$/);
    await page.keyboard.press('Enter');
    await page.getByRole('slider', { name: 'Loudness at the playhead' }).waitFor();
    expect((await focused(page)).text).toBe('trailer.mp4');

    const selected = page.locator('.issue[open]');
    await page.keyboard.press(']');
    await selected.waitFor();
    const first = await selected.innerText();
    await page.keyboard.press(']');
    await expect.poll(() => selected.innerText()).not.toBe(first);
    await expect.poll(() => page.getByText(/^Issue 2 of \d+, /).count()).toBe(1);
    const time = page.locator('.time-code');
    await expect.poll(() => time.innerText()).toBe('10:00:06:00');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => time.innerText()).toBe('10:00:06:01');

    // Without the single keys, the same is done with buttons and sliders.
    await tabTo(page, /^Back one frame$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => time.innerText()).toBe('10:00:06:00');
    await tabTo(page, /^Loudness at the playhead$/);
    const valueText = () => page.evaluate(() => document.activeElement!.getAttribute('aria-valuetext'));
    // The curve may still be loading.
    await expect.poll(valueText).toMatch(/^10:00:06:00, M −\d+\.\d · S −\d+\.\d LUFS$/);
    const before = await valueText();
    await page.keyboard.press('PageUp');
    await expect.poll(valueText).not.toBe(before);
    await tabTo(page, /critical/);
    await page.keyboard.press('Enter');

    for (let tabs = 0; tabs < maxTabs; tabs++) {
      await page.keyboard.press('Shift+Tab');
      if ((await focused(page)).text.includes('Grace Hopper')) break;
    }
    await page.keyboard.press('Enter');
    await tabTo(page, /^Sign out$/);
    await page.keyboard.press('Enter');
    await page.getByText('You are not signed in.').waitFor();
    expect(faults).toEqual([]);
  },
);

test('a dialog keeps the focus inside, and returns it where it was', async () => {
  const member = { name: 'Ada', workspaceId: tenant.workspaceId, role: 'admin' } as const;
  const { url } = await inviteMember(database, stackConsole().publicUrl, member, null);
  const { page } = await newPage(chromium.browser);
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Create an API key' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.waitFor();
  for (let tabs = 0; tabs < 20; tabs++) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement!.closest('dialog') !== null,
    );
    expect(isInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await focused(page)).text).toBe('Create an API key');
});

test('the skip link leads to the content', async () => {
  const { page } = await newPage(chromium.browser);
  await page.goto(`${stackConsole().publicUrl}/console/sign-in`);
  await page.getByRole('heading', { name: 'Sign in to Assay' }).waitFor();
  await page.keyboard.press('Tab');
  expect((await focused(page)).text).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('main');
});
