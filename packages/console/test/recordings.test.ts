import { beforeAll, describe, expect, inject, test } from 'vitest';
import { assetKey } from '@assay/storage/s3/keys.ts';
import { useStackDatabase } from '../../../test/support/api.ts';
import { useBlobs } from '../../../test/support/blobs.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { mediaOf } from '../../../test/support/live.ts';
import { openConsole, overflow, type View } from './console-page.ts';
import { issueOf, openReview } from './review-data.ts';
import {
  counted,
  countedVideo,
  examine,
  readCounter,
  type ReviewedAsset,
  useSharedVideos,
} from './review-media.ts';
import { sampled } from '../../../test/support/sampled.ts';

// Videos and sound on the review page: curves, previews, long files, and a service or storage that is away.

const database = useStackDatabase();
const { tenant, assets } = useSharedVideos(database, 'trailer.mp4');
const chromium = useBrowser();
const blobs = useBlobs();

const open = (path: string, view: View = {}) =>
  openConsole(chromium.browser, database, { workspaceId: tenant.workspaceId, path, ...view });

let showcase: ReviewedAsset;
beforeAll(() => {
  showcase = assets['trailer.mp4'];
});

describe('a curve', () => {
  test('has a summary, a cursor whose value is announced, and a table with the numbers of the API', async () => {
    const { page } = await open(showcase.page);
    const lane = page.getByRole('region', { name: 'Loudness', exact: true });
    const { body } = await tenant.live(
      'GET',
      `/api/integrations/submissions/${showcase.submissionId}/assets/${showcase.assetId}/series/loudness?points=2000`,
    );
    const momentary = body.channels.find(({ name }: { name: string }) => name === 'momentary');
    const loudest = Math.max(...momentary.max.filter((value: number | null) => value !== null));
    await lane.getByText(`max −${Math.abs(loudest).toFixed(1)} LUFS at 10:00:0`).waitFor();

    const cursor = lane.getByRole('slider', { name: 'Loudness at the playhead' });
    await cursor.press('Home');
    for (let steps = 0; steps < 5; steps++) await cursor.press('PageUp');
    await expect.poll(() => cursor.getAttribute('aria-valuetext')).toMatch(/^10:00:05:\d\d, M −\d+\.\d/);
    const text = (await cursor.getAttribute('aria-valuetext'))!;
    const [, said] = /M −(\d+\.\d)/.exec(text)!;
    const at = Number(await cursor.getAttribute('aria-valuenow'));
    const index = Math.floor((at - body.startSeconds) / body.stepSeconds);
    expect(-Number(said)).toBeCloseTo(momentary.max[index], 1);

    await lane.getByRole('button', { name: 'Numbers of Loudness' }).click();
    const dialog = page.getByRole('dialog', { name: 'Loudness in LUFS' });
    await dialog.getByText(/EBU R 128/).waitFor();
    await expect.poll(() => dialog.getByRole('row').count()).toBeGreaterThan(50);
    const numbers = await dialog.getByRole('row').allInnerTexts();
    expect(numbers.join('\n')).toContain(`−${Math.abs(loudest).toFixed(1)}`);
  });

  test(
    'agrees with the findings: the flash curve is above the limit where the issue is',
    { tags: 'long' },
    async () => {
      const { page } = await open(showcase.page);
      const flashes = showcase.issues.find(({ ruleCode }) => ruleCode === 'flash.general')!;
      const [most] = /\d+/.exec(flashes.summary)!;
      const lane = page.getByRole('region', { name: 'Flashes', exact: true });
      await lane.getByText(`max ${most}.0 /s at 10:00:0`).waitFor();
      await lane.getByText('3.0 /s WCAG 2.2 and ITU-R BT.1702 maximum').waitFor();
    },
  );
});

