import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { untilDone, uploadFile, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { stackConsole } from '../../../test/support/console.ts';
import { everySidekick, submitLive } from '../../../test/support/live.ts';
import { axeViolations, newPage, overflow } from './console-page.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const scratch = inject('scratchDir');
const content = Buffer.from('Our cream is clinically proven.\n');
const at = (name: string) => path.join(scratch, `verify-${name}`);

beforeAll(async () => {
  const blobPath = await uploadFile(tenant.live, 'a.txt', 'text/plain', content);
  const { body } = await submitLive(tenant, [blobPath], await everySidekick(tenant));
  await untilDone(tenant.live, body.submissionId, 60_000);
  const asset = `/api/integrations/submissions/${body.submissionId}/assets/${body.assets[0].assetId}`;
  for (const name of ['report.json', 'report.jws']) {
    const { body: document } = await tenant.live('GET', `${asset}/${name}`);
    await writeFile(at(name), JSON.stringify(document));
  }
  const response = await fetch(`${inject('stack').apiUrl}/.well-known/assay-report-keys.json`);
  await writeFile(at('keys.json'), await response.text());
  await writeFile(at('a.txt'), content);
  await writeFile(at('other.txt'), 'Our cream is proven.\n');
});

test.for([
  { width: 320, theme: 'dark' as const },
  { width: 1280, theme: 'light' as const },
])('the page verifies a report and its file at $width px, $theme', async (view) => {
  const { page, faults, requests } = await newPage(chromium.browser, view);
  await page.goto(`${stackConsole().publicUrl}/verify`);
  await page.locator('[name=signature]').setInputFiles(at('report.jws'));
  await page.getByText('1 failed').waitFor();
  await page.locator('[name=report]').setInputFiles(at('report.json'));
  await page.getByText('This is the report that was signed.').waitFor();
  await page.locator('[name=file]').setInputFiles(at('a.txt'));
  await page.getByText('is the file that was checked.').waitFor();
  await page.screenshot({ path: path.join(scratch, `verify-good-${view.width}.png`), fullPage: true });
  expect(await axeViolations(page)).toEqual([]);

  await page.locator('[name=file]').setInputFiles(at('other.txt'));
  await page.getByText('This is not the file that was checked, or it was changed.').waitFor();
  expect(await page.locator('#answer h2').allTextContents()).toEqual([
    'Signature: good',
    'Report: good',
    'File: refused',
  ]);
  await page.screenshot({ path: path.join(scratch, `verify-refused-${view.width}.png`), fullPage: true });
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  // Nothing but the page and the public keys was requested, and nothing was sent.
  expect(new Set(requests.map((url) => new URL(url).pathname.replace(/assets\/.*/, 'assets')))).toEqual(
    new Set(['/verify', '/console/assets', '/.well-known/assay-report-keys.json']),
  );

  await page.getByText('Verify with saved keys').click();
  await page.locator('[name=keys]').setInputFiles(at('a.txt'));
  await page.getByText('This is not a file of keys.').waitFor();
  await page.locator('[name=keys]').setInputFiles(at('keys.json'));
  await page.getByRole('heading', { name: 'Signature: good' }).waitFor();
  await page.locator('[name=signature]').setInputFiles(at('report.json'));
  await page.getByText('This file is not the signature of a report.').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
