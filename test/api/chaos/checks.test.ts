import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { checkCharges } from '../../../tools/chaos/checks/charges.ts';
import type { Evidence } from '../../../tools/chaos/checks/check.ts';
import { checkEvents } from '../../../tools/chaos/checks/events.ts';
import { checkLogs, checkProcesses } from '../../../tools/chaos/checks/leftovers.ts';
import { checkMeasurements, checkSubmissions } from '../../../tools/chaos/checks/submissions.ts';
import { createJournal } from '../../../tools/chaos/load/journal.ts';
import type { ReceivedEvent } from '../../../tools/chaos/receiver.ts';
import { buildEvent } from '@assay/domain/event.ts';
import { identityOf } from '../../../tools/local/stack/process-identity.ts';
import { recordAssetEnd } from '@assay/storage/submissions/asset-ends.ts';
import { insertSubscription } from '@assay/storage/webhooks/subscriptions.ts';
import { readPendingDelivery } from '@assay/storage/webhooks/pending-deliveries.ts';
import { recordAttempt } from '../../support/deliveries.ts';
import { newWorkspace, useDatabase } from '../../support/database.ts';
import { liveAsset, submit } from '../../store/fixtures.ts';

// A chaos run ends with checks. Each check must report an actual violation, and must report nothing for a consistent
// state.

const own = useDatabase();
let evidence: Evidence;
let accepted: ReceivedEvent[];
let submissionId: string;
let assetId: string;
let eventId: string;

/** Creates a finished submission that was charged and whose webhook was received. */
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
  const end = { assetId, failure: null, issueCount: 0, ruleCounts: [], issuesKey: null, topicsKey: null };
  await recordAssetEnd(database, submissionId, 1, end, { ...event, assetId, version: 1, workspaceId }, null);
  const deliveries = await database.query<{ id: string }>('select id from deliveries where event_id = $1', [
    event.id,
  ]);
  const deliveryId = deliveries.rows[0]!.id;
  const { attemptId } = (await readPendingDelivery(database, deliveryId))!;
  await recordAttempt(database, {
    deliveryId,
    attemptId,
    succeeded: true,
    startedAt: new Date(),
    durationMs: 1,
    responseStatus: 204,
    error: null,
    nextDelayMs: null,
    disableReason: null,
  });
  const journal = createJournal();
  journal.created.set(submissionId, { environment: 'live', blobPaths: [asset.blobPath] });
  accepted = [{ subscription: 'reliable', eventId, payload: event.payload }];
  evidence = {
    database,
    journal,
    stack: { workspaceId },
    receiver: { accepted, rejected: [] },
    baselines: new Map([['clip.mp4', { filename: 'clip.mp4', credits: 2 }]]),
    subscriptions: new Map([['reliable', subscriptionId]]),
  } as unknown as Evidence;
});

const modify = (text: string, ...values: unknown[]) => own.database.query(text, values);

test('the checks report nothing for a consistent state', async () => {
  for (const check of [checkSubmissions, checkMeasurements, checkCharges, checkEvents])
    expect(await check(evidence)).toMatchObject({ violations: [] });
});

describe('submissions', () => {
  test.for<[string, () => unknown, RegExp]>([
    [
      'that are missing',
      () => evidence.journal.created.set(randomUUID(), { environment: 'live', blobPaths: [] }),
      /201 was returned, but the submission or its assets are missing/,
    ],
    ['that no client created', () => evidence.journal.created.clear(), /no client created it/],
    [
      'whose existence a 409 confirmed',
      () => evidence.journal.unconfirmed.push({ environment: 'live', blobPaths: ['a/b'], exists: true }),
      /409 was returned/,
    ],
    [
      'that do not finish',
      () => modify(`update assets set status = 'processing', completed_at = null`),
      /not finished: processing/,
    ],
    [
      'whose version counts too few finished assets',
      () => modify('update submission_versions set finished_count = 0'),
      /the version counts 0 finished assets of 1/,
    ],
    [
      'that failed permanently',
      () => modify(`update assets set status = 'failed', error_type = 'x', error_message = 'y'`),
      /x: y/,
    ],
    [
      'that failed in an earlier version',
      () => modify(`update events set type = 'asset.processing.failed'`),
      /failed in version 1/,
    ],
    [
      'whose retry is missing',
      () => evidence.journal.retried.push({ submissionId, assetId, version: 2 }),
      /there is no version 2/,
    ],
  ])('%s are reported', async ([, corrupt, expected]) => {
    await corrupt();
    expect((await checkSubmissions(evidence)).violations.join('\n')).toMatch(expected);
  });
});

test.for<[string, () => unknown]>([
  ['missing', () => modify('delete from ledger_entries')],
  ['different', () => modify('update ledger_entries set credits = 3')],
  [
    'reversed',
    () =>
      modify(
        `insert into ledger_entries select gen_random_uuid(), workspace_id, submission_id, asset_id, 'reversal', -credits,
         price_book_version, etag from ledger_entries`,
      ),
  ],
])('a charge that is %s is reported', async ([, corrupt]) => {
  await corrupt();
  expect((await checkCharges(evidence)).violations.join('\n')).toContain(`${submissionId}/${assetId}`);
});

test('a failed measurement is reported', async () => {
  await modify(`update measurements set outcome = 'unmeasurable', metric_value = null`);
  expect((await checkMeasurements(evidence)).violations).toHaveLength(1);
});

describe('events', () => {
  test.for<[string, () => unknown, RegExp]>([
    ['that were not received', () => accepted.pop(), /never received/],
    ['with a different payload', () => (accepted[0]!.payload += ' '), /the received payload differs/],
    [
      'under another id',
      () => accepted.push({ ...accepted[0]!, eventId: 'other' }),
      /no such delivery: reliable other/,
    ],
    [
      'whose delivery is pending',
      () => modify(`update deliveries set status = 'pending', completed_at = null`),
      /: pending/,
    ],
    ['that were never inserted', () => modify('truncate events cascade'), /0 events, 0 deliveries/],
    [
      'whose fired deliveries exceed the response',
      () => modify(`update events set version = null`),
      /0 events/,
    ],
  ])('%s are reported', async ([, corrupt, expected]) => {
    await corrupt();
    expect((await checkEvents(evidence)).violations.join('\n')).toMatch(expected);
  });
});

test('secrets in a log are reported', async () => {
  const directory = await mkdtemp(path.join(inject('scratchDir'), 'logs-'));
  await writeFile(path.join(directory, 'a.log'), 'nothing');
  expect((await checkLogs(directory, { password: 'hunter2' })).violations).toEqual([]);
  await writeFile(path.join(directory, 'b.log'), `with hunter2 and sk_live_${'0a'.repeat(32)}`);
  expect((await checkLogs(directory, { password: 'hunter2' })).violations).toEqual([
    'b.log has password',
    'b.log has sk_live_0a0a0a0a0a0a…',
  ]);
});

test('a process that is still running is reported', async () => {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const seen = new Map([[child.pid!, await identityOf(child.pid!)]]);
  expect((await checkProcesses(seen)).violations).toEqual([`${child.pid}: sleep 60 `]);
  child.kill();
  await once(child, 'close');
  expect((await checkProcesses(seen)).violations).toEqual([]);
});
