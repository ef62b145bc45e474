import { gunzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { type ConsolePage, openConsole } from './console-page.ts';
import { useSharedVideos } from './review-media.ts';
import { submitSandbox, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { rawGet } from '../../../test/support/raw-get.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
// Only a long test opens the video.
const videos = useSharedVideos(database, ...(inject('isLong') ? (['counted-25.mp4'] as const) : []));
const chromium = useBrowser();

interface Loaded {
  paths: string[];
  scriptBytes: number;
  styleBytes: number;
}

/** Returns the paths that a page requested, and the size of its scripts and styles when they are compressed by gzip. */
async function loadedBy({ requests }: ConsolePage): Promise<Loaded> {
  const paths = requests.map((url) => new URL(url).pathname);
  const loaded = { paths, scriptBytes: 0, styleBytes: 0 };
  for (const path of paths.filter((each) => /\.m?js$|\.css$/.test(each))) {
    const { bytes, headers } = await rawGet(inject('stack').apiUrl, path, { 'accept-encoding': 'gzip' });
    if (path.endsWith('.css')) loaded.styleBytes += bytes.length;
    else loaded.scriptBytes += bytes.length;
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).length).toBeGreaterThan(bytes.length);
  }
  return loaded;
}

const openAt = (path: string, { workspaceId } = tenant) =>
  openConsole(chromium.browser, database, { workspaceId, path });

test('the first view of the submissions needs 6 requests, 45 KiB of script and 10 KiB of style', async () => {
  await submitSandbox(tenant, ['fail']);
  const opened = await openAt(`/${tenant.workspaceId}/sandbox/submissions`);
  await opened.page.getByRole('link', { name: /__sandbox_fail__/ }).waitFor();
  const { paths, scriptBytes, styleBytes } = await loadedBy(opened);
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(6);
  expect(scriptBytes).toBeGreaterThan(10_000);
  expect(scriptBytes).toBeLessThanOrEqual(45 * 1024);
  expect(styleBytes).toBeGreaterThan(1_000);
  expect(styleBytes).toBeLessThanOrEqual(10 * 1024);
  expect(opened.faults).toEqual([]);
});

test('the review page of a video needs at most 60 KiB more of script', { tags: 'long' }, async () => {
  const { tenant: owner, assets } = videos;
  const first = await openAt(`/${owner.workspaceId}/live/submissions`, owner);
  await first.page.getByRole('link', { name: 'counted-25.mp4' }).waitFor();
  const before = await loadedBy(first);
  const review = await openAt(assets['counted-25.mp4'].page, owner);
  await review.page.getByRole('slider', { name: 'Luminance at the playhead' }).waitFor();
  const after = await loadedBy(review);
  expect(after.scriptBytes).toBeGreaterThan(before.scriptBytes);
  expect(after.scriptBytes - before.scriptBytes).toBeLessThanOrEqual(60 * 1024);
  expect(after.paths.filter((each) => /pdf/.test(each))).toEqual([]);
});
