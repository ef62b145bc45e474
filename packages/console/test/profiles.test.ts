import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import { type Tenant, untilDone, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { submitLive, uploadPdf } from '../../../test/support/live.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { openConsole } from './console-page.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();
const profiles = '/api/integrations/profiles';
const advert = shippedProfiles.find(({ code }) => code === 'advert-uk-tv')!;

const openProfiles = (page = '', role: 'admin' | 'viewer' = 'admin') =>
  openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/profiles${page}`,
    role,
  });

async function newCopy({ live }: Tenant, name: string): Promise<any> {
  const code = `p-${randomUUID().slice(0, 8)}`;
  return (await live('POST', profiles, { name, code, basedOn: advert.id })).body;
}

test(
  'a profile is copied, edited, saved, compared, made the default and deleted',
  { tags: 'long' },
  async () => {
    const { page, faults } = await openProfiles();
    await page.getByRole('link', { name: 'Copy Television advert, United Kingdom' }).click();
    await page.getByText('No changes').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Kanal 7: Spöts <b>');
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('kanal-7-spots-b');
    await page.getByRole('button', { name: 'Create the profile' }).click();
    await page.getByText('Version 1', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();

    await page.getByText('No changes').waitFor();
    await page.getByRole('button', { name: 'Remove document 1' }).click();
    await page.getByRole('button', { name: 'Add a document' }).click();
    await page.getByLabel('Title of document 5').fill('Kanal 7, Anlieferung');
    await page.getByLabel('Part of document 5').fill('2.1');
    await page.getByLabel('Filter the rules').fill('frozen');
    await page.getByText(/^1 of \d+ rules$/).waitFor();
    await page.getByLabel('Frozen picture: on').uncheck();
    await page.getByLabel('Filter the rules').fill('without sound');
    await page.getByLabel('Black picture without sound: threshold').fill('6.5');
    await page.getByLabel('Black picture without sound: severity').selectOption('major');
    await page
      .getByLabel('Black picture without sound: document')
      .selectOption({ label: 'Kanal 7, Anlieferung, 2.1' });
    await page.getByLabel('Target of the programme loudness.').fill('-24');
    await page.getByLabel('Severity of Programme loudness off the target').selectOption('info');
    await page.getByLabel('Filter the rules').fill('loudness.programme');
    const severity = page.getByRole('row', { name: /^Programme loudness off/ }).getByLabel(/: severity$/);
    expect(await severity.inputValue()).toBe('info');
    await page.getByLabel('Property to add').selectOption({ label: 'Start time code' });
    await page.getByRole('button', { name: 'Add the property' }).click();
    await page.getByLabel('Start time code', { exact: true }).fill('10:00:00:00');
    await page.getByLabel('Start time code: if the file does not state it').selectOption('incomplete');
    await page.getByRole('button', { name: 'Remove Container' }).click();
    await page.getByLabel('Property to add').selectOption({ label: 'File size' });
    await page.getByRole('button', { name: 'Add the property' }).click();
    const least = page.getByLabel('File size: least');
    await expect.poll(() => least.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByLabel('File size: most').fill('1.5 GB');
    await page.getByText('= 1,500,000,000 bytes').waitFor();
    await least.fill('500 MiB');
    await page.getByRole('button', { name: 'Add a check' }).click();
    await page.getByLabel('Check 6').fill('Das Logo ist aktuell.');
    await page.getByRole('button', { name: 'Save version 2' }).click();

    await page.getByText('Version 2', { exact: true }).waitFor();
    const id = page.url().split('/').at(-1)!;
    const saved = (await tenant.live('GET', `${profiles}/${id}`)).body;
    const added = { title: 'Kanal 7, Anlieferung', url: null, part: '2.1' };
    expect(saved).toMatchObject({
      name: 'Kanal 7: Spöts <b>',
      version: 2,
      rules: {
        'picture.freeze': { severity: 'off' },
        'loudness.programme': { severity: 'info' },
        'picture.black_silent': { threshold: 6.5, severity: 'major', source: added },
      },
      requirements: {
        startTimecode: { oneOf: ['10:00:00:00'], ifUnknown: 'incomplete' },
        fileSizeBytes: { least: 524_288_000, most: 1_500_000_000 },
      },
    });
    expect(saved.requirements).not.toHaveProperty('container');
    expect(saved.sources.at(-1)).toEqual(added);
    expect(JSON.stringify(saved)).not.toContain(JSON.stringify(advert.sources[0]!.title));
    expect(saved.manualChecks.at(-1)).toEqual({ code: 'check-6', text: 'Das Logo ist aktuell.' });

    await page.getByRole('link', { name: 'Differences between versions' }).click();
    const row = (name: string) => page.getByRole('row', { name });
    expect(await row('Black picture without sound: threshold').innerText()).toMatch(/4 s \(usual\)\s+6.5 s/);
    expect(await row('Loudness and sound: Target').innerText()).toMatch(/-23 LUFS\s+-24 LUFS/);
    await page.getByLabel('From').selectOption('2');
    await page.getByText('Nothing differs.').waitFor();
    expect(page.url()).toContain('from=2&to=2');

    await page.locator('.back').click();
    await page.getByRole('button', { name: 'Use as default' }).click();
    await page.locator('.tag', { hasText: 'Default' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the profile' }).click();
    await page.getByRole('heading', { name: 'Profiles' }).waitFor();
    await page.getByRole('link', { name: 'Television, Europe', exact: true }).waitFor();
    expect(await page.getByText('Kanal 7').count()).toBe(0);
    expect(await page.locator('.tag').count()).toBe(0);
    expect(faults).toEqual([]);
  },
);

test('a rejected field has its message and the focus, and what was typed stays', async () => {
  const { id } = await newCopy(tenant, 'Rejected');
  const { page } = await openProfiles(`/${id}/edit`);
  const threshold = page.getByLabel('Black picture: threshold');
  await threshold.fill('9999');
  expect(await page.getByText('must be 0.04 to 3600 s').count()).toBe(1);
  await page.getByLabel('Frame rate', { exact: true }).fill('25\ntwenty');
  await page.getByRole('button', { name: 'Save version 2' }).click();
  await page.getByText('1 field must be corrected').waitFor();
  await page.getByRole('alert').getByText('Frame rate “twenty” must be a rate').waitFor();
  const rate = page.getByLabel('Frame rate', { exact: true });
  await expect.poll(() => rate.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await rate.getAttribute('aria-invalid')).toBe('true');
  const described = await rate.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described!.split(' ')[0]}"]`).innerText()).toContain(
    'must be a rate such as 25',
  );
  expect(await threshold.inputValue()).toBe('9999');
  await threshold.fill('1,5');
  expect(await page.getByText('must be a number such as 0.5').count()).toBe(1);
  await threshold.fill('9999');
  await rate.fill('25, 50; 30000/1001');
  await page.getByRole('alert').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save version 2' }).click();
  await page.getByText('must be from 0.04 to 3600 s').waitFor();
  await threshold.fill('1,500');
  expect(await page.getByText('must be a number such as 0.5').count()).toBe(0);
  await threshold.fill('1.5');
  await page.getByRole('button', { name: 'Save version 2' }).click();
  await page.getByText('Version 2', { exact: true }).waitFor();
});

