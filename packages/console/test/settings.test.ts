import { expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { caller, submitSandbox, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { newPage, openConsole } from './console-page.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();

const openSettings = (tab: string) =>
  openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/settings/${tab}`,
  });

test('an API key is created, shown once, used, and revoked by typing its last four characters', async () => {
  const { page, faults } = await openSettings('api-keys');
  await page.getByRole('button', { name: 'Create an API key' }).click();
  await page.getByLabel('Name').fill('Ingest <script>');
  await page.getByLabel('Manage webhooks').uncheck();
  const year = new Date(Date.now() + 365 * 24 * 3600_000).getUTCFullYear();
  await page.getByText(new RegExp(`The key will expire on .*${year}`)).waitFor();
  await page.getByRole('dialog').getByLabel('Environment').selectOption('sandbox');
  await page.getByText('See live submissions').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Data').inputValue()).toBe('sandbox');
  await page.getByRole('dialog').getByLabel('Environment').selectOption('live');
  await page.getByLabel('Manage webhooks').uncheck();
  await page.getByRole('button', { name: 'Create the key' }).click();
  const created = page.getByRole('dialog', { name: 'Store the API key now' });
  const key = (await created.locator('code').innerText()).trim();
  await created.getByRole('button', { name: 'Copy the API key' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  const call = caller(key);
  expect((await call('GET', '/api/integrations/sidekicks')).status).toBe(200);
  expect((await call('GET', '/api/integrations/webhooks/subscriptions')).status).toBe(403);
  // Chromium closes a dialog at the third Escape, although the page prevents it.
  for (let times = 0; times < 6; times++) await page.keyboard.press('Escape');
  await created.getByText(key).waitFor();
  await created.getByRole('button', { name: 'I have stored it' }).click();
  await page.reload();

  const row = page.getByRole('row', { name: /Ingest <script>/ });
  await row.getByText(`…${key.slice(-4)}`).waitFor();
  expect(await page.content()).not.toContain(key);
  await row.getByRole('button', { name: /^Revoke/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke the API key?' });
  await dialog.getByRole('textbox').fill('none');
  await dialog.getByRole('textbox').press('Enter');
  expect((await call('GET', '/api/integrations/sidekicks')).status).toBe(200);
  await dialog.getByRole('textbox').fill(key.slice(-4));
  await dialog.getByRole('button', { name: 'Revoke the key' }).click();
  await row.getByText(/revoked/).waitFor();
  expect((await call('GET', '/api/integrations/sidekicks')).status).toBe(401);
  expect(faults).toEqual([]);
});

test('a person is invited, signs in, gets another role, and is removed', async () => {
  const { page } = await openSettings('members');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('Name').fill('Grace Hopper');
  await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  const link = (await page.getByRole('dialog').locator('code').innerText()).trim();
  await page.getByRole('button', { name: 'Done' }).click();

  const invited = await newPage(chromium.browser);
  await invited.page.goto(link);
  await invited.page.getByText('Grace Hopper').waitFor();
  await invited.page.getByRole('button', { name: 'Sign in' }).click();
  await invited.page.getByRole('heading', { name: 'Submissions', exact: true }).waitFor();
  expect(await invited.page.getByRole('link', { name: 'New submission' }).count()).toBe(0);

  await page.getByLabel('Role of Grace Hopper').selectOption('member');
  await page.getByText('Grace Hopper has the role member').waitFor();
  await invited.page.reload();
  await invited.page.getByRole('link', { name: 'New submission' }).waitFor();

  const { rows } = await database.query<{ id: string }>(
    `select id from members join memberships on member_id = id where name = 'Grace Hopper' and workspace_id = $1`,
    [tenant.workspaceId],
  );
  const grace = { kind: 'member', name: rows[0]!.id, address: null } as const;
  const create = async (name: string) =>
    caller((await createKey(database, tenant.workspaceId, 'live', null, grace, { name })).key);
  const [kept, lost] = [await create('CMS of Grace'), await create('Script of Grace')];
  await page
    .getByRole('row', { name: /Grace Hopper/ })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /CMS of Grace/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove, and revoke 1 key' }).click();
  await page.getByRole('row', { name: /Grace Hopper/ }).waitFor({ state: 'detached' });
  await invited.page.reload();
  await invited.page.getByText('You are not signed in.').waitFor();
  const status = async (call: typeof kept) => (await call('GET', '/api/integrations/sidekicks')).status;
  expect([await status(kept), await status(lost)]).toEqual([200, 401]);
});

test('the last admin cannot get another role', async () => {
  const { rows } = await database.query<{ id: string }>(
    `insert into workspaces (id, name, plan) values (gen_random_uuid(), 'Other', 'unlimited') returning id`,
  );
  const workspaceId = rows[0]!.id;
  const { page } = await openConsole(chromium.browser, database, {
    workspaceId,
    path: `/${workspaceId}/live/settings/members`,
    name: 'Ada',
  });
  await page.getByLabel('Role of Ada').selectOption('viewer');
  expect(await page.getByLabel('Role of Ada').inputValue()).toBe('admin');
  await page.getByRole('dialog').getByRole('button', { name: 'Change to viewer' }).click();
  await page.getByText('The member was not changed.').waitFor();
  expect(await page.getByLabel('Role of Ada').inputValue()).toBe('admin');
});

test('the audit log shows who changed what', async () => {
  const { body } = await submitSandbox(tenant, ['pass']);
  const { page } = await openSettings('audit-log');
  const row = page.getByRole('row', { name: new RegExp(String(body.submissionId)) });
  await row.getByText('submission.create').waitFor();
  await row.getByText('key', { exact: true }).waitFor();
  expect(await page.getByText('that the operator could have used').count()).toBe(0);
  await database.query(
    `update members set operator_signed_in_at = now() where id in (select member_id from memberships where workspace_id = $1)`,
    [tenant.workspaceId],
  );
  await page.reload();
  await page
    .getByText(/^Somebody signed in as you with a link that the operator could have used, on/)
    .waitFor();
  await database.query(
    'update sessions set via_operator = true where member_id in (select member_id from memberships where workspace_id = $1)',
    [tenant.workspaceId],
  );
  await page.reload();
  await page.getByText('You signed in with a link that the operator could have used.').waitFor();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Create an API key' }).click();
  await page.getByLabel('Name').fill('By the operator');
  await page.getByRole('button', { name: 'Create the key' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page
    .getByRole('row', { name: /key\.create/ })
    .filter({ hasText: 'via operator' })
    .waitFor();
});