describe('issues with a box in the picture', () => {
  const bbox = [0.25, 0.75, 0.75, 0.875];
  const issues = [
    issueOf(1, { anchor: { kind: 'time', startSeconds: 2, endSeconds: 4, bbox } }),
    issueOf(2, {
      anchor: { kind: 'time', startSeconds: 3, endSeconds: 5, bbox: [0.1, 0.1, 0.3, 0.2] },
      severity: 'minor',
    }),
    issueOf(3, { anchor: { kind: 'time', startSeconds: 10, endSeconds: 11, bbox: [0, 0, 1920, 1080] } }),
  ];

  const windows = [
    [1280, 900],
    [360, 800],
  ] as const;
  for (const [cases, options] of sampled(windows, ([width]) => width === 1280))
    test.for(cases)(
      'are marked on the picture at their time, in a window of %i × %i',
      options,
      async ([width, height]) => {
        const { page, faults } = await openReview(chromium.browser, database, tenant, showcase.page, {
          issues,
          width,
          height,
        });
        const video = page.locator('video');
        await video.waitFor();
        await page.locator('.issue > summary', { hasText: issues[0].summary }).click();
        const marks = page.locator('.stage-marks .mark');
        await expect.poll(() => marks.count()).toBe(1);
        // Both boxes at one time, because the page may scroll between two calls.
        const [picture, mark] = await page.evaluate(() =>
          ['video', '.stage-marks .mark'].map((selector) => {
            const { x, y, width, height } = document.querySelector(selector)!.getBoundingClientRect();
            return { x, y, width, height };
          }),
        );
        if (picture === undefined || mark === undefined) throw new Error('there is no picture or no mark');
        expect(picture.width / picture.height).toBeCloseTo(16 / 9, 1);
        expect((mark.x - picture.x) / picture.width).toBeCloseTo(bbox[0]!, 1);
        expect((mark.y - picture.y) / picture.height).toBeCloseTo(bbox[1]!, 1);
        expect(mark.width / picture.width).toBeCloseTo(bbox[2]! - bbox[0]!, 1);

        // At 3 s, both issues are in the picture. A label selects its issue.
        await page.locator('body').press('Shift+ArrowRight');
        await page.getByRole('button', { name: 'Issue 2, minor' }).click();
        await expect.poll(() => page.url()).toContain(issues[1].id);
        await expect.poll(() => marks.count()).toBe(2);

        // A box that lies outside the picture is not drawn.
        await page.locator('.issue > summary', { hasText: issues[2].summary }).click();
        await expect.poll(() => marks.count()).toBe(0);
        expect(await overflow(page)).toBe(0);
        expect(faults).toEqual([]);
      },
    );

  test('are marked without labels while the video plays', { tags: 'long' }, async () => {
    const { page } = await openReview(chromium.browser, database, tenant, showcase.page, { issues });
    await page.locator('.issue > summary', { hasText: issues[1].summary }).click();
    const labels = page.locator('.stage-marks button');
    await expect.poll(() => labels.count()).toBe(2);
    await page.keyboard.press('k');
    await expect.poll(() => labels.count()).toBe(0);
    await expect.poll(() => page.locator('.stage-marks .mark').count()).toBe(1);
    await page.keyboard.press('k');
    await expect.poll(() => labels.count()).toBeGreaterThan(0);
  });

  test('have only the box of the selected issue in the safe view', { tags: 'long' }, async () => {
    const flashing = issues.map((issue) => ({ ...issue, ruleCode: 'flash.general' }));
    const { page } = await openReview(chromium.browser, database, tenant, showcase.page, {
      issues: flashing,
    });
    await page.locator('.issue > summary', { hasText: issues[1].summary }).click();
    await page.getByText('Safe view').waitFor();
    await expect.poll(() => page.locator('.stage-marks .mark').count()).toBe(1);
    expect(await page.locator('.stage-marks button').count()).toBe(0);
  });
});

