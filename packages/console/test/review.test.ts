import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { submitSandbox, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { mediaOf } from '../../../test/support/live.ts';
import { openConsole, overflow, type View } from './console-page.ts';
import { counted, examine, readCounter, type ReviewedAsset, useSharedVideos } from './review-media.ts';

const database = useStackDatabase();
// Only long tests open the video of 29.97 frames a second.
const rare = inject('isLong') ? (['counted-30.mp4'] as const) : [];
const { tenant, assets } = useSharedVideos(database, 'counted-25.mp4', ...rare);
const stranger = useTenant(database);
const chromium = useBrowser();

const rates = ['25', '30000/1001'] as const;
const assetOf = (rate: (typeof rates)[number]) => assets[rate === '25' ? 'counted-25.mp4' : 'counted-30.mp4'];

const open = (path: string, view: View = {}) =>
  openConsole(chromium.browser, database, { workspaceId: tenant.workspaceId, path, ...view });
const openAsset = async (rate: (typeof rates)[number], view: View & { query?: string } = {}) => {
  const { page: path, issues } = assetOf(rate);
  const opened = await open(`${path}${view.query ?? ''}`, view);
  await opened.page.getByRole('group', { name: 'Player' }).waitFor();
  return { ...opened, issues };
};
const issueOf = (issues: ReviewedAsset['issues'], ruleCode: string) =>
  issues.find((issue) => issue.ruleCode === ruleCode)!;
const shownFrame = async (page: Page) => readCounter(await page.locator('video').screenshot());
const isReady = (page: Page) =>
  expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState), {
      timeout: 15_000,
    })
    .toBe(4);
/** Waits until the picture shows a frame. The screenshot is taken by the browser, as a person sees it. */
const untilFrame = (page: Page, frame: number) =>
  expect.poll(() => shownFrame(page), { timeout: 30_000 }).toBe(frame);

describe.for(rates)('a video of %s frames a second', (rate) => {
  const framesPerSecond = Number(rate.split('/')[0]) / Number(rate.split('/')[1] ?? 1);

  const tags = rate === '25' ? [] : ['long'];

  test(
    'shows the first frame of an issue that is selected in the list or on the time axis',
    { tags },
    async () => {
      const { page, issues, faults } = await openAsset(rate);
      await isReady(page);
      const expected = [
        ['picture.black', counted.black.first],
        ['flash.general', counted.flashes.first],
      ] as const;
      for (const [ruleCode, frame] of expected) {
        const issue = issueOf(issues, ruleCode);
        const { startSeconds } = issue.anchor as { startSeconds: number };
        expect(Math.round(startSeconds * framesPerSecond)).toBe(frame);
        await page.locator('.issue > summary', { hasText: issue.summary }).click();
        await untilFrame(page, frame);
        await page.getByText(`frame ${frame}`).waitFor();
      }
      for (const [ruleCode, frame] of expected) {
        const { summary } = issueOf(issues, ruleCode);
        await page.getByRole('button', { name: summary }).click();
        await untilFrame(page, frame);
      }
      expect(faults).toEqual([]);
    },
  );

  test('is stepped by a frame and by a second with the arrows', { tags: 'long' }, async () => {
    const { issues } = assetOf(rate);
    const black = issueOf(issues, 'picture.black');
    const { page } = await openAsset(rate, { query: `?issue=${black.id}` });
    await untilFrame(page, counted.black.first);
    for (const [keys, frame] of [
      ['ArrowLeft', counted.black.first - 1],
      ['ArrowRight', counted.black.first],
      ['ArrowRight', counted.black.first + 1],
    ] as const) {
      await page.keyboard.press(keys);
      await untilFrame(page, frame);
    }
    for (let steps = 0; steps < 12; steps++) await page.keyboard.press('ArrowRight');
    await untilFrame(page, counted.black.first + 13);
    await page.keyboard.press('Shift+ArrowRight');
    await untilFrame(page, counted.black.first + 13 + Math.round(framesPerSecond));
    await page.keyboard.press(']');
    await expect.poll(() => new URL(page.url()).searchParams.get('issue')).not.toBe(black.id);
  });
});

