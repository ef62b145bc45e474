import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { inviteMember } from '@assay/storage/accounts/invite.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { findChromium } from '../local/programs/chromium.ts';
import { createApiCall, WrongResult } from './api-call.ts';
import type { BenchStack } from './bench-stack.ts';
import type { Benchmark } from './benchmark.ts';
import { compare, percentile } from './compare.ts';

/** One page of the list. */
const submissionCount = 50;
/** A mid-range phone in a mobile network, as Lighthouse simulates them: its 4G has 1.6 Mbit/s and 150 ms. */
const cpuSlowdown = 4;
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
/** Milliseconds after which no larger paint is expected. */
const settleMs = 5_000;

export const consoleFirstView: Benchmark = {
  name: 'console-first-view',
  title: `largest contentful paint of ${submissionCount} submissions on a slow phone, against a static page of as many bytes`,
  async run(bench) {
    const { cacheDir, environment } = loadLocalConfig();
    const browser = await chromium.launch({
      executablePath: await findChromium(cacheDir, environment['PATH'] ?? ''),
      chromiumSandbox: process.getuid?.() !== 0,
    });
    try {
      const list = await prepareList(bench);
      const { text, bytes } = await readList(browser, list);
      const page = await serveStatic(text, bytes);
      try {
        const lists = { service: [] as number[], bare: [] as number[] };
        const measure = async (view: View, listTimes: number[]) => {
          const paints = await measurePaints(browser, view);
          listTimes.push(paints.list);
          return paints.largest;
        };
        const medians = await compare(
          () => measure(list, lists.service),
          () => measure({ ...list, url: page.url }, lists.bare),
        );
        const [service, bare] = [percentile(lists.service, 0.5), percentile(lists.bare, 0.5)];
        return {
          measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 2.5 } },
          notes: [
            `${bytes} bytes each; the list itself is painted after ${Math.round(service)} ms, ` +
              `${(service / bare).toFixed(2)} times as late as the static page`,
          ],
        };
      } finally {
        page.close();
      }
    } finally {
      await browser.close();
    }
  },
};

/** A page, the cookie of a session that may see it, and a text that it shows at the end. */
interface View {
  url: string;
  cookie: { name: string; value: string; url: string };
  shows: string;
}

/** Creates submissions, and a session of a member who may see them. */
async function prepareList(bench: BenchStack): Promise<View> {
  const call = createApiCall(bench.info.apiUrl, bench.sandboxKey);
  await forEachConcurrent(Array.from({ length: submissionCount }), async () => {
    await call('POST', '/api/integrations/submissions', {
      assets: [{ blobPath: `${crypto.randomUUID()}/clip__sandbox_fail__.mp4` }],
      sidekickIds: ['any'],
    });
  });
  const { origin } = new URL(bench.info.consoleUrl);
  const { workspaceId } = bench;
  const link = await inviteMember(
    bench.database,
    origin,
    { name: 'Bench', workspaceId, role: 'viewer' },
    null,
  );
  const response = await fetch(`${origin}/console/api/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.url.split('#')[1] }),
  });
  const [name, value] = response.headers.getSetCookie()[0]?.split(';')[0]!.split('=') ?? [];
  if (name === undefined || value === undefined) throw new WrongResult(`the sign-in got ${response.status}`);
  const url = `${origin}/console/${workspaceId}/sandbox/submissions`;
  return { url, cookie: { name, value, url: origin }, shows: '__sandbox_fail__' };
}

async function open(browser: Browser, { cookie }: View): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([cookie]);
  return context.newPage();
}

/** Returns the text of the loaded list, and the number of bytes that it transferred. */
async function readList(browser: Browser, view: View): Promise<{ text: string; bytes: number }> {
  const page = await open(browser, view);
  let bytes = 0;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(view.url);
  await page.getByText(view.shows).first().waitFor();
  const text = await page.locator('body').innerText();
  await page.context().close();
  return { text, bytes };
}

/**
 * Serves a page with the given text and a style sheet, which together transfer `bytes` bytes. Browsers show a page when
 * its style sheet has arrived.
 */
async function serveStatic(text: string, bytes: number): Promise<{ url: string; close: () => void }> {
  const html = `<!doctype html><title>List</title><link rel="stylesheet" href="style.css"><pre>${text}</pre>`;
  const padding = randomBytes(bytes)
    .toString('base64')
    .slice(0, bytes - Buffer.byteLength(html));
  const server = createServer(({ url }, response) => {
    const isStyle = url === '/style.css';
    response.setHeader('content-type', isStyle ? 'text/css' : 'text/html; charset=utf-8');
    response.end(isStyle ? `/*${padding}*/ body { color: #222 }` : html);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Times in milliseconds from the start of the navigation, with an empty cache. */
interface Paints {
  largest: number;
  /** When the list has been painted. No row is as large as the heading, which is painted before the list arrives. */
  list: number;
}

/** Opens a page and returns when it is painted. */
async function measurePaints(browser: Browser, view: View): Promise<Paints> {
  const page = await open(browser, view);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(`
    globalThis.painted = new Promise((resolve) => {
      const look = () => {
        if (!document.body?.textContent.includes(${JSON.stringify(view.shows)})) return false;
        // The second frame begins after the first one has been painted.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        return true;
      };
      const observer = new MutationObserver(() => look() && observer.disconnect());
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
  `);
  await page.goto(view.url);
  const paints: Paints = await page.evaluate(`(() => {
    return Promise.all([painted, largestPaint()]).then(([list, largest]) => ({ list, largest }));
    function largestPaint() {
      return new Promise((resolve) => {
        let last = 0;
        new PerformanceObserver((list) => { last = list.getEntries().at(-1).startTime; })
          .observe({ type: 'largest-contentful-paint', buffered: true });
        setTimeout(() => resolve(last), ${settleMs});
      });
    }
  })()`);
  await page.context().close();
  if (paints.largest <= 0) throw new WrongResult(`${view.url} painted nothing`);
  return paints;
}
