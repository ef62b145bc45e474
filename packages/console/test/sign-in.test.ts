import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inviteMember, linkMember } from '@assay/storage/accounts/invite.ts';
import { useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { stackConsole, tokenOf } from '../../../test/support/console.ts';
import { newPage, openConsole } from './console-page.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const { publicUrl } = stackConsole();

const invite = (name: string) =>
  inviteMember(database, publicUrl, { name, workspaceId: tenant.workspaceId, role: 'admin' }, null);

describe('a sign-in link', () => {
  test('shows for whom it is, signs in when the button is pressed, and works once', async () => {
    const { url } = await invite('Ada <b>Lovelace</b>');
    const { page, faults } = await newPage(chromium.browser);
    await page.goto(url);
    await page.getByText('This link signs in Ada <b>Lovelace</b> to Test.').waitFor();
    expect(page.url()).toBe(`${publicUrl}/console/sign-in`);
    expect(await page.context().cookies()).toEqual([]);

    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Submissions', exact: true }).waitFor();
    expect(page.url()).toBe(`${publicUrl}/console/${tenant.workspaceId}/live/submissions`);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);

    const second = await newPage(chromium.browser);
    await second.page.goto(url);
    await second.page.getByText('This sign-in link does not work any more.').waitFor();
    await second.page.getByText('npm run admin -- members link MEMBER').waitFor();
    expect([...faults, ...second.faults]).toEqual([]);
  });

  test('that is opened at another address says at which one it works, and is not used up', async () => {
    const { url } = await invite('Ada');
    const { page } = await newPage(chromium.browser);
    await page.goto(url.replace('localhost', '127.0.0.1'));
    await page.getByText(`The request must be sent by a page of ${publicUrl}`).waitFor();
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Submissions', exact: true }).waitFor();
  });

  test('is not in the history of the browser', async () => {
    const { url } = await invite('Ada');
    const { page, requests } = await newPage(chromium.browser);
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByText('You are not signed in.').waitFor();
    for (const request of requests.map((each) => new URL(each)))
      expect(`${request.pathname}${request.search}`).not.toContain(tokenOf(url));
  });
});

describe('a sign-in link that names a page', () => {
  const signInAt = async (next: string) => {
    const { memberId } = await invite('Ada');
    const { url } = (await linkMember(database, publicUrl, memberId, null, next))!;
    const { page, faults } = await newPage(chromium.browser);
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Ada' }).waitFor();
    return { page, faults };
  };

  test('leads to that page', async () => {
    const path = `/${tenant.workspaceId}/sandbox/submissions?status=failed`;
    const { page, faults } = await signInAt(path);
    await page.getByRole('heading', { name: 'Submissions', exact: true }).waitFor();
    expect(page.url()).toBe(`${publicUrl}/console${path}`);
    expect(faults).toEqual([]);
  });

  const expectConsole = async (next: string) => {
    const { page, faults } = await signInAt(next);
    expect(new URL(page.url()).origin).toBe(publicUrl);
    expect(new URL(page.url()).pathname).toMatch(/^\/console\//);
    expect(faults).toEqual([]);
  };
  test.for(['https://example.com/', '/\\example.com', '/../docs'])(
    'does not lead out of the console: %s',
    expectConsole,
  );
  test.for(['//example.com/', '/%2e%2e/docs', '@example.com', 'javascript:alert(1)', '.example.com'])(
    'does not lead out of the console: %s',
    { tags: 'long' },
    expectConsole,
  );
});

test('a page without a session says how to get a link', async () => {
  const { page, faults } = await newPage(chromium.browser);
  await page.goto(`${publicUrl}/console/${tenant.workspaceId}/live/submissions`);
  await page.getByText('You are not signed in.').waitFor();
  expect(faults).toEqual([]);
});

test('signing out ends the session', async () => {
  const path = `/${tenant.workspaceId}/live/submissions`;
  const { page } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path,
    name: 'Grace',
  });
  await page.getByRole('button', { name: 'Grace' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('You are not signed in.').waitFor();
  await page.reload();
  await page.getByText('You are not signed in.').waitFor();
});

test('a workspace of which the person is no member is not found', async () => {
  const { page } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${randomUUID()}/live/submissions`,
  });
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

describe('the end of a session', () => {
  /** Moves the end of the session that a person uses. The page reads it with its next request for the session. */
  const endIn = (name: string, seconds: number) =>
    database.query(
      `update sessions s set expires_at = now() + make_interval(secs => $2), used_at = now() from members m
       where m.id = s.member_id and m.name = $1`,
      [name, seconds],
    );

  test('is announced two minutes before', { tags: 'long' }, async () => {
    const name = `Ada ${randomUUID()}`;
    const path = `/${tenant.workspaceId}/sandbox/submissions/new`;
    const { page } = await openConsole(chromium.browser, database, {
      workspaceId: tenant.workspaceId,
      path,
      name,
    });
    await page.getByRole('button', { name }).waitFor();
    await endIn(name, 110);
    await page.reload();
    await page.getByRole('alertdialog', { name: 'You will be signed out soon' }).waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('heading', { name: 'Simulate a submission' }).waitFor();
  });

  test('keeps the page, which goes on after another sign-in', { tags: 'long' }, async () => {
    const name = `Ada ${randomUUID()}`;
    const path = `/${tenant.workspaceId}/live/settings/members`;
    const { page } = await openConsole(chromium.browser, database, {
      workspaceId: tenant.workspaceId,
      path,
      name,
    });
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Name').fill('Somebody new');
    await endIn(name, -1);
    // Another request of the page may notice the end first. Its dialog then covers the button.
    await page.getByRole('button', { name: 'Create the invitation' }).dispatchEvent('click');
    const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await ended.waitFor();

    const { url } = await invite('Ada again');
    const other = await page.context().newPage();
    await other.goto(url);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'Submissions', exact: true }).waitFor();
    await ended.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Somebody new');
    await page.getByRole('button', { name: 'Create the invitation' }).click();
    await page.getByRole('dialog', { name: 'Send the sign-in link' }).waitFor();
  });
});
