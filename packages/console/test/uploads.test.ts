import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test, vi } from 'vitest';
import { shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import { useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { advertisement } from './console-data.ts';
import { openConsole } from './console-page.ts';
import { ledgerOf, pdfOf } from '../../../test/support/live.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();

const textFile = (name: string, text = advertisement) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

const openForm = (role: 'viewer' | 'member' = 'member') =>
  openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/submissions/new`,
    role,
  });

describe('a new submission', () => {
  test('charges the price that the page shows', async () => {
    const { page, faults } = await openForm();
    await page
      .locator('input[type=file]')
      .setInputFiles([textFile('a.txt'), textFile('b.txt', 'x'.repeat(9_000))]);
    const price = page.getByRole('region', { name: 'Price' });
    await price.getByText(/^\d+ credits$/).waitFor();
    const shown = Number((await price.locator('strong').innerText()).trim());
    await page.getByRole('button', { name: 'Submit 2 files' }).click();
    await page.getByRole('heading', { name: '2 files' }).waitFor();
    const charged = (await ledgerOf(database, tenant)).reduce((sum, { credits }) => sum + credits, 0);
    expect(Math.abs(charged)).toBe(shown);
    expect(faults).toEqual([]);
  });

  test('to a destination shows the verdict and its reason on each page', async () => {
    const { page, faults } = await openForm();
    const leaflet = pdfOf({ pages: 1, script: 'app.alert(1)' });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'leaflet.pdf', mimeType: 'application/pdf', buffer: leaflet });
    await page.getByRole('combobox', { name: 'Destination' }).selectOption({ label: 'PDF for print' });
    await page.getByText('by version 1 of this profile').waitFor();
    await page.getByRole('button', { name: 'Submit 1 file' }).click();
    const verdict = page.getByText(/^Fails PDF for print, version 1: \d+ of \d+ checks failed$/);
    await verdict.first().waitFor();
    const { id } = shippedProfiles.find(({ code }) => code === 'print-pdf')!;
    const links = await page.getByRole('link', { name: 'PDF for print, version 1' }).all();
    // The destination and the verdict.
    expect(links).toHaveLength(2);
    for (const link of links) expect(await link.getAttribute('href')).toContain(`/profiles/${id}?version=1`);
    await page.getByRole('link', { name: /^Review/ }).click();
    await verdict.first().waitFor();
    await page.getByRole('link', { name: 'Needs a sign-off' }).waitFor();
    await page.locator('.checks > summary').click();
    const format = page.getByRole('row', { name: /requirement\.document_format/ });
    expect(await format.locator('[data-title="Measured"]').innerText()).toBe('pdf');
    await page.getByRole('link', { name: 'Submissions' }).first().click();
    const listed = page.getByText(/^Fails PDF for print, version 1: \d+ of \d+ checks failed$/);
    await listed.waitFor();
    await page.getByLabel('Verdict').selectOption({ label: 'Fails' });
    await page.getByText('More filters').click();
    await page.getByLabel('Profile').selectOption({ label: 'PDF for print' });
    await page.getByRole('link', { name: 'Clear 2 filters' }).waitFor();
    await listed.waitFor();
    // The URL has the filters, so a reload keeps them.
    await page.reload();
    await listed.waitFor();
    expect(await page.getByLabel('Profile').locator('option:checked').innerText()).toBe('PDF for print');
    await page.getByLabel('Profile').selectOption({ label: 'Accessible PDF' });
    await page.getByText('No submission matches.').waitFor();
    await page.getByLabel('Profile').selectOption('');
    await listed.waitFor();
    await page.getByLabel('Verdict').selectOption({ label: 'Passes' });
    await page.getByText('No submission matches.').waitFor();

    // The same bytes with another name were checked before. Nothing has been charged yet.
    await page.goto(page.url().replace(/submissions.*/, 'submissions/new'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'again.pdf', mimeType: 'application/pdf', buffer: leaflet });
    await page.getByText(/^The same file was submitted on .*: fails\. Show it$/).waitFor();
    await page.getByRole('link', { name: 'Show it' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('fits one screen with three files, and begins with the default profile', async () => {
    const { page } = await openForm();
    await page.setViewportSize({ width: 1280, height: 800 });
    const print = shippedProfiles.find(({ code }) => code === 'print-pdf')!;
    const setDefault = (id: string | null) =>
      database.query('update workspaces set default_profile_id = $2 where id = $1', [tenant.workspaceId, id]);
    await setDefault(print.id);
    await page.reload();
    const buffer = pdfOf({ pages: 1 });
    const files = ['a', 'b', 'c'].map((name) => ({
      name: `${name}.pdf`,
      mimeType: 'application/pdf',
      buffer,
    }));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByText(/^3 credits$/).waitFor();
    const destination = page.getByRole('combobox', { name: 'Destination' });
    expect(await destination.inputValue()).toBe(print.id);
    expect(await destination.locator('option').first().innerText()).toBe('PDF for print (default)');
    const isInView = async (text: string) => {
      const box = (await page.getByText(text, { exact: true }).first().boundingBox())!;
      return box.y >= 0 && box.y + box.height <= 800;
    };
    for (const text of ['a.pdf', 'c.pdf', 'Destination', 'Price', 'Submit 3 files'])
      expect([text, await isInView(text)]).toEqual([text, true]);

    await destination.selectOption('');
    await page.getByRole('button', { name: 'Choose the sidekicks' }).click();
    await page.getByRole('dialog').getByLabel('Advertising claims').uncheck();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('2 of 3 sidekicks examine the files.').waitFor();
    await page.getByRole('button', { name: 'Remove c.pdf' }).click();
    await page.locator('input[type=file]').setInputFiles([textFile('d.txt')]);
    await page.getByRole('button', { name: 'Submit 3 files' }).waitFor();
    // The person chose no destination, so the default does not come back.
    expect(await destination.inputValue()).toBe('');
    await setDefault(null);
  });

  test('uploads nothing more when the person leaves the page', { tags: 'long' }, async () => {
    const { page, requests } = await openForm();
    const urls = () => requests.filter((url) => url.endsWith('/uploads/url')).length;
    // The storage does not respond, so three uploads stay in progress.
    await page.route(`${inject('stack').s3Endpoint}/**`, () => undefined);
    await page
      .locator('input[type=file]')
      .setInputFiles(Array.from({ length: 8 }, (_, index) => textFile(`${index}.txt`)));
    await vi.waitFor(() => expect(urls()).toBe(3));
    await page.getByRole('link', { name: 'Submissions' }).first().click();
    await page.getByRole('heading', { name: 'Submissions', exact: true }).waitFor();
    await page.waitForTimeout(500);
    expect(urls()).toBe(3);
  });

  test('refuses files that the service would reject, and says why', async () => {
    const { page } = await openForm();
    await page.locator('input[type=file]').setInputFiles([textFile('setup.exe'), textFile('empty.txt', '')]);
    await page.getByText('This type of file is not examined.').waitFor();
    await page.getByText('The file is empty.').waitFor();
    await page.getByText('Remove the files that were not uploaded, or try them again.').waitFor();
  });

  test('names a file that cannot be measured', async () => {
    const { page } = await openForm();
    await page.locator('input[type=file]').setInputFiles({
      name: 'broken.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 broken'),
    });
    await page.getByText('The file could not be measured.').waitFor();
    await page.getByText('Remove the files that could not be measured.').waitFor();
  });

  test('needs a sidekick for each type of file', async () => {
    const { page } = await openForm();
    await page.locator('input[type=file]').setInputFiles(textFile('c.txt'));
    await page.getByRole('button', { name: 'Choose the sidekicks' }).click();
    await page.getByRole('checkbox').first().waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByText('Choose a sidekick that examines document files.').waitFor();
  });

  test('is not offered to a viewer', async () => {
    const { page } = await openForm('viewer');
    await page.getByText('You can read submissions, but not create them.').waitFor();
  });
});

describe('an upload', () => {
  const bigBytes = 3_000_000;

  test('shows its progress and can be cancelled', async () => {
    const file = path.join(inject('scratchDir'), 'big.txt');
    await writeFile(file, 'a'.repeat(bigBytes));
    const { page } = await openForm();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 300_000,
    });
    await page.locator('input[type=file]').setInputFiles(file);
    const progress = page.getByRole('progressbar', { name: 'Upload of big.txt' });
    await progress.waitFor();
    await page.getByText(/of 3\.0 MB · [1-9]\d? %/).waitFor();
    await page.getByRole('button', { name: 'Cancel big.txt' }).click();
    await progress.waitFor({ state: 'detached' });
    await page.getByText('Drop files here').waitFor();
    expect(await page.getByRole('list', { name: 'Files' }).count()).toBe(0);
  });

  test('is tried again after a lost connection', { tags: 'long' }, async () => {
    const { page, faults } = await openForm();
    let lost = 0;
    await page.route(`${inject('stack').s3Endpoint}/**`, (route) => {
      if (route.request().method() === 'PUT' && lost++ < 2) return route.abort('connectionreset');
      return route.continue();
    });
    await page.locator('input[type=file]').setInputFiles(textFile('d.txt'));
    await page.getByText(/· uploaded|1 page/).waitFor();
    expect(lost).toBe(3);
    expect(faults).toEqual([]);
  });

  test('that failed for good can be tried again by hand', async () => {
    const { page } = await openForm();
    let isFull = true;
    await page.route(`${inject('stack').s3Endpoint}/**`, (route) =>
      isFull ? route.fulfill({ status: 507 }) : route.continue(),
    );
    await page.locator('input[type=file]').setInputFiles(textFile('e.txt'));
    await page.getByText(/The (storage returned HTTP 507|connection to the storage was lost)/).waitFor();
    isFull = false;
    await page.getByRole('button', { name: 'Try again e.txt' }).click();
    await page.getByText(/1 page/).waitFor();
  });
});
