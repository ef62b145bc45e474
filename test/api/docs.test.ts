import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { routes } from '../../api/route-table.ts';
import { loadLocalConfig } from '../../config.ts';
import { errors } from '../../domain/errors.ts';
import { findChromium } from '../../local/tools/chromium.ts';
import { caller, newTenant, useStackDatabase } from '../support/api.ts';

const database = useStackDatabase();
let browser: Browser;

beforeAll(async () => {
  const { cacheDir, environment } = loadLocalConfig();
  browser = await chromium.launch({
    executablePath: await findChromium(cacheDir, environment['PATH'] ?? ''),
    // Chromium's own sandbox cannot be had by root, which containers run as.
    chromiumSandbox: process.getuid?.() !== 0,
  });
}, 600_000);
afterAll(() => browser.close());

/** A page that reports what goes wrong in it, and every request that leaves the service. */
async function open(url: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
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
  test('shows every operation and event, from this service alone, and sends a request with a key', async () => {
    const { liveKey } = await newTenant(database);
    const { page, faults } = await open(inject('stack').docsUrl);
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('.opblock').count()).toBe(routes.length + 2);

    await page.getByRole('button', { name: 'Authorize' }).click();
    await page
      .getByLabel('auth-api-key-value')
      .or(page.locator('.auth-container input'))
      .first()
      .fill(liveKey);
    await page.locator('.auth-container').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.auth-container').getByRole('button', { name: 'Close' }).click();

    const operation = page.locator('#operations-Sidekicks-listSidekicks');
    await operation.locator('.opblock-summary').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').last().innerText()).toMatch(/^200/);
    expect(await answer.innerText()).toContain('video-qc');
    await page.screenshot({ path: path.join(inject('scratchDir'), 'docs.png') });
    expect(faults).toEqual([]);
    await page.close();
  });
});

describe('the page of errors', () => {
  test('explains every error where docs_url points', async () => {
    const answer = await caller(null)('GET', '/nowhere');
    const { docs_url: url } = answer.body as { docs_url: string };
    expect(url).toBe(`${inject('stack').apiUrl}/docs/errors#route_not_found`);
    const { page, faults } = await open(url);
    expect(await page.locator(':target').innerText()).toContain('404 Not found');
    const ids = await page.locator('section').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.sort()).toEqual(Object.keys(errors).sort());
    expect(faults).toEqual([]);
    await page.close();
  });
});

test.for([
  ['/docs', 'text/html'],
  ['/docs/errors', 'text/html'],
  ['/docs/start.js', 'text/javascript'],
  ['/openapi.json', 'application/json'],
] as const)('%s needs no key and lets nothing in', async ([at, type]) => {
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
])('%s is not there, in the domain shape', async (at) => {
  const answer = await caller(null)('GET', at);
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ detail: 'Not found' });
});

describe('GET /', () => {
  const get = (headers: Record<string, string>) =>
    fetch(inject('stack').apiUrl, { headers, redirect: 'manual' });

  test.for([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'a browser'],
    ['application/json;q=0.5, text/html', 'HTML over JSON'],
  ] as const)('redirects to /docs: Accept %s (%s)', async ([accept]) => {
    const response = await get({ accept });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/docs');
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