test(
  'the chosen frame is shown although the first frame appears before the file is reported as loaded',
  { tags: 'long' },
  async () => {
    const { page, issues } = await openAsset('25');
    // On a busy machine, Chromium sometimes sends the two events in this order.
    await page.addInitScript(() => {
      document.addEventListener(
        'loadedmetadata',
        (event) => {
          if (!event.isTrusted) return;
          event.stopImmediatePropagation();
          setTimeout(() => event.target!.dispatchEvent(new Event('loadedmetadata')), 500);
        },
        { capture: true },
      );
    });
    await page.goto(`${page.url()}?issue=${issueOf(issues, 'picture.black').id}`);
    await untilFrame(page, counted.black.first);
  },
);

test(
  'the last chosen frame is shown although it is chosen between the end of a seek and its event',
  { tags: 'long' },
  async () => {
    const { issues } = assetOf('25');
    const { page } = await openAsset('25', { query: `?issue=${issueOf(issues, 'picture.black').id}` });
    await untilFrame(page, counted.black.first);
    // On a busy machine, Chromium sends the event so late.
    await page.evaluate(() => {
      document.addEventListener(
        'seeked',
        (event) => {
          if (!event.isTrusted) return;
          event.stopImmediatePropagation();
          setTimeout(() => event.target!.dispatchEvent(new Event('seeked')), 500);
        },
        { capture: true },
      );
    });
    await page.evaluate(async () => {
      const press = () =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      press();
      press();
      while (document.querySelector('video')!.seeking) await new Promise(requestAnimationFrame);
      press();
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await untilFrame(page, counted.black.first + 3);
  },
);

test('time codes begin with the file’s own, and are drop-frame at 29.97', { tags: 'long' }, async () => {
  const { page } = await openAsset('30000/1001');
  await page.getByRole('slider', { name: 'Position' }).press('End');
  await expect.poll(() => page.locator('.time-code').innerText()).toMatch(/^10:00:09;2\d$/);
  await page.getByRole('slider', { name: 'Position' }).press('Home');
  await expect.poll(() => page.locator('.time-code').innerText()).toBe('10:00:00;00');
});

describe('the review page', () => {
  test('shows the facts, the checks, and an issue with its threshold', async () => {
    const { page, issues, faults } = await openAsset('25');
    await page.getByText('H.264 High, 640 × 360').waitFor();
    await page.getByText('25 fps').waitFor();
    await page.getByText('AAC, mono, 48 kHz').waitFor();
    await page.locator('.file-facts code').waitFor();
    expect(await page.locator('.file-facts code').getAttribute('title')).toMatch(/^[0-9a-f]{64}$/);
    const checks = page.locator('.checks > summary');
    await expect.poll(() => checks.innerText()).toMatch(/^\d+ checks made, \d+ passed/);
    await checks.click();
    const black = page.getByRole('row', { name: /picture\.black / });
    await black.getByText('1 finding').waitFor();
    await page
      .getByRole('row', { name: /picture\.freeze/ })
      .getByText('Passed')
      .waitFor();

    const { summary } = issueOf(issues, 'picture.black');
    await page.locator('.issue > summary', { hasText: summary }).click();
    const opened = page.locator('.issue[open]');
    await opened.getByText('Threshold').first().waitFor();
    await opened.getByText('How to fix it').waitFor();
    await opened.getByRole('img', { name: /^Picture of the moment/ }).waitFor();
    expect(faults).toEqual([]);
  });

  test('keeps filters and the selected issue in the URL', async () => {
    const { page, issues } = await openAsset('25');
    await page.getByLabel('Search').fill('black');
    const items = page.locator('.issue');
    await expect
      .poll(() => items.count())
      .toBe(issues.filter(({ details, summary }) => /black/i.test(`${summary} ${details}`)).length);
    await page.getByLabel('Severity').selectOption('minor');
    await items.first().locator('summary').click();
    await expect.poll(() => new URL(page.url()).searchParams.has('issue')).toBe(true);
    await page.reload();
    await page.locator('.issue[open]').waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('black');
    expect(await page.getByLabel('Severity').inputValue()).toBe('minor');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => items.count()).toBe(issues.length);
  });

  test('is reached from the asset and from the issue of a submission', async () => {
    const { submissionId, page: review, issues } = assetOf('25');
    const { page } = await open(`/${tenant.workspaceId}/live/submissions/${submissionId}`);
    await page.getByRole('link', { name: 'Review counted-25.mp4' }).click();
    await page.getByRole('group', { name: 'Player' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console${review}`);
    await page.locator('.back').click();
    const { summary, id } = issueOf(issues, 'picture.black');
    await page.locator('.issue > summary', { hasText: summary }).click();
    await page.getByRole('link', { name: `Show it in the file ${summary}` }).click();
    await page.locator('.issue[open]', { hasText: summary }).waitFor();
    expect(new URL(page.url()).searchParams.get('issue')).toBe(id);
  });

  test('of another workspace, or of an unknown asset, is not found', async () => {
    const { page: review, submissionId } = assetOf('25');
    const other = await openConsole(chromium.browser, database, {
      workspaceId: stranger.workspaceId,
      path: review.replace(tenant.workspaceId, stranger.workspaceId),
    });
    await other.page.getByRole('heading', { name: 'Asset not found' }).waitFor();
    for (const path of [`${submissionId}/assets/${randomUUID()}`, `${randomUUID()}/assets/x`]) {
      const { page } = await open(`/${tenant.workspaceId}/live/submissions/${path}`);
      await page.getByRole('heading', { name: 'Asset not found' }).waitFor();
    }
    expect(await other.page.locator('video').count()).toBe(0);
  });

  test('of the sandbox says that there is no file', { tags: 'long' }, async () => {
    const { body } = await submitSandbox(tenant, ['fail', 'pending']);
    const id = body.submissionId as string;
    const sandbox = (blobPath: string) =>
      open(`/${tenant.workspaceId}/sandbox/submissions/${id}/assets/${blobPath.split('/')[0]!}`);
    const [failing, pending] = body.assets as { blobPath: string; assetId: string }[];
    const { page } = await sandbox(failing!.assetId);
    await page.getByText('The sandbox simulates submissions without files.').waitFor();
    await page.locator('.issue').first().waitFor();
    const waiting = await sandbox(pending!.assetId);
    await waiting.page.getByText('appear here when it has been examined').waitFor();
  });
});

test(
  'in a narrow window, severity, place and summary of an issue do not overlap',
  { tags: 'long' },
  async () => {
    const { body } = await submitSandbox(tenant, ['fail']);
    const [id, assetId] = [body.submissionId as string, body.assets[0].assetId as string];
    const word = 'Bilduntertitelungsgeschwindigkeitsüberschreitung';
    const anchors = [
      { kind: 'time', startSeconds: 35_999.04, endSeconds: 36_059.96 },
      { kind: 'text', quote: `${word} ${word}`, start: 0, end: 97 },
      { kind: 'region', x: 0.333, y: 0.333, width: 0.1, height: 0.1 },
    ];
    const list = `/${tenant.workspaceId}/sandbox/submissions/${id}`;
    const { page } = await open(`/${tenant.workspaceId}/sandbox/submissions`, { width: 320 });
    await page.route('**/issues', async (route) => {
      const response = await route.fetch();
      const { issues, ...rest } = (await response.json()) as { issues: object[] };
      const longer = issues.map((issue, at) => ({ ...issue, summary: `${word} ${at}`, anchor: anchors[at] }));
      await route.fulfill({ response, json: { ...rest, issues: longer } });
    });
    for (const path of [`${list}/assets/${assetId}`, list]) {
      await page.evaluate((url) => {
        history.pushState(null, '', url);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/console${path}`);
      await page.getByText(`${word} 2`).first().waitFor();
      for (const width of [320, 375, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const overlaps = await page.locator('.issue > summary').evaluateAll((summaries) =>
          summaries.flatMap((summary) => {
            const boxes = [...summary.children].map((child) => {
              const range = document.createRange();
              range.selectNodeContents(child);
              const [text, own] = [range.getBoundingClientRect(), child.getBoundingClientRect()];
              // The text, or the part of it that its element does not hide.
              const isClipped = getComputedStyle(child).overflowX !== 'visible';
              return isClipped ? own : text;
            });
            const all = summary.getBoundingClientRect();
            return boxes.flatMap((one, at) => {
              const isOutside = one.left < all.left - 1 || one.right > all.right + 1;
              const overlapping = boxes.some(
                (other, index) =>
                  index > at &&
                  one.left < other.right - 1 &&
                  other.left < one.right - 1 &&
                  one.top < other.bottom - 1 &&
                  other.top < one.bottom - 1,
              );
              return isOutside || overlapping ? [`${summary.textContent}: part ${at}`] : [];
            });
          }),
        );
        expect({ path, width, overlaps }).toEqual({ path, width, overlaps: [] });
        expect(await overflow(page)).toBe(0);
      }
      await page.setViewportSize({ width: 320, height: 900 });
    }
  },
);

describe('the safe view', () => {
  const maxPixels = 21_824;
  const sizes = [
    [320, 640],
    [1280, 900],
    [2560, 1440],
  ] as const;

  test.for(sizes)(
    'keeps flashing pictures small in a window of %i × %i',
    { tags: 'long' },
    async ([width, height]) => {
      const { page } = await openAsset('25', { width, height });
      await isReady(page);
      const area = async () => {
        const box = (await page.locator('video').boundingBox())!;
        return box.width * box.height;
      };
      expect(await area()).toBeLessThanOrEqual(maxPixels);
      await page.keyboard.press('k');
      await expect
        .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused))
        .toBe(false);
      expect(await area()).toBeLessThanOrEqual(maxPixels);
      await page.keyboard.press('k');

      const ask = page.getByRole('button', { name: 'Play at full size' });
      await ask.click();
      const dialog = page.getByRole('alertdialog', { name: 'Play at full size?' });
      await dialog.getByRole('button', { name: 'Stay in the safe view' }).click();
      expect(await area()).toBeLessThanOrEqual(maxPixels);
      await ask.click();
      await page.keyboard.press('Escape');
      expect(await area()).toBeLessThanOrEqual(maxPixels);
      await ask.click();
      await dialog.getByRole('button', { name: 'Show at full size' }).click();
      await expect.poll(area).toBeGreaterThan(maxPixels);
      await page.reload();
      await isReady(page);
      expect(await area()).toBeLessThanOrEqual(maxPixels);
    },
  );

  test('also holds for stripes', { tags: 'long' }, async () => {
    const { page: path } = assetOf('25');
    const { page } = await open(`/${tenant.workspaceId}/live/submissions`);
    await page.route('**/issues', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/flash\.\w+/g, 'pattern.stripes');
      await route.fulfill({ response, body });
    });
    await page.evaluate((url) => {
      history.pushState(null, '', url);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/console${path}`);
    await page.getByRole('group', { name: 'Player' }).waitFor();
    await isReady(page);
    await page.getByText('This video has flashes or stripes').waitFor();
    const box = (await page.locator('video').boundingBox())!;
    expect(box.width * box.height).toBeLessThanOrEqual(maxPixels);
  });

  test('also holds until the issues are known, and nothing ever plays by itself', async () => {
    const { page: path } = assetOf('25');
    const { page } = await open(`/${tenant.workspaceId}/live/submissions`);
    await page.route('**/issues', (route) => route.abort());
    await page.evaluate(() => {
      const played: string[] = [];
      document.addEventListener('play', () => played.push('play'), true);
      Object.assign(globalThis, { played });
    });
    await page.evaluate((url) => {
      history.pushState(null, '', url);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/console${path}`);
    await page.getByRole('group', { name: 'Player' }).waitFor();
    await isReady(page);
    await page.getByText('It is not known whether this video has flashes').waitFor();
    const box = (await page.locator('video').boundingBox())!;
    expect(box.width * box.height).toBeLessThanOrEqual(maxPixels);
    expect(await page.locator('[autoplay]').count()).toBe(0);
    expect(await page.evaluate(() => (globalThis as unknown as { played: string[] }).played)).toEqual([]);
  });
});

describe('keys', () => {
  test('are listed, and can be turned off for good', { tags: 'long' }, async () => {
    const { page } = await openAsset('25');
    await isReady(page);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Loop the selected issue').waitFor();
    await page.keyboard.press('k');
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
    await dialog.getByLabel('Use these shortcuts').uncheck();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press(']');
    await page.keyboard.press('ArrowRight');
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await isReady(page);
    await page.keyboard.press('?');
    expect(await dialog.count()).toBe(0);
    await page.getByRole('button', { name: 'Shortcuts (off)' }).click();
    await dialog.getByLabel('Use these shortcuts').check();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press(']');
    await page.locator('.issue[open]').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('do not act while somebody types or presses a button', { tags: 'long' }, async () => {
    const { page } = await openAsset('25');
    await isReady(page);
    await page.getByLabel('Search').pressSequentially('k ]');
    expect(await page.getByLabel('Search').inputValue()).toBe('k ]');
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
    await page.getByRole('button', { name: 'Zoom in' }).press('Space');
    await page.getByRole('slider', { name: 'Visible part' }).waitFor();
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  });

  test('loop the selected issue and zoom to it', { tags: 'long' }, async () => {
    const { issues } = assetOf('25');
    const black = issueOf(issues, 'picture.black');
    const { page } = await openAsset('25', { query: `?issue=${black.id}` });
    await isReady(page);
    await untilFrame(page, counted.black.first);
    await page.keyboard.press('z');
    await page.getByRole('slider', { name: 'Visible part' }).waitFor();
    await page.keyboard.press('i');
    await page.getByRole('button', { name: 'Loop', pressed: true }).waitFor();
    const times: number[] = [];
    const video = page.locator('video');
    await expect
      .poll(
        async () => {
          times.push(await video.evaluate((each: HTMLVideoElement) => each.currentTime));
          return times.some((time, index) => time < (times[index - 1] ?? 0));
        },
        { timeout: 15_000 },
      )
      .toBe(true);
    const { startSeconds, endSeconds } = black.anchor as { startSeconds: number; endSeconds: number };
    for (const time of times.slice(1)) {
      expect(time).toBeGreaterThanOrEqual(startSeconds - 0.05);
      expect(time).toBeLessThan(endSeconds + 0.3);
    }
  });
});

test(
  'a link that expired is replaced, and the recording plays at the chosen time',
  { tags: 'long', timeout: 300_000 },
  async () => {
    // Noise makes the file so large that the browser does not hold all of it.
    const noise = await mediaOf('mp4', [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=16,noise=alls=60:allf=t'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '6', '-g', '25', '-pix_fmt', 'yuv420p'],
      ...['-movflags', '+faststart'],
    ]);
    const { page: path } = await examine(tenant, 'noise.mp4', 'video/mp4', noise);
    const { page } = await open(path);
    await page.getByRole('group', { name: 'Player' }).waitFor();
    await isReady(page);
    const video = page.locator('video');
    const source = () => video.evaluate((each: HTMLVideoElement) => each.src);
    const before = await source();
    // Playwright answers as S3 does after an hour.
    let refused = 0;
    await page.route(`${inject('stack').s3Endpoint}/**`, (route) => {
      if (route.request().url() !== before) return route.continue();
      refused++;
      return route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' } });
    });
    // The person presses play while the page asks for another link.
    let play = () => {};
    const pressed = new Promise<void>((resolve) => (play = resolve));
    await page.route('**/media', (route) => pressed.then(() => route.continue()));
    const position = page.getByRole('slider', { name: 'Position' });
    await position.press('End');
    for (let pages = 0; pages < 3; pages++) await position.press('PageDown');
    const chosen = Number(await position.getAttribute('aria-valuenow'));
    expect(chosen).toBeGreaterThan(14);
    await page.keyboard.press('k');
    play();
    await expect.poll(source, { timeout: 90_000 }).not.toBe(before);
    expect(refused).toBeGreaterThan(0);
    const currentTime = () => video.evaluate((each: HTMLVideoElement) => each.currentTime);
    await expect.poll(currentTime, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await currentTime()).toBeGreaterThanOrEqual(chosen);
    await expect.poll(currentTime, { timeout: 60_000 }).toBeGreaterThan(chosen + 0.2);
  },
);