test('what was typed stays if the person leaves the page, or if somebody else saved a version meanwhile', async () => {
  const { id, version, builtIn: _, ...content } = await newCopy(tenant, 'Contested');
  const { page, faults } = await openProfiles(`/${id}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Mine');
  await page.getByText('1 change', { exact: true }).waitFor();
  // `openProfiles` dismisses each question, so the person stays.
  await page.getByRole('link', { name: 'Submissions', exact: true }).click();
  await page.locator('.back').click();
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.goBack();
  await expect.poll(() => faults).toEqual(Array(4).fill(expect.stringContaining('not saved')));
  // The question is noted before it is answered.
  await expect.poll(() => page.url()).toMatch(/\/edit$/);
  await tenant.live('PUT', `${profiles}/${id}`, { ...content, name: 'Theirs', version });
  await page.getByRole('button', { name: 'Save version 2' }).click();
  await page.getByText('Somebody else saved version 2 meanwhile.').waitFor();
  await page.getByText('Name: Contested → Theirs').waitFor();
  expect(await name.inputValue()).toBe('Mine');
  expect((await tenant.live('GET', `${profiles}/${id}`)).body.name).toBe('Theirs');
  await page.getByRole('button', { name: 'Replace version 2 by mine' }).click();
  await page.getByRole('button', { name: 'Save version 3' }).click();
  await page.getByText('Version 3', { exact: true }).waitFor();
  expect((await tenant.live('GET', `${profiles}/${id}`)).body).toMatchObject({ name: 'Mine', version: 3 });
  expect(faults).toHaveLength(4);
});

test('a change is tried on files that the profile has judged', async () => {
  const body = {
    code: `p-${randomUUID().slice(0, 8)}`,
    name: 'Scripts',
    assetTypes: ['document'],
    sidekicks: [{ code: 'document' }],
    rules: { 'active_content.javascript': { severity: 'minor' } },
  };
  const { id } = (await tenant.live('POST', profiles, body)).body;
  const blobPath = await uploadPdf(tenant, { script: 'app.alert(1)' });
  await untilDone(tenant.live, (await submitLive(tenant, [blobPath], [id])).body.submissionId);
  const { page } = await openProfiles(`/${id}/edit`);
  await page.getByLabel('Filter the rules').fill('javascript');
  await page
    .getByLabel('JavaScript run by a document, page, form field, annotation or bookmark: severity')
    .selectOption('critical');
  await page.getByRole('button', { name: 'Try on the files of the last 30 days' }).click();
  await page.getByText('1 verdict of 1 file of the last 30 days would change.').waitFor();
  expect(await page.getByRole('row', { name: '.pdf' }).innerText()).toMatch(
    /Passes with notes\s+Fails\s+1 of \d+ checks failed/,
  );
  page.removeAllListeners('dialog').on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
  expect((await tenant.live('GET', `${profiles}/${id}`)).body.version).toBe(1);
});

test('people who cannot change profiles see them without the controls', async () => {
  const { id } = await newCopy(tenant, 'Read only');
  const { page } = await openProfiles('', 'viewer');
  await page.getByRole('link', { name: 'Read only' }).click();
  await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor();
  for (const name of ['Edit', 'Copy', 'Delete', 'Use as default'])
    expect(await page.getByRole('main').getByText(name, { exact: true }).count(), name).toBe(0);
  await page.goto(page.url().replace(id, `${id}/edit`));
  await page.getByText('You cannot change this profile.').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});
