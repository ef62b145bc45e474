import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { useBrowser } from '../support/browser.ts';
import { uploadPdf } from '../support/live.ts';
import { axeViolations, overflow } from './console-page.ts';
import { openReview, reviewPaths } from './review-data.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const scratch = inject('scratchDir');

const red = '1 0 0 rg';
/** A rectangle that is painted red, and has a link with a launch action exactly over it. */
const painted = '[100 500 260 560]';
const texts = [
  'Agreement\nThe cream is clinically\nproven to work.',
  'Second page',
  'Third page',
  'Fourth page',
];
let contract: string;
beforeAll(async () => {
  const rotated = (degrees: number) => `/Rotate ${degrees} /CropBox [50 60 545 782] /Annots [@link] `;
  const blobPath = await uploadPdf(tenant, {
    filename: 'contract.pdf',
    pages: 4,
    texts,
    contents: Object.fromEntries(
      [2, 3, 4].map((page) => [page, `${red} 100 500 160 60 re f BT /F1 24 Tf 72 700 Td (Page ${page}) Tj ET`]),
    ),
    script: "app.alert('Opened');",
    objects: { link: `<< /Subtype /Link /Rect ${painted} /A << /S /Launch /F (calc.exe) >> >>` },
    pageEntries: { 2: rotated(0), 3: rotated(90), 4: rotated(270) },
  });
  [contract] = (await reviewPaths(tenant, [blobPath])) as [string];
}, 120_000);

test('shows', { timeout: 120_000 }, async () => {
  await chromium.browser.version(); const { page, faults, requests } = await openReview(chromium.browser, database, tenant, contract);
  page.on('console', (message) => console.log(message.text()));
  console.log(await page.evaluate(async () => { const out: string[] = []; addEventListener('vite:preloadError', (e: any) => out.push(String(e.payload)));
    for (const name of ['page','index','review-page']) { const src = [...document.querySelectorAll('script,link')].map((x: any) => x.src || x.href).join(' '); out.push(src); break; }
    return out; }));
  const logs: string[] = []; page.on('console', (m) => logs.push(m.text())); page.on('pageerror', (e) => logs.push(String(e.stack)));
  await page.evaluate(() => addEventListener('vite:preloadError', (e: any) => console.log('PRELOAD', String(e.payload.stack))));
  await page.addInitScript(() => addEventListener('vite:preloadError', (e: any) => console.log('PRELOAD', String(e.payload.stack)))); await page.reload(); 
  await page.waitForTimeout(3000); console.log(logs);
  await page.screenshot({ path: '/work/tmp/d-doc0.png' }); console.log(faults, page.url(), requests.join('\n'));
  await page.getByRole('region', { name: 'Pages of contract.pdf' }).waitFor();
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/work/tmp/d-doc1.png' });
  console.log(faults, requests.filter((url) => !url.includes('/console/api')).join('\n'));
  await page.locator('.review-issues .issue > summary').nth(2).click();
  await page.waitForTimeout(2000);
  await page.screenshot({ path: '/work/tmp/d-doc2.png' });
  console.log(await axeViolations(page), await overflow(page));
});
