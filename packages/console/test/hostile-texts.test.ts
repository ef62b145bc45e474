/** @module-tag long */

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { uploadFile, untilDone, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { openConsole } from './console-page.ts';
import { submitLive } from '../../../test/support/live.ts';
import { countedVideo, examine } from './review-media.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();

const names = [
  '<img src=x onerror=alert(1)>.txt',
  '"><svg onload=alert(1)>.txt',
  '{{constructor.constructor(`alert(1)`)()}}.txt',
  'عقد-نهائي.txt',
  `${'long'.repeat(62)}abc.txt`,
  'javascript:alert(1).txt',
];

test('hostile names and texts are shown as text', async () => {
  const paths: string[] = [];
  for (const name of names) {
    const text = `The best cream in the world is guaranteed to cure eczema. <script>alert('${name}')</script>`;
    paths.push(await uploadFile(tenant.live, name, 'text/plain', Buffer.from(text)));
  }
  const { status, body } = await submitLive(tenant, paths);
  expect(status).toBe(201);
  await untilDone(tenant.live, body.submissionId as string);
  for (const [page_, width] of [
    ['', 1280],
    ['', 320],
    [`/${String(body.submissionId)}`, 1280],
    [`/${String(body.submissionId)}`, 320],
  ] as const) {
    const { page, faults, requests } = await openConsole(chromium.browser, database, {
      workspaceId: tenant.workspaceId,
      path: `/${tenant.workspaceId}/live/submissions${page_}`,
      name: `<b>${randomUUID()}</b>`,
      width,
    });
    await page.getByText(names[0]!).filter({ visible: true }).first().waitFor();
    if (page_ !== '') {
      for (const name of names) await page.getByRole('heading', { name, level: 2 }).waitFor();
      const closed = page.locator('.asset:not([open]) > summary');
      while ((await closed.count()) > 0) await closed.first().click();
      for (const issue of await page.locator('.issue > summary').all()) await issue.click();
    }
    expect(await page.locator('img[src="x"], svg[onload], main script, b').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(requests.filter((url) => url.endsWith('/x'))).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  }
});

test('texts of a sidekick are shown as text, and its links only if they lead to web pages', async () => {
  const hostile = {
    summary: '<b>\u202Egnp.exe</b>',
    url: 'javascript:alert(1)',
  };
  const { body } = await tenant.sandbox('POST', '/api/integrations/submissions', {
    assets: [{ blobPath: `${randomUUID()}/a__sandbox_fail__.mp4` }],
    sidekickIds: ['any'],
  });
  const submissionId = body.submissionId as string;
  await untilDone(tenant.sandbox, submissionId);
  const { page, faults } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/sandbox/submissions`,
  });
  // Only a custom sidekick of the operator could send such texts. The response of the API is changed on its way.
  await page.route('**/issues', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { issues: Record<string, unknown>[] };
    const precedent = { url: hostile.url, title: 'Ruling', decision: '<i>upheld</i>', date: '2020' };
    Object.assign(list.issues[0]!, { summary: hostile.summary, precedents: [precedent] });
    await route.fulfill({ response, json: list });
  });
  await page.getByRole('link', { name: 'a__sandbox_fail__.mp4' }).click();
  await page.getByText('<b>\uFFFDgnp.exe</b>').click();
  await page.getByText('<i>upheld</i>').waitFor();
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the review page of a video shows hostile names and texts as text', async () => {
  const name = '<img src=x onerror=alert(1)>.mp4';
  const { page: at } = await examine(tenant, name, 'video/mp4', await countedVideo('25'));
  for (const width of [320, 1280]) {
    const { page, faults, requests } = await openConsole(chromium.browser, database, {
      workspaceId: tenant.workspaceId,
      path: `/${tenant.workspaceId}/live/submissions`,
      width,
    });
    // Only a custom sidekick of the operator could send such texts. The responses are changed on their way.
    await page.route('**/issues', async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { issues: Record<string, unknown>[] };
      const anchor = { kind: 'time', startSeconds: -1e9, endSeconds: 1e9 };
      const ruleCode = '"><svg onload=alert(1)>.flash';
      Object.assign(list.issues[0]!, { summary: '<b>\u202Egnp.exe</b>', ruleCode, anchor });
      await route.fulfill({ response, json: list });
    });
    await page.route('**/series/loudness?*', async (route) => {
      const response = await route.fetch();
      const curve = (await response.json()) as Record<string, unknown>;
      const limits = [{ value: 1e9, label: '<script>alert(1)</script>', ruleCode: 'a.b' }];
      await route.fulfill({ response, json: { ...curve, limits } });
    });
    await page.goto(`${new URL(page.url()).origin}/console${at}`);
    await page.getByText('<script>alert(1)</script>').waitFor();
    await page.locator('.issue > summary', { hasText: '<b>\uFFFDgnp.exe</b>' }).click();
    await page.getByRole('heading', { name: '"><svg onload=alert(1)>' }).waitFor();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    expect(await page.locator('img[src="x"], svg[onload], main script, main b').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(requests.filter((url) => url.endsWith('/x'))).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  }
});

test('the page forbids inline styles and HTML from texts, and reports the attempt', async () => {
  const { page, faults } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/submissions`,
  });
  await page.getByRole('heading', { name: 'Submissions' }).waitFor();
  const outcome = await page.evaluate(() => {
    document.body.setAttribute('style', 'color: red');
    try {
      document.body.innerHTML = '<img src=x onerror=alert(1)>';
      return 'written';
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(outcome).toBe('TypeError');
  await expect.poll(() => faults.join()).toMatch(/style-src-attr.*require-trusted-types-for/);
});
