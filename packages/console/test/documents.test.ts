import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { uploadFile, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { mediaOf, uploadPdf } from '../../../test/support/live.ts';
import { advertisement } from './console-data.ts';
import { axeViolations, overflow, views } from './console-page.ts';
import { eventually, issueOf, openReview, reviewPaths } from './review-data.ts';
import { sampled } from '../../../test/support/sampled.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const scratch = inject('scratchDir');
const storage = inject('stack').s3Endpoint;

// A red rectangle, and exactly over it a link with a launch action, on upright and rotated pages with a crop box.
const redRectangle = '1 0 0 rg 100 500 160 60 re f';
const link = '<< /Subtype /Link /Rect [100 500 260 560] /A << /S /Launch /F (calc.exe) >> >>';
const rotations = { 2: 0, 3: 90, 4: 180, 5: 270 };

let contract: string;
let long: string;
let text: string;
beforeAll(async () => {
  const pages = Object.entries(rotations);
  const paths = await Promise.all([
    uploadPdf(tenant, {
      filename: 'contract.pdf',
      pages: 5,
      texts: ['Agreement\nThe cream is clinically\nproven to work.'],
      contents: Object.fromEntries(pages.map(([page]) => [page, redRectangle])),
      script: "app.alert('Opened');",
      objects: { link },
      pageEntries: Object.fromEntries(
        pages.map(([page, degrees]) => [
          page,
          `/Rotate ${degrees} /CropBox [50 60 545 782] /Annots [@link] `,
        ]),
      ),
    }),
    // Only long tests open these files.
    ...(inject('isLong')
      ? [
          uploadPdf(tenant, { filename: 'long.pdf', pages: 1_000, script: 'opened()' }),
          uploadFile(tenant.live, 'advertisement.txt', 'text/plain', Buffer.from(advertisement)),
        ]
      : []),
  ]);
  [contract, long, text] = (await reviewPaths(tenant, paths)) as [string, string, string];
});

const open = (at: string, options?: Parameters<typeof openReview>[4]) =>
  openReview(chromium.browser, database, tenant, at, options);
const viewer = (page: Page) => page.getByRole('region', { name: /^Pages of / });
const sheet = (page: Page, number: number) => page.locator(`.pdf-page[data-page="${number}"]`);
const goTo = async (page: Page, number: number) => {
  await page.getByRole('spinbutton', { name: 'Page' }).fill(String(number));
  await page.getByRole('spinbutton', { name: 'Page' }).press('Enter');
};
/** Returns the number of the page in the toolbar. */
const currentPage = (page: Page) => page.getByRole('spinbutton', { name: 'Page' }).inputValue();
/** Returns whether an element is inside the visible part of the viewer. */
const isVisible = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const part = document.querySelector('.pdf-scroller')!.getBoundingClientRect();
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box !== undefined && box.top >= part.top && box.bottom <= part.bottom;
  }, selector);

