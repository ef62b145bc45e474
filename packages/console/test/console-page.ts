import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Role } from '@assay/domain/role.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { newPerson, stackConsole } from '../../../test/support/console.ts';

/** Shorter than the time limit of a test, so that a failure names what was waited for. */
const actionTimeoutMs = 60_000;

export interface View {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
}

/** The windows and themes in which pages are checked. */
export const views = [
  { width: 320, theme: 'dark' as const, tags: [] as string[] },
  { width: 320, theme: 'light' as const, tags: ['long'] },
  { width: 1280, theme: 'dark' as const, tags: ['long'] },
  { width: 1280, theme: 'light' as const, tags: ['long'] },
];

export interface ConsolePage {
  page: Page;
  /** Script errors, violations of the content security policy, and requests that leave the service and its S3. */
  faults: string[];
  /** The URLs that the page requested. */
  requests: string[];
}

/** Opens an empty page in a new browser context, which has no cookies. */
export async function newPage(browser: Browser, { width = 1280, height = 900, theme = 'light' }: View = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(actionTimeoutMs);
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  const own = [new URL(stackConsole().publicUrl).origin, new URL(inject('stack').s3Endpoint).origin];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    requests.push(request.url());
    if (!own.includes(new URL(request.url()).origin)) faults.push(`asked ${request.url()}`);
  });
  await page.exposeBinding('reportViolation', (_source, text: string) => faults.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${violatedDirective} forbids ${blockedURI}`);
    });
  });
  return { page, faults, requests };
}

/** Opens a page of the console as a person with a role in the workspace. @param path the path below `/console` */
export async function openConsole(
  browser: Browser,
  database: Database,
  {
    workspaceId,
    path,
    role = 'admin',
    name,
    ...view
  }: View & {
    workspaceId: string;
    path: string;
    role?: Role;
    name?: string;
  },
): Promise<ConsolePage> {
  const site = stackConsole();
  const { cookie } = await newPerson(database, site, workspaceId, role, name);
  const opened = await newPage(browser, view);
  const [cookieName, value] = cookie.split('=') as [string, string];
  await opened.page.context().addCookies([{ name: cookieName, value, url: site.publicUrl }]);
  await opened.page.goto(`${site.publicUrl}/console${path}`);
  return opened;
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Returns the violations of WCAG 2.2 AA that axe-core finds on a page, each with its elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axeFile, 'utf8'));
  return page.evaluate(async (values) => {
    interface Node {
      html: string;
      failureSummary: string;
    }
    interface Axe {
      run: (options: object) => Promise<{ violations: { id: string; nodes: Node[] }[] }>;
    }
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run({ runOnly: { type: 'tag', values } });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }, tags);
}

/** Returns how many CSS pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Makes a page believe that its tab is hidden, or visible. */
export function setHidden(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
