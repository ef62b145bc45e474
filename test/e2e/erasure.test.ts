/** @module-tag long */

import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { inviteMember } from '@assay/storage/accounts/invite.ts';
import { makeVideo } from '../../tools/local/samples/video.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { newTenant, type Tenant, until, untilDone, uploadFile, useStackDatabase } from '../support/api.ts';
import { upload, useBlobs } from '../support/blobs.ts';
import { registerCustom } from '../support/custom-sidekicks.ts';
import { everySidekick, ledgerOf, submitLive } from '../support/live.ts';
import { useReceiver } from '../support/receiver.ts';
import { run } from '../support/run.ts';
import { stackEnvironment } from '../support/stack-environment.ts';
import { tablesWith } from '../support/tables-with.ts';
import { useTemporalClient } from '../support/temporal-client.ts';

const database = useStackDatabase();
const blobs = useBlobs();
const receiver = useReceiver();
const startedAt = Date.now();
const temporal = useTemporalClient();

/** Runs the admin CLI as an operator does. */
const admin = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, ['packages/admin/main.ts', ...args], { env: { ...stackEnvironment(), ...env } });

async function json(...args: string[]): Promise<any> {
  const { code, output } = await admin([...args, '--json']);
  if (code !== 0) throw new Error(output);
  return JSON.parse(output);
}

/** Returns a name that occurs nowhere else. */
const newName = () => `quillfeather-${randomBytes(6).toString('hex')}`;

/** Returns the keys of the blobs whose key or content contains a text. Older blobs are of other tests. */
async function blobsWith(text: string): Promise<string[]> {
  const found = [];
  let after: string | null = null;
  for (let isLast = false; !isLast;) {
    const page = await blobs.list('', after, 1000);
    for (const { key, modifiedAt, sizeBytes } of page.objects) {
      if (modifiedAt.getTime() < startedAt - 60_000 || sizeBytes > 2 ** 22) continue;
      if (key.includes(text) || (await blobs.getSmall(key)).includes(text)) found.push(key);
    }
    ({ isLast } = page);
    after = page.objects.at(-1)?.key ?? null;
  }
  return found;
}

/** Returns the ids of a workspace's workflows whose history contains a text. */
async function workflowsWith(workspaceId: string, text: string): Promise<string[]> {
  const found = [];
  for await (const { workflowId, runId } of temporal.workflow.list({
    query: `WorkspaceId = "${workspaceId}"`,
  })) {
    const history = JSON.stringify(await temporal.workflow.getHandle(workflowId, runId).fetchHistory());
    const decoded = history.replace(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data: string) =>
      Buffer.from(data, 'base64').toString(),
    );
    if (decoded.includes(text)) found.push(workflowId);
  }
  return found;
}

async function tracesOf(workspaceId: string, text: string) {
  return {
    tables: await tablesWith(database, text),
    blobs: await blobsWith(text),
    workflows: await workflowsWith(workspaceId, text),
  };
}

const none = { tables: [], blobs: [], workflows: [] };
const gone = { status: 404, body: expect.objectContaining({ detail: expect.stringContaining('not found') }) };
const submissionPath = (id: string) => `/api/integrations/submissions/${id}`;
const assetPath = (id: string, assetId: string) => `${submissionPath(id)}/assets/${assetId}`;

/** A text with a claim. The finding quotes the sentence, so the name is in findings, issues and topics. */
const claim = (name: string) => Buffer.from(`Our cream is clinically proven by Dr ${name}.\n`);
const uploadText = (tenant: Tenant, name: string) =>
  uploadFile(tenant.live, `${name}.txt`, 'text/plain', claim(name));

async function subscribe(tenant: Tenant, name: string): Promise<void> {
  const { status } = await tenant.live('POST', '/api/integrations/webhooks/subscriptions', {
    endpointUrl: receiver.url(name),
    eventTypes: ['asset.processing.completed'],
    description: `for ${name}`,
  });
  expect(status).toBe(201);
}

/**
 * Submits files to all sidekicks. The workers of the custom sidekick do not exist, so its task with the file name waits
 * in Temporal until the operator skips it.
 */