describe('boxes', () => {
  test.for(Object.entries(rotations))(
    'on page %s, which is rotated by %i degrees, lie on what they are about',
    { tags: 'long' },
    async ([number]) => {
      const { page, faults } = await open(contract);
      await goTo(page, Number(number));
      const mark = sheet(page, Number(number)).locator('.mark');
      await mark.waitFor();
      const places = () =>
        page.evaluate((wanted) => {
          const canvas = document.querySelector<HTMLCanvasElement>(
            `.pdf-page[data-page="${wanted}"] canvas`,
          )!;
          const { width, height } = canvas;
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
          const red = [1, 1, 0, 0];
          for (let at = 0; at < data.length; at += 4) {
            if (data[at]! < 200 || data[at + 1]! > 50) continue;
            const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
            red[0] = Math.min(red[0]!, x / width);
            red[1] = Math.min(red[1]!, y / height);
            red[2] = Math.max(red[2]!, (x + 1) / width);
            red[3] = Math.max(red[3]!, (y + 1) / height);
          }
          const outer = canvas.getBoundingClientRect();
          const inner = document
            .querySelector(`.pdf-page[data-page="${wanted}"] .mark`)!
            .getBoundingClientRect();
          const box = [
            (inner.left - outer.left) / outer.width,
            (inner.top - outer.top) / outer.height,
            (inner.right - outer.left) / outer.width,
            (inner.bottom - outer.top) / outer.height,
          ];
          return { red, box };
        }, number);
      await eventually(async () => (await places()).red[2]).toBeGreaterThan(0);
      const { red, box } = await places();
      for (const side of [0, 1, 2, 3]) expect(Math.abs(box[side]! - red[side]!)).toBeLessThan(0.005);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  test(
    'from before their definition are not drawn, and the issue is on the page',
    { tags: 'long' },
    async () => {
      const { page, faults } = await open(contract, {
        issues: [issueOf(1, { anchor: { kind: 'page', page: 1, bbox: [72, 700, 300, 724] } })],
      });
      await sheet(page, 1)
        .getByRole('button', { name: /^Issue 1, / })
        .waitFor();
      expect(await sheet(page, 1).locator('.mark').count()).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );
});

test('a page number stays in its field while the pages are drawn again', { tags: 'long' }, async () => {
  const { page } = await open(contract);
  await sheet(page, 1).locator('canvas').waitFor();
  const field = page.getByRole('spinbutton', { name: 'Page' });
  await field.fill('5');
  const { width } = (await sheet(page, 1).boundingBox())!;
  await page.setViewportSize({ width: 1_000, height: 900 });
  await eventually(async () => (await sheet(page, 1).boundingBox())!.width).not.toBe(width);
  await field.press('Enter');
  await sheet(page, 5).locator('.mark').waitFor();
  await page.context().close();
});

describe('quotes', () => {
  test('are highlighted in the text of the page, also over two lines', async () => {
    const { page } = await open(contract);
    const marks = sheet(page, 1).locator('.mark-quote');
    await eventually(() => marks.count()).toBe(2);
    const pageBox = (await sheet(page, 1).boundingBox())!;
    const [clinically, proven] = (await Promise.all(
      (await marks.all()).map((mark) => mark.boundingBox()),
    )) as [NonNullable<typeof pageBox>, NonNullable<typeof pageBox>];
    // The font has 14.4 points per character. "clinically" is after 13 characters of the second line.
    const share = (x: number) => (x - pageBox.x) / pageBox.width;
    expect(share(clinically.x)).toBeCloseTo((72 + 13 * 14.4) / 595, 2);
    expect(share(clinically.x + clinically.width)).toBeCloseTo((72 + 23 * 14.4) / 595, 2);
    expect(share(proven.x)).toBeCloseTo(72 / 595, 2);
    expect(share(proven.x + proven.width)).toBeCloseTo((72 + 6 * 14.4) / 595, 2);
    expect(proven.y).toBeGreaterThan(clinically.y);
    await page.context().close();
  });

  test('without a page are found in the document', { tags: 'long' }, async () => {
    const { page, faults } = await open(long, {
      issues: [issueOf(1, { anchor: { kind: 'text', start: 0, end: 9, quote: 'Page  37' } })],
    });
    await page.locator('.review-issues .issue > summary').click();
    await sheet(page, 37).locator('.mark-quote').waitFor({ timeout: 30_000 });
    expect(await currentPage(page)).toBe('37');
    await eventually(() => isVisible(page, '.pdf-page[data-page="37"] .mark-quote')).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

test(
  'the text of a page is read out by screen readers, in a region with its issues',
  { tags: 'long' },
  async () => {
    const { page } = await open(contract);
    const region = page.getByRole('region', { name: 'Page 1, 2 issues' });
    await region.getByText('The cream is clinically').waitFor();
    expect(await region.locator('canvas').getAttribute('aria-hidden')).toBe('true');
    await page.context().close();
  },
);

test('issues and pages are reached by keys, by the list, and by pressing the page', async () => {
  const { page, faults } = await open(contract);
  await sheet(page, 1).locator('.mark').first().waitFor();
  for (let press = 0; press < 4; press++) await page.keyboard.press(']');
  await page
    .getByText(/An action on page 2/)
    .first()
    .waitFor();
  await eventually(() => isVisible(page, '.pdf-page[data-page="2"] .mark[data-selected=true]')).toBe(true);
  await page.keyboard.press(']');
  await eventually(() => isVisible(page, '.pdf-page[data-page="3"] .mark[data-selected=true]')).toBe(true);
  await page.keyboard.press('[');
  await eventually(() => isVisible(page, '.pdf-page[data-page="2"] .mark[data-selected=true]')).toBe(true);

  await page.keyboard.press('PageDown');
  await eventually(() => currentPage(page)).toBe('3');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await eventually(() => currentPage(page)).toBe('3');

  await page.getByRole('button', { name: /^Page 5\b/ }).click();
  const label = sheet(page, 5).getByRole('button', { name: /^Issue \d, critical: An action on page 5/ });
  await label.click();
  expect(await label.getAttribute('aria-pressed')).toBe('true');
  expect(new URL(page.url()).searchParams.get('issue')).not.toBeNull();
  await page.getByRole('button', { name: /^Page 4\b/ }).click();
  const mark = (await sheet(page, 4).locator('.mark').boundingBox())!;
  await page.mouse.click(mark.x + mark.width / 2, mark.y + mark.height / 2);
  await eventually(() =>
    sheet(page, 4)
      .getByRole('button', { name: /^Issue/ })
      .getAttribute('aria-pressed'),
  ).toBe('true');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('zooming keeps the place, and boxes stay on their page', { tags: 'long' }, async () => {
  const { page } = await open(contract);
  await goTo(page, 3);
  await sheet(page, 3).locator('.mark').waitFor();
  const share = async () => {
    const [mark, whole] = await Promise.all([
      sheet(page, 3).locator('.mark').boundingBox(),
      sheet(page, 3).boundingBox(),
    ]);
    return (mark!.x - whole!.x) / whole!.width;
  };
  const before = await share();
  const width = (await sheet(page, 3).boundingBox())!.width;
  await viewer(page).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('+');
  await eventually(async () => (await sheet(page, 3).boundingBox())!.width).toBeGreaterThan(width * 1.2);
  expect(await currentPage(page)).toBe('3');
  expect(await share()).toBeCloseTo(before, 2);
  await page.keyboard.press('0');
  await eventually(async () => (await sheet(page, 3).boundingBox())!.width).toBeCloseTo(width, 0);
  await page.context().close();
});

test('1,000 pages with 1,000 issues: only pages that are near are drawn', { tags: 'long' }, async () => {
  const { page, faults } = await open(long, {
    issues: Array.from({ length: 1_000 }, (_, at) =>
      issueOf(at + 1, {
        anchor: { kind: 'page', page: at < 500 ? 500 : at + 1, bbox: [0.1, 0.1, 0.4, 0.2] },
      }),
    ),
  });
  await sheet(page, 1).locator('.pdf-text span').first().waitFor({ state: 'attached' });
  expect(await page.locator('.pdf-page').count()).toBe(1_000);
  await goTo(page, 500);
  await sheet(page, 500).locator('.mark').first().waitFor();
  expect(await sheet(page, 500).locator('.mark').count()).toBe(1);
  // Issues in the same place share a label, which selects one after the other.
  const label = sheet(page, 500).getByRole('button', { name: /^Issue/ });
  expect(await label.getAttribute('aria-label')).toMatch(
    /^Issue 1 \+499, .* and 499 more in the same place$/,
  );
  await label.press('Enter');
  await page.locator(':focus').press('Enter');
  await eventually(() => label.getAttribute('aria-label')).toMatch(/^Issue 2 \+499, /);
  await page.screenshot({ path: path.join(scratch, 'document-huge.png') });
  await goTo(page, 1_000);
  await sheet(page, 1_000).getByText('Page 1000').waitFor({ state: 'attached' });
  expect(await currentPage(page)).toBe('1000');
  expect(await page.locator('.pdf-page canvas').count()).toBeLessThan(8);
  expect(await page.locator('.pdf-thumb canvas').count()).toBeLessThan(40);
  expect(faults).toEqual([]);
  await page.context().close();
});

describe('a PDF that cannot be shown says so:', () => {
  const broken = async (name: string) => {
    const files: Record<string, Buffer> = {
      garbage: Buffer.alloc(20_000, 'x'),
      encrypted: await readFile(
        path.join(import.meta.dirname, '../../analysis/test/fixtures/encrypted/password.pdf'),
      ),
    };
    return files[name]!;
  };
  const brokenFiles = [
    ['garbage', 'The PDF is damaged and cannot be shown.'],
    ['encrypted', 'The PDF is encrypted with a password.'],
  ] as const;
  for (const [cases, options] of sampled(brokenFiles, ([name]) => name === 'encrypted'))
    test.for(cases)('%s', options, async ([name, says]) => {
      const bytes = await broken(name);
      const { page, faults } = await open('/sign-in');
      // Such files are rejected when they are submitted. The responses of the storage are changed on their way.
      await page.route('**/media', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), sizeBytes: bytes.length } });
      });
      await page.route(`${storage}/**`, async (route) => {
        const [from, to] = /bytes=(\d+)-(\d+)/
          .exec(route.request().headers()['range'] ?? '')!
          .slice(1)
          .map(Number);
        await route.fulfill({
          status: 206,
          headers: { 'access-control-allow-origin': '*' },
          body: bytes.subarray(from, to! + 1),
        });
      });
      await page.goto(`${new URL(page.url()).origin}/console${contract}`);
      await page.getByText(says).waitFor();
      await page.getByRole('link', { name: 'Download contract.pdf' }).waitFor();
      await page.screenshot({ path: path.join(scratch, `document-${name}.png`) });
      expect(await axeViolations(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    });
});

test(
  'a link that has expired is renewed; if the storage is away, the page offers another try',
  { tags: 'long' },
  async () => {
    const { page, requests } = await open('/sign-in');
    let answers: 'expired' | 'away' | 'right' = 'expired';
    await page.route(`${storage}/**`, async (route) => {
      if (answers === 'right') return route.continue();
      if (answers === 'away') return route.abort('connectionrefused');
      answers = 'right';
      return route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, body: '' });
    });
    const url = `${new URL(page.url()).origin}/console${contract}`;
    await page.goto(url);
    await sheet(page, 1).locator('.mark').first().waitFor();
    expect(requests.filter((each) => each.endsWith('/media')).length).toBeGreaterThanOrEqual(2);

    answers = 'away';
    await page.goto(url);
    await page.getByText('The file cannot be read.').waitFor();
    expect(await page.locator('.review-issues .issue').count()).toBe(7);
    answers = 'right';
    await page.getByRole('button', { name: 'Try again' }).click();
    await sheet(page, 1).locator('.mark').first().waitFor();
    await page.context().close();
  },
);

test('pdf.js is loaded only for PDFs', { tags: 'long' }, async () => {
  const shown = await open(text);
  await shown.page.getByText('Our cream').first().waitFor();
  expect(shown.requests.filter((url) => /pdf|document-view/.test(url))).toEqual([]);
  const pdf = await open(contract);
  await sheet(pdf.page, 1).locator('.mark').first().waitFor();
  expect(pdf.requests.filter((url) => /pdf\.worker/.test(url))).toHaveLength(1);
  // Ranges of the file, and no other requests.
  expect(pdf.requests.filter((url) => url.startsWith(storage)).length).toBeGreaterThan(0);
  expect(pdf.faults).toEqual([]);
});

test(
  'fonts, character maps and JPEG 2000 images are drawn with files of the console',
  { tags: 'long' },
  async () => {
    const image = await mediaOf('jp2', ['-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1']);
    const blobPath = await uploadPdf(tenant, {
      filename: 'fonts.pdf',
      pages: 2,
      embedsFont: false,
      texts: ['Helvetica'],
      contents: {
        2: 'q 200 0 0 200 100 400 cm /Im Do Q BT /F2 24 Tf 72 700 Td <4E2D> Tj /F3 24 Tf (4) Tj ET',
      },
      objects: {
        image:
          `<< /Type /XObject /Subtype /Image /Width 64 /Height 64 /Filter /JPXDecode /Length ${image.length} >>\n` +
          `stream\n${image.toString('latin1')}\nendstream`,
        song: '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [@cid] >>',
        cid: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 0 >> >>',
      },
      pageEntries: {
        2: '/Resources << /Font << /F2 @song /F3 << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >> /XObject << /Im @image >> >> ',
      },
    });
    const [at] = (await reviewPaths(tenant, [blobPath])) as [string];
    const { page, faults, requests } = await open('/sign-in');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(`${new URL(page.url()).origin}/console${at}`);
    await goTo(page, 2);
    await sheet(page, 2).getByText('\u4e2d').waitFor({ state: 'attached' });
    await eventually(() =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.pdf-page[data-page="2"] canvas')!;
        const [x, y] = [(200 / 595) * canvas.width, (342 / 842) * canvas.height];
        const [red, green, blue] = canvas.getContext('2d')!.getImageData(x, y, 1, 1).data;
        return red! > 200 && green! < 50 && blue! < 50;
      }),
    ).toBe(true);
    const names = requests.flatMap((url) => /\/assets\/pdfjs-[\d.]+\/(.+)$/.exec(url)?.[1] ?? []);
    expect(names).toContain('cmaps/UniGB-UCS2-H.bcmap');
    expect(names).toContain('standard_fonts/FoxitDingbats.pfb');
    expect(logged.filter((text) => /security|wasm|decode/i.test(text))).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

for (const { width, theme } of views)
  test(`at ${width} px, ${theme}, a document violates no rule of WCAG 2.2 AA`, { tags: 'long' }, async () => {
    const { page, faults } = await open(contract, { width, theme });
    await sheet(page, 1).locator('.mark').first().waitFor();
    await page.getByText('Claim of proof').first().click();
    await page.waitForTimeout(200);
    await page.screenshot({
      path: path.join(scratch, `document-${width}-${theme}.png`),
      fullPage: true,
    });
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
