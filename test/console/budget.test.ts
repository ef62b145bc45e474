import { gunzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { submitSandbox, useStackDatabase, useTenant } from '../support/api.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from './console-page.ts';
import { rawGet } from '../support/raw-get.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();

test('the first view of the submissions needs 6 requests, 45 KiB of script and 10 KiB of style', async () => {
  await submitSandbox(tenant, ['fail']);
  const { page, requests, faults } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/sandbox/submissions`,
  });
  await page.getByRole('link', { name: /__sandbox_fail__/ }).waitFor();
  const paths = requests.map((url) => new URL(url).pathname);
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(6);

  let scriptBytes = 0;
  let styleBytes = 0;
  for (const path of paths) {
    const { bytes, headers } = await rawGet(inject('stack').apiUrl, path, { 'accept-encoding': 'gzip' });
    if (path.endsWith('.js')) scriptBytes += bytes.length;
    else if (path.endsWith('.css')) styleBytes += bytes.length;
    else continue;
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).length).toBeGreaterThan(bytes.length);
  }
  expect(scriptBytes).toBeGreaterThan(10_000);
  expect(scriptBytes).toBeLessThanOrEqual(45 * 1024);
  expect(styleBytes).toBeGreaterThan(1_000);
  expect(styleBytes).toBeLessThanOrEqual(10 * 1024);
  expect(faults).toEqual([]);
});
