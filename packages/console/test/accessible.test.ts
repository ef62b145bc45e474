/** @module-tag long */

import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { inviteMember } from '@assay/storage/accounts/invite.ts';
import { useStackDatabase } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { stackConsole } from '../../../test/support/console.ts';
import { fillWorkspace, type PageToCheck } from './console-data.ts';
import { useSharedVideos } from './review-media.ts';
import { axeViolations, newPage, openConsole, overflow, views } from './console-page.ts';

const database = useStackDatabase();
const { tenant, assets } = useSharedVideos(database, 'trailer.mp4');
const chromium = useBrowser();
const scratch = inject('scratchDir');

const roles = ['admin', 'viewer'] as const;
let pages: (PageToCheck & { role: string })[];
beforeAll(async () => {
  const { page: review, issues } = assets['trailer.mp4'];
  const recording = {
    title: 'review of a video',
    path: `${review}?issue=${issues[0]!.id}`,
    shows: 'WCAG 2.2 and ITU-R BT.1702 maximum',
  };
  pages = [...(await fillWorkspace(tenant)), recording].map((page) => ({ role: 'admin', ...page }));
});

describe.for(views)('at $width px, $theme', (view) => {
  test('no page violates WCAG 2.2 AA or the content security policy', { timeout: 180_000 }, async () => {
    for (const role of roles) {
      const { page, faults } = await openConsole(chromium.browser, database, {
        workspaceId: tenant.workspaceId,
        path: '/sign-in',
        role,
        ...view,
        name: 'Ada Lovelace',
      });
      for (const { title, path: at, shows } of pages.filter((each) => each.role === role)) {
        await page.goto(`${stackConsole().publicUrl}/console${at}`);
        await page.getByText(shows).first().waitFor();
        for (const issue of await page.locator('.issue > summary').all()) await issue.click();
        const name = `${title.replaceAll(' ', '-')}-${view.width}-${view.theme}.png`;
        await page.screenshot({ path: path.join(scratch, name), fullPage: true });
        expect(await axeViolations(page), title).toEqual([]);
        expect(await overflow(page), `${title} is wider than the window`).toBe(0);
        expect(faults, title).toEqual([]);
      }
      await page.context().close();
    }
  });

  test('no dialog and no menu violates WCAG 2.2 AA', async () => {
    const { page, faults } = await openConsole(chromium.browser, database, {
      workspaceId: tenant.workspaceId,
      path: `/${tenant.workspaceId}/live/settings/api-keys`,
      ...view,
      name: 'Ada Lovelace',
    });
    const check = async (title: string) => {
      await page.screenshot({ path: path.join(scratch, `${title}-${view.width}-${view.theme}.png`) });
      expect(await axeViolations(page), title).toEqual([]);
    };
    await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
    await check('member-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create an API key' }).click();
    await check('create-key');
    await page.getByLabel('Name').fill('Ingest');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByRole('dialog', { name: 'Store the API key now' }).waitFor();
    await check('new-key');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
    await check('revoke-key');
    await page.goto(page.url().replace('api-keys', 'members'));
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await check('invite');
    await page.getByLabel('Name').fill('Grace');
    await page.getByRole('button', { name: 'Create the invitation' }).click();
    await page.getByRole('dialog', { name: 'Send the sign-in link' }).waitFor();
    await check('invitation');
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('row', { name: /Grace/ })
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByRole('dialog').waitFor();
    await check('remove-member');
    await page.keyboard.press('Escape');
    const review = pages.find(({ title }) => title === 'review of a video')!;
    await page.goto(`${stackConsole().publicUrl}/console${review.path}`);
    await page.getByText(review.shows).first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await check('keys');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Play at full size…' }).click();
    await check('full-size');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Numbers of Loudness' }).click();
    await check('numbers');
    await page.keyboard.press('Escape');
    await page.locator('.checks > summary').click();
    await check('checks');
    await database.query(
      `update sessions set expires_at = now() + interval '110 s', used_at = now()
       where member_id in (select member_id from memberships where workspace_id = $1)`,
      [tenant.workspaceId],
    );
    await page.reload();
    await page.getByRole('alertdialog', { name: 'You will be signed out soon' }).waitFor();
    await check('session-ending');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('the sign-in page does not violate WCAG 2.2 AA', async () => {
    const member = { name: 'Ada', workspaceId: tenant.workspaceId, role: 'viewer' } as const;
    const { url } = await inviteMember(database, stackConsole().publicUrl, member, null);
    const { page } = await newPage(chromium.browser, view);
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${stackConsole().publicUrl}/console/sign-in`);
    await page.getByText('How to get a sign-in link').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.context().close();
  });
});

test('with text of 200 %, no page is wider than the window', async () => {
  const { page } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: '/sign-in',
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  for (const { title, path: at, shows } of pages.filter(({ role }) => role === 'admin')) {
    await page.goto(`${stackConsole().publicUrl}/console${at}`);
    await page.getByText(shows).first().waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    expect(await overflow(page), title).toBe(0);
  }
});
