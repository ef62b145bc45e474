import { mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { ensureConsoleBundle } from '../../../tools/local/stack/bundles.ts';
import { caller, useStackDatabase } from '../../../test/support/api.ts';
import { useApps } from '../../../test/support/app.ts';
import { rawGet } from '../../../test/support/raw-get.ts';

const startApp = useApps();
const database = useStackDatabase();

const { apiUrl, s3Endpoint } = inject('stack');
// The bucket of the local stack.
const storage = `${s3Endpoint}/assay/`;
const get = (at: string, headers: Record<string, string> = {}) =>
  fetch(`${apiUrl}${at}`, { headers, redirect: 'manual' });

/** Returns the paths of the scripts, style sheets and pictures of the console's page. */
async function assets(): Promise<string[]> {
  const page = await (await get('/console')).text();
  return [...page.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map((match) => match[1]!);
}

describe('the page of the console', () => {
  test.for([
    '/console',
    '/console/',
    '/console/sign-in',
    '/console/any/live/submissions',
    '/console/%2e%2e/%2e%2e/package.json',
  ])('is at %s, is not cached, and has a strict policy', async (at) => {
    const { status, headers, text } = await rawGet(apiUrl, at);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${storage}; ` +
        `media-src ${storage}; connect-src 'self' ${storage}; worker-src 'self'; font-src 'self'; ` +
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
        'trusted-types assay',
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(text).toContain('<div id="app">');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style="| on\w+="/);
  });

  test.for(['/console/api', '/console/api/nothing', '/console/assets/nothing.js', '/console/assets/'])(
    '%s is a 404 in the domain shape',
    async (at) => {
      const answer = await caller(null)('GET', at);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ detail: 'Not found' });
    },
  );
});

describe('an asset', () => {
  test('is immutable', async () => {
    const paths = await assets();
    expect(paths.map((at) => path.extname(at)).sort()).toEqual(['.css', '.js', '.svg']);
    for (const at of paths) {
      const { headers } = await get(at);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test.for([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is served in the encoding %s if the client accepts it', async ([encoding, decompress]) => {
    for (const at of ['/console', ...(await assets())]) {
      const compressed = await rawGet(apiUrl, at, { 'accept-encoding': encoding });
      expect(compressed.headers['content-encoding']).toBe(encoding);
      expect(compressed.headers['vary']).toBe('accept-encoding');
      const plain = await rawGet(apiUrl, at);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(decompress(compressed.bytes).toString()).toBe(plain.text);
    }
  });
});

test('an API without a console has no page at /console, and leads browsers to the API reference', async () => {
  const url = await startApp(database);
  expect((await fetch(`${url}/console`)).status).toBe(404);
  const root = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect(root.headers.get('location')).toBe('/docs');
});

test('the console is built once for the same code', { tags: 'long' }, async () => {
  const directory = await mkdtemp(path.join(inject('scratchDir'), 'console-'));
  const built = await ensureConsoleBundle(directory);
  const files = await readdir(built);
  expect(files).toContain('index.html');
  expect(await ensureConsoleBundle(directory)).toBe(built);
  expect(await readdir(path.dirname(built))).toEqual([path.basename(built)]);
});
