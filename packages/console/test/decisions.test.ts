import { readFile } from 'node:fs/promises';
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
  const { body: profile } = await tenant.live('POST', '/api/integrations/profiles', {
    code: 'advert',
    name: 'Advert',
    assetTypes: ['document'],
    sidekicks: [{ code: 'claims' }],
    failsAt: 'minor',
    manualChecks: [
      { code: 'rights', text: 'The music is licensed' },
      { code: 'logo', text: 'The logo is the current one' },
    ],
  });
  const { body } = await submitLive(tenant, [blobPath], [profile.id]);
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

test('a member signs the file off, and withdraws the sign-off', async () => {
  const { page, faults } = await open('member');
  const panel = page.getByRole('region', { name: 'Sign-off' });
  const decision = page.getByRole('group', { name: 'Decision' });
  const signOff = panel.getByRole('button', { name: 'Sign off' });
  await page.getByRole('link', { name: 'Needs a sign-off' }).waitFor();
  await panel.screenshot({ path: path.join(scratch, 'sign-off-open.png') });
  expect(await axeViolations(page)).toEqual([]);
  for (let left = (await decisions()).filter((each) => each === null).length; left > 0; left--) {
    expect(await signOff.isDisabled()).toBe(true);
    await panel.getByRole('button', { name: 'Show the next one' }).click();
    await decision.getByRole('button', { name: 'Dispute…' }).click();
    await decision.getByLabel('Why is the finding wrong?').fill('It is a quotation.');
    await decision.getByRole('button', { name: 'Dispute', exact: true }).click();
    await decision.getByText('Disputed').waitFor();
  }
  await panel.getByText('Missing: 2 checks not made').waitFor();
  await panel
    .getByRole('group', { name: 'The music is licensed' })
    .getByLabel('Met', { exact: true })
    .check();
  const logo = panel.getByRole('group', { name: 'The logo is the current one' });
  await logo.getByLabel('Not met').check();
  await logo.getByLabel('What is wrong?').fill('It is last year’s.');
  await page.screenshot({ path: path.join(scratch, 'sign-off-filled.png'), fullPage: true });
  await signOff.click();
  await panel.getByText('Manual checks failed: logo').waitFor();
  await panel.getByText('The report below has the decisions and the sign-off.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.screenshot({ path: path.join(scratch, 'sign-off-done.png'), fullPage: true });
  expect(await decision.getByRole('button').count()).toBe(0);
  await page.reload();
  await panel.getByText('It is last year’s.').waitFor();
  await panel.getByRole('button', { name: 'Withdraw the sign-off' }).click();
  await signOff.waitFor();
  await page.getByRole('link', { name: 'Submissions' }).first().click();
  await page.getByLabel('Sign-off').selectOption('Needs a decision');
  await page.getByText('a.txt').waitFor();
  await page.screenshot({ path: path.join(scratch, 'sign-off-list.png') });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a viewer sees decisions without buttons, and downloads the report', async () => {
  const { page, faults } = await open('viewer');
  await page.locator('.issue > summary').first().click();
  const panel = page.getByRole('group', { name: 'Decision' });
  await panel.getByText('Waived').waitFor();
  expect(await panel.getByRole('button').count()).toBe(0);

  const links = await page.locator('.report-links a[download]').all();
  const names = await Promise.all(links.map((link) => link.innerText()));
  // A text has no times.
  expect(names).toEqual(['PDF', 'JSON', 'CSV', 'EBU QC XML', 'Signature of the JSON']);
  for (const link of links) {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(await download.failure()).toBeNull();
    expect(download.suggestedFilename()).toMatch(/^a\.txt\./);
  }
  expect(page.url()).toContain(asset);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a later issue links to the earlier decision, and the rule is counted below the profiles', async () => {
  const { workspaceId } = tenant;
  const before = (await tenant.live('GET', `${submissions}/${asset}/issues`)).body.issues[0];
  const text = Buffer.from('The cream that is clinically proven.\n');
  const blobPath = await uploadFile(tenant.live, 'later.txt', 'text/plain', text);
  const { body } = await submitLive(tenant, [blobPath], await everySidekick(tenant));
  await untilDone(tenant.live, body.submissionId, 60_000);
  const later = `/${workspaceId}/live/submissions/${body.submissionId}/assets/${body.assets[0].assetId}`;
  const { page, faults } = await openConsole(chromium.browser, database, {
    ...{ workspaceId, path: later, role: 'viewer', name: 'Ada Lovelace' },
  });
  await page.locator('.issue > summary').first().click();
  const precedent = page.locator('.precedents > li');
  await precedent.first().waitFor();
  expect(await precedent.count()).toBe(1);
  expect(await precedent.innerText()).toContain(
    'Waived: The study is on file. <b> (similar wording: “Our cream is clinically proven”)',
  );
  await page.screenshot({ path: path.join(scratch, 'precedent.png'), fullPage: true });
  expect(await axeViolations(page)).toEqual([]);

  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    precedent.getByRole('link').click(),
  ]);
  await opened.locator('.issue[open]').waitFor();
  expect(new URL(opened.url()).searchParams.get('issue')).toBe(before.id);
  expect(await opened.locator('.issue[open] .issue-summary').innerText()).toContain(before.summary);
  await opened.screenshot({ path: path.join(scratch, 'precedent-opened.png'), fullPage: true });

  await page.getByRole('link', { name: 'Profiles' }).click();
  const table = page.getByRole('table', { name: /Decisions by rule/ });
  await table.waitFor();
  const rows = await table.locator('tbody tr').allInnerTexts();
  expect(rows.map((row) => row.split(/\s+/))).toContainEqual(['health.proven', '0', '1', '0']);
  await page.screenshot({ path: path.join(scratch, 'rule-decisions.png'), fullPage: true });
  expect(await axeViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a member decides about several issues at once, with the mouse and with the keyboard', async () => {
  const { page, faults } = await open('member');
  const panel = page.getByRole('group', { name: 'Marked issues' });
  const boxes = page.getByRole('checkbox', { name: /^Mark: / });
  const count = await decisions().then(({ length }) => length);
  await boxes.first().waitFor();
  for (let at = 0; at < count; at++) await boxes.nth(at).check();
  await panel.getByText(`${count} issues marked`).waitFor();
  await page.screenshot({ path: path.join(scratch, 'marked.png') });
  expect(await axeViolations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Waive…' }).click();
  await panel.getByLabel('Why may it stay?').fill('Agreed for all.');
  await panel.getByRole('button', { name: 'Waive', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  const all = (kind: string, reason: string | null) =>
    Array.from({ length: count }, () => [kind, reason, 'Ada Lovelace']);
  expect(await decisions()).toEqual(all('waived', 'Agreed for all.'));

  await page.locator('h1').click();
  for (let at = 0; at < count; at++) {
    await page.keyboard.press(']');
    await page.keyboard.press('x');
  }
  await panel.getByText(`${count} issues marked`).waitFor();
  await page.keyboard.press('a');
  await panel.waitFor({ state: 'detached' });
  expect(await decisions()).toEqual(all('accepted', null));
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a member attaches a file and an address to a decision, opens the file, and changes the decision', async () => {
  const { page, faults } = await open('member');
  const panel = page.getByRole('group', { name: 'Decision' });
  await page.locator('.issue > summary').first().click();
  await panel.getByRole('button', { name: 'Add a remark…' }).click();
  await panel.getByLabel('Decision').selectOption('Waived');
  await panel.getByLabel('Why may it stay?').fill('There is a study.');
  const file = panel.locator('input[type=file]');
  await file.setInputFiles({ name: 'study.exe', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await panel.getByText('This type of file is not examined.').waitFor();
  await file.setInputFiles({ name: 'study.txt', mimeType: 'text/plain', buffer: Buffer.from('A study.\n') });
  await panel.getByLabel('Title of study.txt').fill('Study of <b>40</b> people');
  await panel.getByRole('button', { name: 'Add an address' }).click();
  await panel.getByLabel('Title', { exact: true }).fill('Brief');
  await panel.getByLabel('Address').fill('https://client.example/brief');
  await page.screenshot({ path: path.join(scratch, 'evidence-form.png'), fullPage: true });
  expect(await axeViolations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Save' }).click();

  const study = panel.getByRole('button', { name: 'Study of <b>40</b> people' });
  await study.waitFor();
  const brief = panel.getByRole('link', { name: 'Brief' });
  expect(await brief.getAttribute('href')).toBe('https://client.example/brief');
  await page.screenshot({ path: path.join(scratch, 'evidence.png') });
  expect(await axeViolations(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), study.click()]);
  expect(download.suggestedFilename()).toBe('study.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('A study.\n');

  // The decision is changed without the address, and keeps the file.
  await panel.getByRole('button', { name: 'Change…' }).click();
  await panel.getByText('Brief').locator('..').getByRole('button', { name: 'Remove' }).click();
  await panel.getByLabel('Decision').selectOption('Disputed');
  await panel.getByRole('button', { name: 'Save' }).click();
  await brief.waitFor({ state: 'detached' });
  await study.waitFor();
  const [issue] = (await tenant.live('GET', `${submissions}/${asset}/issues`)).body.issues;
  expect(issue.decision).toMatchObject({
    decision: 'disputed',
    reason: 'There is a study.',
    evidence: [{ title: 'Study of <b>40</b> people', file: { filename: 'study.txt', status: 'kept' } }],
  });
  expect(faults).toEqual([]);
  await page.context().close();
});
