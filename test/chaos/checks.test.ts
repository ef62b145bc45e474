import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { checkCharges } from '../../chaos/checks/charges.ts';
import type { Evidence } from '../../chaos/checks/check.ts';
import { checkEvents } from '../../chaos/checks/events.ts';
import { checkLogs, checkProcesses } from '../../chaos/checks/leftovers.ts';
import { checkMeasurements, checkSubmissions } from '../../chaos/checks/submissions.ts';
import { createJournal } from '../../chaos/load/journal.ts';
import type { Taken } from '../../chaos/receiver.ts';
import { buildEvent } from '../../domain/event.ts';
import { identityOf } from '../../local/stack/process-identity.ts';
import { recordAssetEnd } from '../../storage/postgres/recordings.ts';
import { insertSubscription } from '../../storage/postgres/subscriptions.ts';
import { readPendingDelivery, recordAttempt } from '../../storage/postgres/deliveries.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { liveAsset, submit } from '../store/fixtures.ts';

// What a chaos run looks for is found where it is, and not where it is not.

const own = useDatabase();
let evidence: Evidence;
let taken: Taken[];
let submissionId: string;
let assetId: string;
let eventId: string;

/** A submission that was created, charged, ended, and told of. */
beforeEach(async () => {
  const { database } = own;
  await database.query('truncate submissions, events, ledger_entries, subscriptions, uploads cascade');
  const workspaceId = await newWorkspace(database);
  const subscriptionId = randomUUID();
  const subscription = { id: subscriptionId, workspaceId, endpointUrl: 'https://localhost/' };
  const eventTypes = ['asset.processing.completed'] as const;
  await insertSubscription(
    database,
    { ...subscription, eventTypes, description: null, secret: 'whsec_' },
    20,
  );
  const asset = await liveAsset(database, workspaceId);
  submissionId = await submit(database, workspaceId, [asset]);
  ({ assetId } = asset);
  const event = buildEvent(
    randomUUID(),
    new Date(),
    { assetId, submissionId, workspaceId, filename: asset.filename },
    { status: 'completed', issueCount: 0 },
  );
  eventId = event.id;
  const end = { assetId, failure: null, issueCount: 0, issuesKey: null, topicsKey: null };
  const [deliveryId] = await recordAssetEnd(
    database,
    submissionId,
    1,
    end,
    { ...event, assetId, version: 1, workspaceId },
    null,
  );
  const { attemptId } = (await readPendingDelivery(database, deliveryId!))!;
  await recordAttempt(database, {
    ...{ deliveryId: deliveryId!, attemptId, succeeded: true, startedAt: new Date(), durationMs: 1 },
    ...{ responseStatus: 204, error: null, nextDelayMs: null, disableReason: null },
  });
  const journal = createJournal();
  journal.created.set(submissionId, { environment: 'live', blobPaths: [asset.blobPath] });
  taken = [{ subscription: 'good', eventId, payload: event.payload }];
  evidence = {
    ...{ database, journal, bed: { workspaceId } },
    receiver: { taken, refused: [] },
    baselines: new Map([['clip.mp4', { filename: 'clip.mp4', credits: 2 }]]),
    subscriptions: new Map([['good', subscriptionId]]),
  } as unknown as Evidence;
});

const change = (text: string, ...values: unknown[]) => own.database.query(text, values);

test('nothing is found where all is well', async () => {
  for (const check of [checkSubmissions, checkMeasurements, checkCharges, checkEvents])
    expect(await check(evidence)).toMatchObject({ violations: [] });
});

describe('submissions', () => {
  test.for<[string, () => unknown, RegExp]>([
    [
      'that are gone',
      () => evidence.journal.created.set(randomUUID(), { environment: 'live', blobPaths: [] }),
      /a 201, and it is not there/,
    ],
    ['that nobody created', () => evidence.journal.created.clear(), /nobody created it/],
    [
      'that were said to exist',
      () => evidence.journal.unanswered.push({ environment: 'live', blobPaths: ['a/b'], exists: true }),
      /answered 409/,
    ],
    [
      'that do not end',
      () => change(`update assets set status = 'processing', completed_at = null`),
      /not ended: processing/,
    ],
    [
      'whose version counts less',
      () => change('update submission_versions set finished_count = 0'),
      /version counts 0 of 1/,
    ],
    [
      'that failed for good',
      () => change(`update assets set status = 'failed', error_type = 'x', error_message = 'y'`),
      /x: y/,
    ],
    [
      'whose retry is gone',
      () => evidence.journal.retried.push({ submissionId, assetId, version: 2 }),
      /there is no version 2/,
    ],
  ])('%s are found', async ([, spoil, expected]) => {
    await spoil();
    expect((await checkSubmissions(evidence)).violations.join('\n')).toMatch(expected);
  });
});

test.for<[string, () => unknown]>([
  ['missing', () => change('delete from ledger_entries')],
  ['another', () => change('update ledger_entries set credits = 3')],
  [
    'reversed',
    () =>
      change(
        `insert into ledger_entries select gen_random_uuid(), workspace_id, submission_id, asset_id, 'reversal', -credits,
         price_book_version, etag from ledger_entries`,
      ),
  ],
])('a charge that is %s is found', async ([, spoil]) => {
  await spoil();
  expect((await checkCharges(evidence)).violations.join('\n')).toContain(`${submissionId}/${assetId}`);
});

test('a measurement that is none is found', async () => {
  await change(`update measurements set outcome = 'unmeasurable', metric_value = null`);
  expect((await checkMeasurements(evidence)).violations).toHaveLength(1);
});

describe('events', () => {
  test.for<[string, () => unknown, RegExp]>([
    ['that were not received', () => taken.pop(), /never received/],
    ['that came in other words', () => (taken[0]!.payload += ' '), /other than it was written/],
    ['under another id', () => taken.push({ ...taken[0]!, eventId: 'other' }), /nobody’s: good other/],
    [
      'that are still to be delivered',
      () => change(`update deliveries set status = 'pending', completed_at = null`),
      /: pending/,
    ],
    ['that were never written', () => change('truncate events cascade'), /0 events, 0 deliveries/],
    ['that fire dispatched', () => change(`update events set version = null`), /0 events/],
  ])('%s are found', async ([, spoil, expected]) => {
    await spoil();
    expect((await checkEvents(evidence)).violations.join('\n')).toMatch(expected);
  });
});

test('secrets in a log are found', async () => {
  const directory = await mkdtemp(path.join(inject('scratchDir'), 'logs-'));
  await writeFile(path.join(directory, 'a.log'), 'nothing');
  expect((await checkLogs(directory, { password: 'hunter2' })).violations).toEqual([]);
  await writeFile(path.join(directory, 'b.log'), `with hunter2 and sk_live_${'0a'.repeat(32)}`);
  expect((await checkLogs(directory, { password: 'hunter2' })).violations).toEqual([
    'b.log has password',
    'b.log has sk_live_0a0a0a0a0a0a…',
  ]);
});

test('a process that is left is found', async () => {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const seen = new Map([[child.pid!, await identityOf(child.pid!)]]);
  expect((await checkProcesses(seen)).violations).toEqual([`${child.pid}: sleep 60 `]);
  child.kill();
  await once(child, 'close');
  expect((await checkProcesses(seen)).violations).toEqual([]);
});
