import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { makeVideo } from '../../local/samples/video.ts';
import { untilDone, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from './console-page.ts';
import { submitLive } from '../support/live.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();

/** With PICTURES=true, the test renews the pictures of the documents. */
const directory =
  process.env['PICTURES'] === 'true'
    ? path.join(import.meta.dirname, '../../docs/images')
    : inject('scratchDir');

test('an issue of a video shows a picture of the moment', { timeout: 120_000 }, async () => {
  const file = path.join(inject('scratchDir'), 'interview.mp4');
  await makeVideo(file);
  const blobPath = await uploadFile(tenant.live, 'interview.mp4', 'video/mp4', await readFile(file));
  const { body } = await submitLive(tenant, [blobPath]);
  await untilDone(tenant.live, body.submissionId as string, 90_000);

  const { page, faults } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/submissions/${String(body.submissionId)}`,
    name: 'Ada Lovelace',
    height: 1_000,
  });
  const issues = page.getByRole('list', { name: 'Issues of interview.mp4' });
  await issues
    .getByText(/frozen/i)
    .first()
    .click();
  const picture = issues.locator('.issue[open]').getByRole('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
  await issues.locator('.issue[open]').getByText('Threshold').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: path.join(directory, 'console-submission.png') });
  expect(faults).toEqual([]);
});
