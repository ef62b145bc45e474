import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { routes } from '../../api/route-table.ts';
import { errors } from '@assay/domain/errors.ts';
import { caller, newTenant, useStackDatabase } from '../support/api.ts';
import { useBrowser } from '../support/browser.ts';
import { newPerson, stackConsole } from '../support/console.ts';

const database = useStackDatabase();
const chromium = useBrowser();

/** Opens a page in the browser. `faults` collects the page's script errors and its requests to other origins. */
async function open(url: string): Promise<{ page: Page; faults: string[] }> {
  const page = await chromium.browser.newPage({ viewport: { width: 1280, height: 1600 } });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(url).origin) faults.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  return { page, faults };
}

describe('the API reference', () => {
  const title =
    'lists every operation and event, loads nothing from elsewhere, and sends a request with a key';
  test(title, { tags: 'long' }, async () => {
    const { liveKey } = await newTenant(database);
    const { page, faults } = await open(inject('stack').docsUrl);
    const navigation = page.getByLabel('Sidebar for Assay');
    await navigation.waitFor();
    await expandTags(navigation);
    expect(await navigation.locator(operationLink).count()).toBe(routes.length + 2);

    await page.getByLabel('Value').first().fill(liveKey);
    await navigation.getByRole('link', { name: /List the sidekicks/ }).click();
    await page.getByRole('button', { name: /Test Request.*\/api\/integrations\/sidekicks\)/ }).click();
    const client = page.getByRole('dialog', { name: 'API Client' });
    await client.getByRole('button', { name: /^Send/ }).first().click();
    await client.getByText('200 OK').first().waitFor();
    await client.getByText('video-qc').first().waitFor();
    await page.screenshot({ path: path.join(inject('scratchDir'), 'docs.png') });
    expect(faults).toEqual([]);
    await page.close();
  });

  test('shows and copies the code samples of an operation', async () => {
    const issues = '/api/integrations/submissions/{submission_id}/assets/{asset_id}/issues';
    const { page, faults } = await open(`${inject('stack').docsUrl}#tag/assets/GET${issues}`);
    const sample = page.locator('.scalar-code-block').filter({ hasText: 'curl --fail-with-body' }).first();
    await sample.waitFor();
    await page.evaluate(`document.addEventListener('copy', () => { copied = String(getSelection()); })`);
    await sample.hover();
    await sample.getByRole('button', { name: /copy/i }).click();
    expect(await page.evaluate('copied')).toContain('curl --fail-with-body');
    expect(faults).toEqual([]);
    await page.close();
  });

  test(
    'has an origin of its own, so its scripts cannot read the console of a signed-in person',
    { tags: 'long' },
    async () => {
      const site = stackConsole();
      const { workspaceId } = await newTenant(database);
      const { cookie } = await newPerson(database, site, workspaceId, 'admin');
      const [name, value] = cookie.split('=') as [string, string];
      const context = await chromium.browser.newContext();
      await context.addCookies([{ name, value, url: site.publicUrl, sameSite: 'Lax', httpOnly: true }]);
      const page = await context.newPage();
      const sentCookies: Promise<string | undefined>[] = [];
      context.on('request', (request) => {
        if (request.url().endsWith('/console/api/session'))
          sentCookies.push(request.allHeaders().then((headers) => headers['cookie']));
      });
      const orBlocked = (expression: string) =>
        page.evaluate(`(async () => { try { return ${expression}; } catch { return 'blocked'; } })()`);
      const readSession = () =>
        orBlocked(`(await fetch('/console/api/session', { credentials: 'include' })).status`);
      const readPopup = async () => {
        const opened = context.waitForEvent('page');
        await page.evaluate(`void (popup = open('/healthz'))`);
        await (await opened).waitForLoadState();
        return orBlocked('popup.document.body.innerText');
      };

      // A page of the console's origin could read both.
      await page.goto(`${site.publicUrl}/healthz`);
      expect([await readSession(), await readPopup()]).toEqual([200, expect.stringContaining('{')]);
      for (const docs of ['/docs', '/docs/errors']) {
        await page.goto(`${site.publicUrl}${docs}`);
        expect(await page.evaluate('origin')).toBe('null');
        expect([await readSession(), await readPopup()]).toEqual(['blocked', 'blocked']);
      }
      expect(await Promise.all(sentCookies)).toEqual([cookie, undefined, undefined]);
    },
  );

  test('its script is compressed for clients that accept gzip', async () => {
    const url = `${inject('stack').apiUrl}/docs/assets/scalar.js`;
    const [gzipped, plain] = await Promise.all(
      ['gzip', 'identity'].map((encoding) => fetch(url, { headers: { 'accept-encoding': encoding } })),
    );
    expect(gzipped!.headers.get('content-encoding')).toBe('gzip');
    expect(plain!.headers.get('content-encoding')).toBeNull();
    expect(await gzipped!.text()).toBe(await plain!.text());
  });
});