async function submitAll(tenant: Tenant, code: string, blobPaths: string[]): Promise<any> {
  const { body } = await submitLive(tenant, blobPaths, await everySidekick(tenant));
  const refused = await admin(['erase', '--submission', body.submissionId]);
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringMatching(/is in progress: .*"submissions skip .* --asset .*"/),
  ]);
  for (const { assetId, assetType } of body.assets)
    if (assetType === 'document')
      await until(
        () => admin(['submissions', 'skip', body.submissionId, '--asset', assetId, '--sidekick', code]),
        ({ code: exit }) => exit === 0,
      );
  return (await untilDone(tenant.live, body.submissionId)).body;
}

describe('erasing', { timeout: 180_000 }, () => {
  let tenant: Tenant;
  let other: Tenant;
  let kept: any;
  let code: string;
  const names = { document: newName(), video: newName(), settings: newName(), other: newName() };
  let video: Buffer;

  const expectOtherUntouched = async () => {
    expect((await other.live('GET', submissionPath(kept.submissionId))).body).toEqual(kept);
    const issues = await other.live('GET', `${assetPath(kept.submissionId, kept.assets[0].assetId)}/issues`);
    expect(JSON.stringify(issues.body)).toContain(names.other);
    expect(await tracesOf(other.workspaceId, names.other)).toEqual({
      tables: expect.arrayContaining(['assets', 'events', 'subscriptions', 'uploads']),
      blobs: expect.arrayContaining([
        expect.stringMatching(/^assets\//),
        expect.stringMatching(/^findings\//),
      ]),
      workflows: expect.any(Array),
    });
  };

  beforeAll(async () => {
    const sample = path.join(inject('scratchDir'), 'erasure.mp4');
    await makeVideo(sample);
    video = await readFile(sample);
    [tenant, other] = [await newTenant(database), await newTenant(database)];
    ({ code } = await registerCustom(database, tenant.workspaceId, {
      taskQueue: names.settings,
      description: names.settings,
    }));
    await subscribe(tenant, names.settings);
    await subscribe(other, names.other);
    kept = (await submitLive(other, [await uploadText(other, names.other)])).body;
    kept = (await untilDone(other.live, kept.submissionId)).body;
    await receiver.received(names.other, 1);
  });

  test('an asset removes it everywhere, and keeps the other assets and the ledger', async () => {
    const paths = [
      await uploadText(tenant, names.document),
      await uploadFile(tenant.live, `${names.video}.mp4`, 'video/mp4', video),
    ];
    const { submissionId, assets, creditsCharged } = await submitAll(tenant, code, paths);
    const [document, film] = assets;
    await receiver.received(names.settings, 2);
    const before = await tracesOf(tenant.workspaceId, names.document);
    expect(before).toEqual({
      tables: expect.arrayContaining(['assets', 'events', 'uploads']),
      blobs: expect.arrayContaining(
        ['assets', 'findings', 'issues'].map((kind) => expect.stringMatching(`^${kind}/`)),
      ),
      workflows: [expect.stringMatching(/^examination:/)],
    });
    const ledger = await ledgerOf(database, tenant);
    const ofUpload = () =>
      temporal.workflow
        .count(`WorkflowId STARTS_WITH "measure:${document.assetId}:"`)
        .then(({ count }) => count);
    expect(await ofUpload()).toBe(1);

    const erased = await json('erase', '--asset', document.assetId);
    expect(await ofUpload()).toBe(0);
    expect(erased.blobs).toBeGreaterThanOrEqual(before.blobs.length);
    const subject = `submissions/${submissionId}/assets/${document.assetId}`;
    expect(erased).toMatchObject({
      subjects: [subject],
      assets: 1,
      uploads: 1,
      measurements: 1,
      deliveries: 1,
      keys: 0,
      subscriptions: 0,
      sidekicks: 0,
      members: 0,
    });
    expect(await tracesOf(tenant.workspaceId, names.document)).toEqual(none);
    expect(await json('erasures', 'list', '--since', erased.completedAt)).toContainEqual(erased);
    expect(await json('audit', 'list', '--subject', subject, '--action', 'asset.erase')).toHaveLength(1);

    for (const suffix of ['', '/issues', '/topics'])
      expect(await tenant.live('GET', assetPath(submissionId, document.assetId) + suffix)).toMatchObject(
        gone,
      );
    expect(await tenant.live('GET', submissionPath(submissionId))).toMatchObject({
      status: 200,
      body: { assets: [film], creditsCharged, progress: { finished: 1, total: 1 } },
    });
    const { body: issues } = await tenant.live('GET', `${assetPath(submissionId, film.assetId)}/issues`);
    expect(issues.total).toBeGreaterThan(0);
    expect(await ledgerOf(database, tenant)).toEqual(ledger);
    expect(await submitLive(tenant, [paths[0]!])).toMatchObject({ status: 403 });
    expect(await json('erase', '--asset', document.assetId)).toMatchObject({
      assets: 0,
      uploads: 0,
      blobs: 0,
    });

    // The video is the last asset, so its erasure hides the submission.
    const pictures = (await blobs.list(`issues/${submissionId}/`, null, 100)).objects;
    expect(pictures.map(({ key }) => key)).toContainEqual(expect.stringMatching(/\.jpg$/));
    await json('erase', '--asset', film.assetId);
    expect(await tenant.live('GET', submissionPath(submissionId))).toMatchObject(gone);
    expect(await tracesOf(tenant.workspaceId, names.video)).toEqual(none);
    for (const kind of ['assets', 'findings', 'issues', 'topics', 'observations', 'series'])
      expect(
        (await blobs.list(`${kind}/`, null, 1000)).objects.filter(({ key }) => key.includes(submissionId)),
      ).toEqual([]);
    await expectOtherUntouched();
  });

  test('a submission that an outage interrupts hides it at once, and is completed by the next run', async () => {
    const name = newName();
    receiver.answer(names.settings, { status: 500 });
    const paths = [await uploadText(tenant, name), await uploadText(tenant, name)];
    const { submissionId } = await submitAll(tenant, code, paths);
    const ledger = await ledgerOf(database, tenant);
    const failed = await admin(['erase', '--submission', submissionId], {
      S3_ENDPOINT: 'http://127.0.0.1:9',
    });
    expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('storage fault')]);
    expect(await tenant.live('GET', submissionPath(submissionId))).toMatchObject(gone);
    expect(await tablesWith(database, name)).toContain('assets');

    const erased = await json('erase', '--submission', submissionId);
    expect(erased).toMatchObject({ subjects: [`submissions/${submissionId}`], assets: 2, deliveries: 2 });
    expect(await tracesOf(tenant.workspaceId, name)).toEqual(none);
    expect(await ledgerOf(database, tenant)).toEqual(ledger);
    const ofSubmission = temporal.workflow.list({ query: `SubmissionId = "${submissionId}"` });
    for await (const { workflowId } of ofSubmission) expect.fail(`${workflowId} is left`);
    await expectOtherUntouched();
  });

  test('a sandbox submission ends the workflow of a pending asset, and its blob path cannot be used again', async () => {
    const [name, sidekick] = [newName(), newName()];
    const create = (blobPath: string) =>
      tenant.sandbox('POST', '/api/integrations/submissions', {
        assets: [{ blobPath }],
        sidekickIds: [sidekick],
      });
    const blobPath = `${randomUUID()}/${name}__sandbox_pending__.mp4`;
    const { body } = await create(blobPath);
    const handle = temporal.workflow.getHandle(`submission:${body.submissionId}:v1`);
    const started = () =>
      database.query(
        'select from submission_versions where submission_id = $1 and workflow_started_at is not null',
        [body.submissionId],
      );
    await until(started, ({ rowCount }) => rowCount === 1);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    expect([await tablesWith(database, name), await tablesWith(database, sidekick)]).toEqual([
      ['assets'],
      ['submissions'],
    ]);
    await json('erase', '--submission', body.submissionId);
    await expect(handle.describe()).rejects.toThrow(/not found/);
    for (const text of [name, sidekick]) expect(await tracesOf(tenant.workspaceId, text)).toEqual(none);
    expect(await create(blobPath)).toMatchObject({ status: 409 });
  });

  test('an upload that was not submitted removes its row and its bytes', async () => {
    const name = newName();
    const blobPath = await uploadText(tenant, name);
    const [assetId] = blobPath.split('/') as [string];
    expect(await json('erase', '--asset', assetId)).toMatchObject({ uploads: 1, blobs: 1 });
    expect(await tracesOf(tenant.workspaceId, name)).toEqual(none);
    expect(await submitLive(tenant, [blobPath])).toMatchObject({ status: 403 });
    // The run broke off after the row was removed.
    await upload(blobs, pendingKey(assetId), claim(name));
    expect(await json('erase', '--asset', assetId)).toMatchObject({ uploads: 0, blobs: 1 });
    const unknown = await admin(['erase', '--asset', assetId]);
    expect([unknown.code, unknown.output]).toEqual([
      1,
      expect.stringContaining(`there is no asset ${assetId}`),
    ]);
  });

  test('a person must be removed first, and then leaves no name', async () => {
    const { workspaceId } = other;
    const person = { name: newName(), workspaceId, role: 'viewer' } as const;
    const { memberId } = await inviteMember(database, 'http://localhost', person, null);
    expect((await admin(['erase', '--member', memberId])).output).toContain(
      `run "members remove ${memberId}" first`,
    );
    // `members remove` would add an entry, and the erasure would be refused for two minutes.
    await database.query('delete from memberships where member_id = $1', [memberId]);
    const erased = await json('erase', '--member', memberId);
    expect(erased).toMatchObject({ subjects: [`members/${memberId}`], members: 1 });
    expect(await json('erasures', 'list', '--since', erased.startedAt)).toContainEqual(erased);
    expect(await tracesOf(workspaceId, person.name)).toEqual(none);
  });

  test('a workspace needs its suspension, and removes everything but the ledger', async () => {
    const { workspaceId } = tenant;
    const [submitted, unsubmitted, person] = [newName(), newName(), newName()];
    await inviteMember(database, 'http://localhost', { name: person, workspaceId, role: 'admin' }, null);
    await database.query('update workspaces set name = $2 where id = $1', [workspaceId, names.settings]);
    await submitAll(tenant, code, [await uploadText(tenant, submitted)]);
    await uploadText(tenant, unsubmitted);
    const { body: list } = await tenant.live('GET', '/api/integrations/webhooks/subscriptions');
    const example = await tenant.live(
      'POST',
      `/api/integrations/webhooks/subscriptions/${list.items[0].id}/example`,
      { eventType: 'asset.processing.completed' },
    );
    expect(example.status).toBe(202);
    expect(await tablesWith(database, names.settings)).toEqual(
      expect.arrayContaining([
        'registered_sidekick_versions',
        'registered_sidekicks',
        'subscriptions',
        'workspaces',
      ]),
    );
    const ledger = await ledgerOf(database, tenant);

    const erase = () => admin(['workspaces', 'remove', workspaceId]);
    expect((await erase()).output).toContain(`run "workspaces suspend ${workspaceId}" first`);
    await json('workspaces', 'suspend', workspaceId);
    expect((await erase()).output).toContain('requests from before the suspension may still be in progress');
    await database.query(`update workspaces set suspended_at = now() - interval '3 minutes' where id = $1`, [
      workspaceId,
    ]);
    const erased = await json('workspaces', 'remove', workspaceId);
    expect(erased).toMatchObject({
      subjects: [`workspaces/${workspaceId}`],
      keys: 2,
      subscriptions: 1,
      sidekicks: 1,
      uploads: 2,
      members: 1,
      addresses: expect.any(Number),
    });
    for (const name of [submitted, unsubmitted, person, names.settings])
      expect(await tracesOf(workspaceId, name)).toEqual(none);
    for await (const { workflowId } of temporal.workflow.list({ query: `WorkspaceId = "${workspaceId}"` }))
      expect.fail(`${workflowId} is left`);
    expect((await blobs.list(`assets/${workspaceId}/`, null, 10)).objects).toEqual([]);
    expect(await ledgerOf(database, tenant)).toEqual(ledger);
    expect((await tenant.live('GET', '/api/integrations/sidekicks')).status).toBe(401);

    const ids = async (...options: string[]) =>
      (await json('workspaces', 'list', ...options)).map(({ id }: { id: string }) => id);
    expect(await ids()).not.toContain(workspaceId);
    expect(await ids('--all')).toContain(workspaceId);
    expect((await admin(['workspaces', 'resume', workspaceId])).output).toContain('is removed');
    await expectOtherUntouched();
  });

  test('needs exactly one subject', async () => {
    for (const args of [[], ['--workspace', other.workspaceId, '--submission', kept.submissionId]])
      expect((await admin(['erase', ...args])).output).toContain('name one of');
  });
});