test(
  'a file that browsers do not play gets a preview, in which issues are on their frames',
  { tags: 'long' },
  async () => {
    const prores = ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le', '-c:a', 'pcm_s16le'];
    const bytes = await countedVideo('25', 'mov', prores);
    const { page: path, issues } = await examine(tenant, 'master.mov', 'video/quicktime', bytes);
    const { page, faults } = await open(path);
    await page.getByText('Browsers do not play this file.').waitFor();
    await page.getByRole('slider', { name: 'Luminance at the playhead' }).waitFor();
    expect(await page.getByRole('button', { name: 'Play', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Make a preview' }).click();
    await page.locator('video').waitFor({ timeout: 60_000 });
    const black = issues.find(({ ruleCode }) => ruleCode === 'picture.black')!;
    await page.locator('.issue > summary', { hasText: black.summary }).click();
    await expect
      .poll(async () => readCounter(await page.locator('video').screenshot()), { timeout: 15_000 })
      .toBe(counted.black.first);
    expect(faults).toEqual([]);
  },
);

test('sound is played under the same axis', async () => {
  const bytes = await mediaOf('mp3', [
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:duration=8',
    '-c:a',
    'libmp3lame',
  ]);
  const { page: path } = await examine(tenant, 'jingle.mp3', 'audio/mpeg', bytes);
  const { page, faults } = await open(path);
  await page.getByRole('slider', { name: 'Waveform at the playhead' }).waitFor();
  expect(await page.getByText('Safe view').count()).toBe(0);
  await page.keyboard.press('k');
  await expect
    .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.2);
  await page.keyboard.press('k');
  await page.keyboard.press('Home');
  expect(faults).toEqual([]);
});

test(
  'a long recording with 1,000 issues needs at most 2 MB until it is played',
  { tags: 'long', timeout: 400_000 },
  async () => {
    // The page loads recordings of half an hour or more only when they are needed.
    const seconds = 7_200;
    const film = await mediaOf('mp4', [
      ...['-f', 'lavfi', '-i', `testsrc2=size=64x36:rate=1:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=8000:duration=${seconds}`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '16k'],
    ]);
    const { page: path, issues } = await examine(tenant, 'film.mp4', 'video/mp4', film, 240_000);
    const { page, faults } = await open(`/${tenant.workspaceId}/live/submissions`);
    // No real file has so many issues, so the list of the API is extended on its way.
    await page.route('**/issues', async (route) => {
      const response = await route.fetch();
      const list = await response.json();
      const families = ['picture.black', 'sound.silence', 'loudness.short_term', 'scan.interlaced'];
      const startOf = (index: number) => (index / 1_000) * (seconds - 200);
      const many = Array.from({ length: 1_000 }, (_, index) => ({
        ...issues[0]!,
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        referenceNumber: index + 1,
        ruleCode: families[index % families.length],
        summary: `Issue number ${index + 1}`,
        anchor: { kind: 'time', startSeconds: startOf(index), endSeconds: startOf(index) + (index % 5) },
      }));
      await route.fulfill({ response, json: { ...list, issues: many, total: many.length } });
    });
    let bytes = 0;
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const urls = new Map<string, string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
    // The made-up issues would be most of it.
    session.on('Network.dataReceived', ({ requestId, encodedDataLength, dataLength }) => {
      if (!urls.get(requestId)?.endsWith('/issues')) bytes += encodedDataLength || dataLength;
    });
    await page.goto(`${new URL(page.url()).origin}/console${path}`);
    for (const curve of ['Waveform', 'Loudness', 'Flashes', 'Luminance'])
      await page.getByRole('region', { name: curve, exact: true }).locator('canvas').waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeLessThan(2_000_000);
    // The recording itself is loaded when it is needed.
    const video = page.locator('video');
    expect(await video.evaluate((each: HTMLVideoElement) => each.readyState)).toBe(0);
    await page.getByText('A long recording is loaded when you play it').waitFor();

    const loudness = page.getByRole('slider', { name: 'Loudness at the playhead' });
    await loudness.scrollIntoViewIfNeeded();
    const box = (await loudness.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 10);
    await page.keyboard.down('Control');
    for (let steps = 0; steps < 12; steps++) {
      await page.mouse.wheel(0, -60);
      await page.waitForTimeout(60);
    }
    await page.keyboard.up('Control');
    await page.getByRole('slider', { name: 'Visible part' }).waitFor();
    await page.keyboard.press('0');
    await page.getByRole('slider', { name: 'Visible part' }).waitFor({ state: 'detached' });
    await page.keyboard.press(' ');
    await expect
      .poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime), { timeout: 60_000 })
      .toBeGreaterThan(0);
    await page.keyboard.press(' ');
    expect(await page.getByText('A long recording is loaded').count()).toBe(0);
    await page.keyboard.press(']');
    await expect
      .poll(() => video.evaluate((each: HTMLVideoElement) => each.readyState), { timeout: 60_000 })
      .toBeGreaterThanOrEqual(2);
    await page.getByRole('slider', { name: 'Position' }).press('End');
    await expect
      .poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime), { timeout: 60_000 })
      .toBeGreaterThan(seconds - 200);
    expect(faults).toEqual([]);
  },
);

describe('with something away', () => {
  test('the page keeps what it shows, says what is away, and recovers', { tags: 'long' }, async () => {
    const { page } = await open(showcase.page);
    await page.getByRole('slider', { name: 'Luminance at the playhead' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('The service cannot be reached.').waitFor({ timeout: 40_000 });
    expect(await page.locator('.issue').count()).toBe(showcase.issues.length);
    await page.getByRole('slider', { name: 'Luminance at the playhead' }).waitFor();
    await page.context().setOffline(false);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached', timeout: 40_000 });
  });

  test('the storage is told apart from a file that does not play', { tags: 'long' }, async () => {
    const { page } = await open(`/${tenant.workspaceId}/live/submissions`);
    const storage = `${inject('stack').s3Endpoint}/**`;
    await page.route(storage, (route) => route.abort('connectionrefused'));
    await page.goto(`${new URL(page.url()).origin}/console${showcase.page}`);
    await page.getByText('The storage does not send the file.').waitFor();
    await page.unroute(storage);
    await page
      .getByText('The storage does not send the file.')
      .waitFor({ state: 'detached', timeout: 30_000 });
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
      .toBe(4);
  });

  test(
    'a file that is no longer in the storage is reported, and its curves stay',
    { tags: 'long' },
    async () => {
      const {
        page: path,
        submissionId,
        assetId,
      } = await examine(tenant, 'removed.mp4', 'video/mp4', await countedVideo('25'));
      await blobs.remove(assetKey(tenant.workspaceId, submissionId, assetId));
      const { page } = await open(path);
      await page.getByText('It is no longer in the storage, or it is damaged.').waitFor();
      await page.getByRole('slider', { name: 'Luminance at the playhead' }).waitFor();
      expect(await page.locator('video').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Play', exact: true }).isDisabled()).toBe(true);
    },
  );
});