const operationLink = `a:is(${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `[href*="/${method}/"]`).join(', ')})`;

/** Opens the closed groups in the navigation. The first group is open from the start. */
async function expandTags(navigation: Locator): Promise<void> {
  const links = await navigation
    .locator('a[href^="#tag/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
  const [, ...closed] = links.filter((href) => /^#tag\/[^/]+$/.test(href));
  for (const href of closed) await navigation.locator(`a[href="${href}"]`).click();
}

describe('the page of errors', () => {
  test('explains every error at its docs_url', async () => {
    const answer = await caller(null)('GET', '/nowhere');
    const { docs_url: url } = answer.body as { docs_url: string };
    expect(url).toBe(`${stackConsole().publicUrl}/docs/errors#route_not_found`);
    const { page, faults } = await open(url);
    expect(await page.locator(':target h2').innerText()).toBe('404 route_not_found');
    expect(await page.locator(':target').innerText()).toContain('Not found');
    const ids = await page.locator('section').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.sort()).toEqual(Object.keys(errors).sort());
    await page.screenshot({ path: path.join(inject('scratchDir'), 'errors.png') });
    expect(faults).toEqual([]);
    await page.close();
  });
});

test.for([
  ['/docs', 'text/html'],
  ['/docs/errors', 'text/html'],
  ['/docs/start.js', 'text/javascript'],
  ['/docs/assets/scalar.js', 'text/javascript'],
  ['/openapi.json', 'application/json'],
] as const)('%s needs no key and has a content security policy', async ([at, type]) => {
  const response = await fetch(`${inject('stack').apiUrl}${at}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test.for([
  '/docs/assets/package.json',
  '/docs/assets/%2e%2e/%2e%2e/package.json',
  '/docs/assets/..%2f..%2fpackage.json',
  '/docs/assets/',
  '/docs/assets/nothing.js',
])('%s returns a 404 in the domain shape', async (at) => {
  const answer = await caller(null)('GET', at);
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ detail: 'Not found' });
});

test('/openapi.json has the public URL of the service', async () => {
  const response = await fetch(`${inject('stack').apiUrl}/openapi.json`);
  expect(await response.json()).toMatchObject({ servers: [{ url: stackConsole().publicUrl }] });
});

describe('GET /', () => {
  const get = (headers: Record<string, string>) =>
    fetch(inject('stack').apiUrl, { headers, redirect: 'manual' });

  test.for([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'a browser'],
    ['application/json;q=0.5, text/html', 'HTML over JSON'],
  ] as const)('redirects to the console: Accept %s (%s)', async ([accept]) => {
    const response = await get({ accept });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/console');
    expect(response.headers.get('vary')).toBe('accept');
  });

  test.for([
    ['*/*', 'curl'],
    ['application/json', 'JSON'],
    ['text/html;q=0.9, application/json', 'JSON over HTML'],
    ['text/html;q=0', 'no HTML'],
  ] as const)('returns a 404 in the domain shape: Accept %s (%s)', async ([accept]) => {
    const response = await get({ accept });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: 'Not found' });
  });
});
