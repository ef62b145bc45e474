/** @module-tag long */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { makeVideo } from '../../../tools/local/samples/video.ts';
import { useStackDatabase } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { openConsole } from './console-page.ts';
import { gridOf } from './read-picture.ts';
import { examine, useSharedVideos } from './review-media.ts';

// The pictures in the documents. The test takes each picture again and compares it with the committed one, so that no
// picture shows an old page. With PICTURES=true, it renews them.

const database = useStackDatabase();
const { tenant, assets } = useSharedVideos(database, 'trailer.mp4');
const chromium = useBrowser();

const directory = path.join(import.meta.dirname, '../../../docs/images');
const [columns, rows] = [48, 36];
/** The mean difference of brightness (0–255) that other fonts and another version of Chromium cause. */
const maxMeanDifference = 5;

async function expectSamePicture(name: string, png: Buffer): Promise<void> {
  const file = path.join(directory, name);
  if (process.env['PICTURES'] === 'true') return writeFile(file, png);
  await writeFile(path.join(inject('scratchDir'), name), png);
  const grids = await Promise.all([png, await readFile(file)].map((each) => gridOf(each, columns, rows)));
  const [is, was] = grids as [Uint8Array, Uint8Array];
  const difference = is.reduce((sum, value, index) => sum + Math.abs(value - was[index]!), 0) / is.length;
  expect(
    difference,
    `docs/images/${name} shows an old page. Look at the new picture in ${inject('scratchDir')}, then renew it: ` +
      'PICTURES=true npm test -- packages/console/test/pictures',
  ).toBeLessThan(maxMeanDifference);
}

test('the review page shows a video with flashes, black and loud sound', async () => {
  const { page: at, issues } = assets['trailer.mp4'];
  const flashes = issues.find(({ ruleCode }) => ruleCode === 'flash.general')!;
  const { page, faults } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `${at}?issue=${flashes.id}`,
    name: 'Ada Lovelace',
    width: 1400,
    height: 1150,
  });
  await page.getByRole('slider', { name: 'Luminance at the playhead' }).waitFor();
  const picture = page.locator('.issue[open]').getByRole('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByText('frame 150').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('frame 149').waitFor();
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await expectSamePicture('console-review.png', await page.screenshot());
  expect(faults).toEqual([]);
});

test('the page of a submission shows an issue with a picture of the moment', async () => {
  const file = path.join(inject('scratchDir'), 'interview.mp4');
  await makeVideo(file);
  const { submissionId } = await examine(tenant, 'interview.mp4', 'video/mp4', await readFile(file));
  const { page, faults } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/submissions/${submissionId}`,
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
  await expectSamePicture('console-submission.png', await page.screenshot());
  expect(faults).toEqual([]);
});
