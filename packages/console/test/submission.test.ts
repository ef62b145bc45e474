import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import {
  sandboxPath,
  submitSandbox,
  untilDone,
  uploadFile,
  useStackDatabase,
  useTenant,
} from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { submitLive } from '../../../test/support/live.ts';
import { useReceiver } from '../../../test/support/receiver.ts';
import { fillWorkspace } from './console-data.ts';
import { openConsole } from './console-page.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const receiver = useReceiver();

const openSubmission = (environment: string, id: string, role: 'viewer' | 'member' = 'member') =>
  openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/${environment}/submissions/${id}`,
    role,
  });

test('shows issues with the quoted text, its source, and what mends it', async () => {
  const pages = await fillWorkspace(tenant);
  const { page, faults } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: pages.find(({ title }) => title === 'submission')!.path,
  });
  await page.locator('.asset > summary', { hasText: 'contract.pdf' }).click();
  const scripts = page.getByRole('list', { name: 'Issues of contract.pdf' });
  await scripts.locator('.issue > summary').first().click();
  await scripts.getByText('active_content.javascript').waitFor();
  const claims = page.getByRole('list', { name: 'Issues of advertisement.txt' });
  await claims.locator('.issue > summary', { hasText: 'clinically proven' }).click();
  const claim = claims.locator('.issue[open]');
  await claim.locator('mark', { hasText: 'clinically proven' }).waitFor();
  await claim.getByText('How to fix it').waitFor();
  const source = claim.getByRole('link', { name: /opens in a new tab/ });
  expect(await source.getAttribute('rel')).toBe('noopener noreferrer');
  await page.screenshot({ path: path.join(inject('scratchDir'), 'issues.png'), fullPage: true });
  expect(faults).toEqual([]);
});

test('a failed asset says what to do, and a member can retry it', async () => {
  const { body } = await submitSandbox(tenant, ['retryable_error']);
  const id = body.submissionId as string;
  await untilDone(tenant.sandbox, id);
  const viewer = await openSubmission('sandbox', id, 'viewer');
  await viewer.page.getByText('Sandbox simulated retryable error').first().waitFor();
  expect(await viewer.page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);

  const { page } = await openSubmission('sandbox', id);
  await page.getByRole('button', { name: /^Retry/ }).click();
  await page.getByText('No issues were found.').waitFor();
  await page
    .getByRole('row', { name: /Retry of/ })
    .getByText('Complete')
    .waitFor();
  await page.getByText(/retried once/).waitFor();
});

describe('the deliveries of a submission', () => {
  const subscriptions = '/api/integrations/webhooks/subscriptions';

  test('say why an attempt failed and when the next one is, and a member delivers again', async () => {
    receiver.answer('broken', { status: 503, headers: { 'retry-after': '3600' } }, { status: 204 });
    const endpointUrl = receiver.url('broken');
    const eventTypes = ['asset.processing.completed'];
    const subscription = await tenant.live('POST', subscriptions, { endpointUrl, eventTypes });
    const blobPath = await uploadFile(
      tenant.live,
      'notes.txt',
      'text/plain',
      Buffer.from('Ready to print.\n'),
    );
    const { submissionId } = (await submitLive(tenant, [blobPath])).body;
    await untilDone(tenant.live, submissionId);
    const viewer = await openSubmission('live', submissionId, 'viewer');
    const failed = viewer.page.getByRole('row', { name: /notes\.txt/ }).filter({ hasText: 'HTTP 503' });
    await failed.getByText('Waiting').waitFor();
    expect(await failed.locator('time').count()).toBe(1);
    await failed.getByText(new URL(endpointUrl).origin, { exact: true }).waitFor();
    expect(await viewer.page.getByRole('button', { name: /^Redeliver/ }).count()).toBe(0);

    const { page, faults } = await openSubmission('live', submissionId);
    await page.getByRole('button', { name: 'Redeliver the event of notes.txt' }).click();
    await page
      .getByRole('row', { name: /notes\.txt/ })
      .getByText('Delivered')
      .waitFor();
    // A deleted subscription has no deliveries that can be repeated.
    await tenant.live('DELETE', `${subscriptions}/${subscription.body.id}`);
    await page.reload();
    await page.getByText('No event of this submission was sent').waitFor();
    expect(faults).toEqual([]);
  });
});

test(
  'a submission of 50 assets shows the issues of an asset when it is opened',
  { tags: 'long' },
  async () => {
    const { body } = await tenant.sandbox('POST', '/api/integrations/submissions', {
      assets: Array.from({ length: 50 }, () => ({ blobPath: sandboxPath('fail') })),
      sidekickIds: ['any'],
    });
    const id = body.submissionId as string;
    await untilDone(tenant.sandbox, id);
    const { page, requests } = await openSubmission('sandbox', id);
    await page
      .getByRole('list', { name: /^Issues of/ })
      .first()
      .waitFor();
    expect(requests.filter((url) => url.endsWith('/issues')).length).toBe(1);
    await page.locator('.asset > summary').nth(30).click();
    await page
      .getByRole('list', { name: /^Issues of/ })
      .nth(1)
      .waitFor();
    expect(requests.filter((url) => url.endsWith('/issues')).length).toBe(2);
  },
);

test('an unknown submission is not found', async () => {
  const { page } = await openSubmission('live', '00000000-0000-4000-8000-000000000000');
  await page.getByRole('heading', { name: 'Submission not found' }).waitFor();
});

test('live submissions are not shown in the sandbox view, and the other way round', async () => {
  const { body } = await submitSandbox(tenant, ['pass']);
  const { page } = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/submissions?search=__sandbox_pass__`,
  });
  await page.getByText('No submission matches.').waitFor();
  expect(body.environment).toBe('sandbox');
});
