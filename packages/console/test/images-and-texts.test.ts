import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { uploadFile, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { mediaOf } from '../../../test/support/live.ts';
import { sampled } from '../../../test/support/sampled.ts';
import { docx, paragraph } from '../../../test/support/word-files.ts';
import { advertisement } from './console-data.ts';
import { axeViolations, overflow, views } from './console-page.ts';
import { eventually, issueOf, openReview, reviewPaths } from './review-data.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const scratch = inject('scratchDir');
const storage = inject('stack').s3Endpoint;

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert(2)</script></svg>`;
const lines = Array.from({ length: 30_000 }, (_, at) => `Line ${at + 1} of a long text without any claim.`);
lines[20_000] = 'Our cream cures eczema in 100% of all cases, guaranteed! Buy it now, it is the best cream.';

type Name = 'photo' | 'svg' | 'cut' | 'text' | 'docx' | 'long';
/** Only long tests open these files. */
const onlyLong = new Set<Name>(['cut', 'long']);

let paths: Record<Name, string>;
beforeAll(async () => {
  const photo = await mediaOf('png', ['-f', 'lavfi', '-i', 'testsrc2=size=1600x900', '-frames:v', '1']);
  const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const files: Record<Name, [filename: string, contentType: string, bytes: Buffer]> = {
    photo: ['photo.png', 'image/png', photo],
    svg: ['drawing.svg', 'image/svg+xml', Buffer.from(svg)],
    cut: ['cut.png', 'image/png', photo.subarray(0, photo.length / 2)],
    text: ['advertisement.txt', 'text/plain', Buffer.from(`Intro\n\n${advertisement}`)],
    docx: ['flyer.docx', wordType, docx({ body: paragraph(`Our offer. ${advertisement}`) })],
    long: ['long.txt', 'text/plain', Buffer.from(lines.join('\n'))],
  };
  const submit = async (names: readonly Name[]) => {
    const wanted = names.filter((name) => inject('isLong') || !onlyLong.has(name));
    const uploads = wanted.map((name) => uploadFile(tenant.live, ...files[name]));
    const found = await reviewPaths(tenant, await Promise.all(uploads));
    return wanted.map((name, at) => [name, found[at]!] as const);
  };
  // Without documents in their submission, no sidekick reads the text of the images, which takes seconds.
  const submitted = await Promise.all([submit(['photo', 'svg', 'cut']), submit(['text', 'docx', 'long'])]);
  paths = Object.fromEntries(submitted.flat()) as typeof paths;
});

const open = (at: string, options?: Parameters<typeof openReview>[4]) =>
  openReview(chromium.browser, database, tenant, at, options);

/** Issues of an image: two regions, one at the edge, and one about the whole image. */
const regions = [
  issueOf(1, { anchor: { kind: 'region', x: 0.25, y: 0.5, width: 0.25, height: 0.25 } }),
  issueOf(2, {
    anchor: { kind: 'region', x: 0.9, y: 0.9, width: 0.5, height: 0.5 },
    severity: 'major',
  }),
  issueOf(3, { anchor: { kind: 'asset' }, severity: 'minor' }),
];

const scroller = '.image-scroller';

test('the regions of an image are drawn over it, and selected by keys and by pressing them', async () => {
  const { page, faults } = await open(paths.photo, { issues: regions });
  const frame = page.locator('.image-frame');
  await frame.getByRole('img', { name: 'photo.png' }).waitFor();
  await eventually(() => frame.evaluate((element) => element.clientWidth)).toBeGreaterThan(700);
  const [whole, mark] = await Promise.all([
    frame.boundingBox(),
    frame.locator('.mark-critical').boundingBox(),
  ]);
  expect((mark!.x - whole!.x) / whole!.width).toBeCloseTo(0.25, 2);
  expect((mark!.y - whole!.y) / whole!.height).toBeCloseTo(0.5, 2);
  expect(mark!.width / whole!.width).toBeCloseTo(0.25, 2);
  expect(mark!.height / whole!.height).toBeCloseTo(0.25, 2);
  // A region that reaches over the edge is cut off there.
  const edge = (await frame.locator('.mark-major').boundingBox())!;
  expect(edge.x + edge.width).toBeLessThanOrEqual(whole!.x + whole!.width + 1);
  // An issue of the whole image has a label without a box.
  await frame.getByRole('button', { name: /^Issue 3, minor/ }).waitFor();
  expect(await frame.locator('.mark').count()).toBe(2);

  await page.mouse.click(mark!.x + mark!.width / 2, mark!.y + mark!.height / 2);
  const label = frame.getByRole('button', { name: /^Issue 1, / });
  await eventually(() => label.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press(']');
  await eventually(() => label.getAttribute('aria-pressed')).toBe('false');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an enlarged image scrolls to the selected region', { tags: 'long' }, async () => {
  const { page } = await open(paths.photo, { issues: regions });
  await page.locator('.image-frame').getByRole('img').waitFor();
  for (let press = 0; press < 3; press++) await page.keyboard.press('+');
  await eventually(() => page.locator('.image-frame').evaluate((frame) => frame.clientWidth)).toBe(1_600);
  await page.locator('.review-issues .issue > summary').nth(1).click();
  await eventually(() => page.locator(scroller).evaluate((element) => element.scrollLeft)).toBeGreaterThan(
    400,
  );
  await page.context().close();
});

test('a damaged image is shown as far as it can be; one that is none says so', { tags: 'long' }, async () => {
  const cut = await open(paths.cut);
  await cut.page.locator('.image-frame').getByRole('img', { name: 'cut.png' }).waitFor();
  expect(cut.faults).toEqual([]);
  await cut.page.context().close();

  const none = await open('/sign-in');
  await none.page.route(`${storage}/**`, (route) =>
    route.fulfill({ contentType: 'image/png', body: 'none' }),
  );
  await none.page.goto(`${new URL(none.page.url()).origin}/console${paths.photo}`);
  await none.page.getByText('The browser cannot show the image.').waitFor();
  await none.page.getByRole('link', { name: 'Download photo.png' }).waitFor();
  expect(await axeViolations(none.page)).toEqual([]);
  await none.page.context().close();
});

test('an SVG is not shown, and its scripts do not run', async () => {
  const { page, faults, requests } = await open(paths.svg);
  await page.getByText('SVG files are not shown.').waitFor();
  expect(requests.filter((url) => url.startsWith(storage))).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download drawing.svg' }).click();
  expect((await download).suggestedFilename()).toBe('drawing.svg');
  // Chromium opens an empty page for the download, and may keep it.
  const shown = page
    .context()
    .pages()
    .map((each) => each.url());
  expect(shown.filter((url) => url.startsWith(storage))).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a text has line numbers, and its quotes are highlighted and selected', async () => {
  const { page, faults } = await open(paths.text);
  const region = page.getByRole('region', { name: 'Text of advertisement.txt' });
  await region.getByText('Intro').waitFor();
  const line = region.locator('.text-line').nth(2);
  expect(await line.getAttribute('data-line')).toBe('3');
  const marked = await line.locator('mark').allTextContents();
  expect(marked).toContain('clinically proven');
  await line.getByRole('button', { name: /^Issue \d+, .*clinically proven/ }).click();
  await eventually(() => line.locator('mark[data-selected=true]').textContent()).toBe('clinically proven');
  expect(faults).toEqual([]);
  await page.context().close();
});

test(
  'of a long text, the beginning is shown, and the selected passage is scrolled to',
  { tags: 'long' },
  async () => {
    const { page, faults } = await open(paths.long);
    await page.getByText(/The first 1\.0 MB of 1\.\d MB are shown/).waitFor();
    await page.keyboard.press(']');
    const selected = page.locator('mark[data-selected=true]');
    await selected.first().waitFor();
    await eventually(async () => {
      const [box, part] = await Promise.all([
        selected.first().boundingBox(),
        page.locator('.text-scroller').boundingBox(),
      ]);
      return box!.y > part!.y && box!.y + box!.height < part!.y + part!.height;
    }).toBe(true);
    await page.screenshot({ path: path.join(scratch, 'text-long.png') });
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test('no key is lost that is pressed as soon as the page is visible, before its issues have arrived', async () => {
  const { page, faults } = await open('/sign-in');
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/issues', (route) => arrived.then(() => route.continue()));
  // The observer is called before the browser paints the page.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.review') === null) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true }));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${new URL(page.url()).origin}/console${paths.text}`);
  await page.getByRole('region', { name: 'Text of advertisement.txt' }).waitFor();
  await page.keyboard.press(']');
  arrive();
  await page.getByText(/^Issue 2 of \d+, /).waitFor({ state: 'attached' });
  expect(await page.locator('.issue[open]').count()).toBe(1);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('of a document that browsers do not show, the quoted passages are shown', async () => {
  const { page, faults } = await open(paths.docx);
  await page.getByText('Browsers do not show this type of document.').waitFor();
  const passage = page.getByRole('list', { name: 'Quoted passages' }).getByRole('listitem');
  await eventually(() => passage.count()).toBeGreaterThan(3);
  expect(await passage.locator('mark').allTextContents()).toContain('clinically proven');
  const second = passage.nth(1).getByRole('button');
  await second.click();
  expect(await second.getAttribute('aria-pressed')).toBe('true');
  expect(faults).toEqual([]);
  await page.context().close();
});

for (const { tags, ...view } of views)
  for (const [names, options] of sampled(
    ['photo', 'svg', 'text', 'docx'] as const,
    (name) => name === 'text',
  ))
    test.for(names)(
      `at ${view.width} px, ${view.theme}, the view of %s does not violate WCAG 2.2 AA`,
      { tags: [...tags, ...options.tags] },
      async (name) => {
        const { page, faults } = await open(paths[name], {
          ...view,
          ...(name === 'photo' ? { issues: regions } : {}),
        });
        await page.locator('.image-frame, .text-line, .excerpt-item, .notice').first().waitFor();
        await page.keyboard.press(']');
        await page.locator('.issue[open]').waitFor();
        await page.screenshot({ path: path.join(scratch, `${name}-${view.width}-${view.theme}.png`) });
        expect(await axeViolations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        expect(faults).toEqual([]);
        await page.context().close();
      },
    );
