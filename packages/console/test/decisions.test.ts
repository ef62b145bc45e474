import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { untilDone, uploadFile, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { everySidekick, submitLive } from '../../../test/support/live.ts';
import { axeViolations, openConsole } from './console-page.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const scratch = inject('scratchDir');
const submissions = '/api/integrations/submissions';
let asset: string;

const decisions = async () =>
  ((await tenant.live('GET', `${submissions}/${asset}/issues`)).body.issues as any[]).map(
    ({ decision }) => decision && [decision.decision, decision.reason, decision.by.name],
  );

beforeAll(async () => {
  const text = Buffer.from('Our cream is clinically proven.\n\nThe lowest prices in town, guaranteed.\n');
  const blobPath = await uploadFile(tenant.live, 'a.txt', 'text/plain', text);
  const { body } = await submitLive(tenant, [blobPath], await everySidekick(tenant));
  await untilDone(tenant.live, body.submissionId, 60_000);
  asset = `${body.submissionId}/assets/${body.assets[0].assetId}`;
});

const open = (role: 'member' | 'viewer') =>
  openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/submissions/${asset}`,
    role,
    name: 'Ada Lovelace',
  });

test('a member decides about issues with the mouse and with the keyboard', async () => {
  const { page, faults } = await open('member');
  const panel = page.getByRole('group', { name: 'Decision' });
  const count = (await decisions()).length;
  expect(count).toBeGreaterThan(1);

  await page.locator('.issue > summary').first().click();
  await panel.getByRole('button', { name: 'Waive…' }).click();
  const reason = panel.getByLabel('Why may it stay?');
  await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await reason.fill('The study is on file. <b>');
  await page.screenshot({ path: path.join(scratch, 'decision-form.png') });
  expect(await axeViolations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Waive', exact: true }).click();
  await panel.getByText('The study is on file. <b>').waitFor();
  expect(await decisions()).toEqual([
    ['waived', 'The study is on file. <b>', 'Ada Lovelace'],
    ...Array.from({ length: count - 1 }, () => null),
  ]);

  // ] selects the next issue, and A accepts it.
  await page.locator('h1').click();
  await page.keyboard.press(']');
  await page.keyboard.press('a');
  await panel.getByText('Accepted').waitFor();
  await page.screenshot({ path: path.join(scratch, 'decision-made.png') });
  expect((await decisions())[1]).toEqual(['accepted', null, 'Ada Lovelace']);
  expect(await axeViolations(page)).toEqual([]);

  await panel.getByRole('button', { name: 'Withdraw the decision' }).click();
  await panel.getByRole('button', { name: 'Accept' }).waitFor();
  expect((await decisions())[1]).toBeNull();
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('d');
  await page.keyboard.type('It is a quotation.');
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Dispute…' }).waitFor();
  expect((await decisions())[1]).toBeNull();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a viewer sees decisions without buttons, and downloads the report', async () => {
  const { page, faults } = await open('viewer');
  await page.locator('.issue > summary').first().click();
  const panel = page.getByRole('group', { name: 'Decision' });
  await panel.getByText('Waived').waitFor();
  expect(await panel.getByRole('button').count()).toBe(0);

  await page.locator('.checks > summary').click();
  const links = await page.locator('.report-links a[download]').all();
  const names = await Promise.all(links.map((link) => link.innerText()));
  // A text has no times.
  expect(names).toEqual(['JSON', 'CSV', 'EBU QC XML', 'Signature of the JSON']);
  for (const link of links)
    expect((await page.request.get(await link.evaluate((a: HTMLAnchorElement) => a.href))).status()).toBe(
      200,
    );
  expect(faults).toEqual([]);
  await page.context().close();
});
