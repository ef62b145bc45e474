import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { submitSandbox, until, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { openConsole, setHidden } from './console-page.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();

const openList = (query = '') =>
  openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/sandbox/submissions${query}`,
  });

test('a new submission and its end appear without a reload, and are announced', async () => {
  const { page, faults } = await openList();
  await page.getByText('The sandbox is empty.').waitFor();
  await submitSandbox(tenant, ['advisory'], '?simulationDelaySeconds=4');
  const row = page.getByRole('row', { name: /__sandbox_advisory__/ });
  await row.getByText('Processing').waitFor();
  await row.getByText('Complete').waitFor();
  await row.getByText('1 minor').waitFor();
  await page.getByText('1 submission finished').waitFor();
  expect(faults).toEqual([]);
});

test('filters are in the URL and select submissions', { tags: 'long' }, async () => {
  await submitSandbox(tenant, ['fail']);
  await submitSandbox(tenant, ['pass']);
  const { page } = await openList();
  const rows = page.getByRole('row', { name: /__sandbox_/ });
  await until(
    () => rows.count(),
    (count) => count >= 2,
  );
  await page.getByLabel('Severity').selectOption('critical');
  await until(
    () => rows.count(),
    (count) => count === 1,
  );
  expect(new URL(page.url()).search).toBe('?severity=critical');
  await page.getByLabel('Search').fill('no such name');
  await page.getByText('No submission matches.').waitFor();
  await page.reload();
  await page.getByText('No submission matches.').waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe('no such name');
  await page.getByRole('link', { name: 'Clear 2 filters' }).click();
  await until(
    () => rows.count(),
    (count) => count >= 2,
  );
});

test('a hidden tab asks nothing, and reads again when it is visible', { tags: 'long' }, async () => {
  await submitSandbox(tenant, ['pass']);
  const { page, requests } = await openList();
  await page
    .getByRole('row', { name: /__sandbox_pass__/ })
    .first()
    .waitFor();
  await setHidden(page, true);
  await setTimeout(500);
  const before = requests.length;
  await setTimeout(5_000);
  expect(requests.length).toBe(before);
  await setHidden(page, false);
  await until(
    () => Promise.resolve(requests.length),
    (count) => count > before,
  );
});

test(
  'with the service away, the page says so, keeps what it shows, and recovers',
  { tags: 'long' },
  async () => {
    await submitSandbox(tenant, ['pass']);
    const { page } = await openList();
    const row = page.getByRole('row', { name: /__sandbox_pass__/ }).first();
    await row.waitFor();
    await page.context().setOffline(true);
    await page.getByText('The service cannot be reached.').waitFor();
    expect(await row.isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
    expect(await row.isVisible()).toBe(true);
  },
);
