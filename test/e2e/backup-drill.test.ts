/** @module-tag long */

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkBlobs } from '../../tools/chaos/checks/blobs.ts';
import { checkCharges } from '../../tools/chaos/checks/charges.ts';
import type { Baseline, Evidence } from '../../tools/chaos/checks/check.ts';
import { checkEvents } from '../../tools/chaos/checks/events.ts';
import { checkReconciliation } from '../../tools/chaos/checks/reconciliation.ts';
import { checkMeasurements, checkSubmissions } from '../../tools/chaos/checks/submissions.ts';
import { createJsonLinesLog } from '../../tools/chaos/json-lines-log.ts';
import { createCaller } from '../../tools/chaos/load/caller.ts';
import { createJournal, createRecorder, type Journal } from '../../tools/chaos/load/journal.ts';
import { examineSamples, sidekicksOfLoad, subscribeReceiver } from '../../tools/chaos/load/prepare-load.ts';
import { makeSamples, type Sample } from '../../tools/chaos/load/samples.ts';
import { startLoad } from '../../tools/chaos/load/start-load.ts';
import { createRandom } from '../../tools/chaos/random.ts';
import { type ChaosReceiver, type ReceivedEvent, startReceiver } from '../../tools/chaos/receiver.ts';
import { formatChecks } from '../../tools/chaos/run-chaos.ts';
import { settle } from '../../tools/chaos/settle.ts';
import { type Client, createClient } from '@assay/client/index.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { openLocalBlobs } from '../../tools/local/stack/local-s3.ts';
import { ensureDatabase } from '../../tools/local/stack/seed.ts';
import { createTenant, type TenantKeys } from '../../tools/local/stack/tenant.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { readPlan, savePlan } from '@assay/storage/accounts/plans.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import { until } from '../support/api.ts';
import { backUpPostgres, copyBucketContinuously, restoreBaseBackup } from '../support/backup.ts';
import { copyTree } from '../support/copy-tree.ts';
import { createDrillStack, type DrillStack } from '../support/drill-stack.ts';
import { dataConverterOf } from '../../tools/local/stack/data-converter.ts';

// The backup drill: backs up Postgres and the bucket under load, loses both and Temporal, and follows the runbook in
// docs/operations.md to restore the state of a minute before the loss.

const seed = 22;
const clients = 6;
/** Maximum number of assets in progress. It is low, so that some submissions are queued at the restored time. */
const maxAssetsInWork = 4;
const secondsBeforeBackup = 10;
const secondsAfterBackup = 15;
/** Minimum seconds from the restored time to the loss. */
const lostSeconds = 60;

/** The confirmations that clients had at the restored time and at the loss. */
interface Past {
  restoredTo: Date;
  atRestoredTime: Journal;
  atLoss: Journal;
  /** The events that were received before the last loss. */
  received: readonly ReceivedEvent[];
}

const directory = path.join(inject('scratchDir'), `drill-${randomUUID()}`);
const backup = path.join(directory, 'backup');
const openLog = (name: string) => createJsonLinesLog(path.join(directory, 'logs', `${name}.jsonl`));
const openDatabase = (): Database =>
  createPool({
    databaseUrl: stack.databaseUrl,
    applicationName: 'drill',
    maxConnections: 2,
    onIdleError: () => undefined,
  });

let stack: DrillStack;
let receiver: ChaosReceiver;
let tenant: TenantKeys;
let client: Client;
let samples: Sample[];
let sidekickIds: string[];
let baselines: Baseline[];
let subscriptions: Map<string, string>;
let past: Past;
/** Submitted and finished in the minute that was lost; the upload is older. */
let submittedLate: { blobPath: string; submissionId: string };
/** Uploaded in the minute that was lost. */
let uploadedLate: string;
const seconds = new Map<string, number>();

/** Runs a step of the drill and records its duration. */
async function timed<T>(name: string, step: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const value = await step();
  seconds.set(name, Math.round((performance.now() - startedAt) / 100) / 10);
  return value;
}

beforeAll(async () => {
  stack = await createDrillStack(loadLocalConfig(), directory);
  receiver = await startReceiver(stack.ca, openLog('received'));
  await Promise.all([stack.startPostgres(), stack.startStorage(), stack.startTemporal()]);
  await ensureDatabase(stack.databaseUrl);
  await stack.admin('setup', 'database');
  await stack.admin('setup', 'temporal');
  await stack.startProcesses();
  const database = openDatabase();
  const unlimited = (await readPlan(database, 'unlimited'))!;
  await savePlan(database, { ...unlimited, name: 'drill', maxAssetsInWork });
  tenant = await createTenant(database, 'Drill', 'drill');
  await database.end();
  client = createClient({ baseUrl: stack.apiUrl, apiKey: tenant.liveKey });
  samples = await makeSamples(path.join(directory, 'samples'));
  sidekickIds = await sidekicksOfLoad(client);
  const endpoints = await subscribeReceiver(client, receiver);
  subscriptions = new Map([...endpoints].map(([name, { id }]) => [name, id]));
  past = await loseUnderLoad();
}, 600_000);

afterAll(async () => {
  await receiver.close();
  await stack.stop();
});

/**
 * Waits until a workflow of a version and one of a delivery run, because reconciliation must find both. Returns the
 * time, and the journal before it.
 */
async function timeWithWorkInProgress(
  journal: Journal,
): Promise<{ atRestoredTime: Journal; restoredTo: Date }> {
  const database = openDatabase();
  const seen = await until(
    async () => {
      const atRestoredTime = structuredClone(journal);
      const { rows } = await database.query<{ restoredTo: Date; isBusy: boolean }>(
        `select clock_timestamp() as "restoredTo",
          exists (select from submission_versions
            where status = 'processing' and finished_count < expected_count and workflow_started_at is not null)
          and exists (select from deliveries
            where status = 'pending' and workflow_started_at is not null) as "isBusy"`,
      );
      return { atRestoredTime, ...rows[0]! };
    },
    ({ isBusy }) => isBusy,
    60_000,
  );
  await database.end();
  return seen;
}

/** Backs up Postgres and the bucket under load, and kills and deletes everything a minute after the restored time. */
async function loseUnderLoad(): Promise<Past> {
  const journal = createJournal();
  const recorder = createRecorder(journal, openLog('load'));
  const lost = new AbortController();
  baselines = await examineSamples(samples, client, sidekickIds, recorder, lost.signal);
  const caller = (key: string) => {
    const one = createCaller(stack.apiUrl, key, recorder);
    return () => one;
  };
  const random = createRandom(seed);
  const deps = { recorder, samples, sidekickIds, random, signal: lost.signal };
  const keys = { live: caller(tenant.liveKey), sandbox: caller(tenant.sandboxKey) };
  const load = startLoad({ ...deps, ...keys }, clients, seed);
  await setTimeout(secondsBeforeBackup * 1000);
  await timed('base backup', () =>
    backUpPostgres(stack.databaseUrl, stack.paths.postgres, path.join(backup, 'postgres')),
  );
  const bucketCopy = copyBucketContinuously(stack.paths.s3, path.join(backup, 's3'), stack.bucket);
  await setTimeout(secondsAfterBackup * 1000);

  const upload = () => client.upload(samples[0]!);
  const uploadedEarly = await upload();
  // Its submission removes the upload, so only a copy from before the submission has it.
  const uploadedAt = new Date();
  await until(bucketCopy.covered, (time) => time !== null && time > uploadedAt, 120_000);
  const { atRestoredTime, restoredTo } = await timeWithWorkInProgress(journal);
  const lostAt = restoredTo.getTime() + lostSeconds * 1000;
  uploadedLate = await upload();
  const { submissionId } = await client.submit({ blobPaths: [uploadedEarly], sidekickIds });
  // The submissions of the load are queued before it.
  await client.waitUntilDone(submissionId, { timeoutMs: 240_000 });
  submittedLate = { blobPath: uploadedEarly, submissionId };
  await setTimeout(Math.max(0, lostAt - Date.now()));

  expect(journal.unexpected).toEqual([]);
  const atLoss = structuredClone(journal);
  await bucketCopy.stop();
  await stack.lose();
  lost.abort();
  await load.stop();
  expect(bucketCopy.covered()!.getTime()).toBeGreaterThan(restoredTo.getTime());
  return { restoredTo, atRestoredTime, atLoss, received: [...receiver.accepted] };
}

/**
 * Returns the journal that the restored system must conform to. The system has everything that was confirmed before the
 * restored time, and may have changes that were confirmed later.
 */
function journalOf({ atRestoredTime, atLoss }: Past): Journal {
  const later = [...atLoss.created].filter(([id]) => !atRestoredTime.created.has(id));
  const fired = new Map(
    [...atLoss.fired].map(([id, { dispatched, unconfirmed }]) => {
      const before = atRestoredTime.fired.get(id) ?? { dispatched: 0, unconfirmed: 0 };
      const isLater = dispatched > before.dispatched;
      return [id, { ...before, unconfirmed: unconfirmed + (isLater ? 1 : 0) }] as const;
    }),
  );
  const maybe = [...later.map(([, request]) => request), ...atLoss.unconfirmed];
  const unconfirmed = [
    ...atRestoredTime.unconfirmed,
    ...maybe.map((request) => ({ ...request, exists: false })),
  ];
  return { ...atRestoredTime, unconfirmed, fired };
}

describe.for(['lost', 'kept'] as const)('a restore to a minute before the loss, with Temporal %s', (fate) => {
  let database: Database;

  /** Follows the runbook in docs/operations.md. */
  beforeAll(async () => {
    if (fate === 'kept') {
      past = { ...past, received: [...receiver.accepted] };
      await stack.lose();
      await copyTree(stack.paths.temporalAtLoss, stack.paths.temporal);
      stack.useNamespace('after-restore');
    }
    await timed('files of the base backup', () =>
      restoreBaseBackup(
        path.join(backup, 'postgres'),
        stack.paths.postgres,
        stack.paths.archive,
        past.restoredTo,
      ),
    );
    await timed('replay of the log', () => stack.startPostgres());
    await timed('bucket', () => copyTree(path.join(backup, 's3'), stack.paths.s3));
    await stack.startStorage();
    await stack.startTemporal();
    await timed('set-up', async () => {
      await stack.admin('setup', 'database');
      await stack.admin('setup', 'temporal');
    });
    await timed('start of the API and the worker', () => stack.startProcesses());
    database = openDatabase();
    const { rows } = await database.query<{ late: number; last: Date }>(
      'select count(*) filter (where created_at > $1) as late, max(created_at) as last from submissions',
      [past.restoredTo],
    );
    expect(rows[0]!.late).toBe(0);
    expect(past.restoredTo.getTime() - rows[0]!.last.getTime()).toBeLessThan(30_000);

    const report = await timed('reconciliation', () =>
      stack.admin('upkeep', 'run', 'reconciliation', '--min-age-minutes', '0'),
    );
    expect(Object.keys(report.found)).toEqual(
      expect.arrayContaining(['version_without_workflow', 'delivery_without_workflow']),
    );
    const restarted = await timed('restarts', () =>
      stack.admin('submissions', 'restart', '--run', report.runId),
    );
    expect(restarted.length).toBeGreaterThan(0);
    const { signal } = new AbortController();
    expect(await timed('work that was in progress', () => settle(stack, database, 120, signal))).toEqual([]);
  }, 240_000);

  afterAll(() => database.end());

  test('leaves nothing inconsistent', async () => {
    const { rows } = await database.query<{ id: string }>('select id from events');
    const known = new Set(rows.map(({ id }) => id));
    const lost = new Set(past.received.map(({ eventId }) => eventId).filter((id) => !known.has(id)));
    const temporal = createTemporalClient(
      { address: stack.temporalAddress },
      stack.namespace(),
      [],
      dataConverterOf(stack, stack.namespace()),
    );
    const blobs = openLocalBlobs(stack.s3Endpoint);
    const evidence: Evidence = {
      database,
      blobs,
      temporal,
      subscriptions,
      journal: journalOf(past),
      stack: { ...tenant, apiUrls: [stack.apiUrl] },
      firstAttempt: 'workflow',
      receiver: { ...receiver, accepted: receiver.accepted.filter(({ eventId }) => !lost.has(eventId)) },
      baselines: new Map(baselines.map((baseline) => [baseline.filename, baseline])),
    };
    const checks = [
      await checkSubmissions(evidence),
      await checkMeasurements(evidence),
      await checkCharges(evidence),
      await checkBlobs(evidence),
      await checkEvents(evidence),
      await checkReconciliation(evidence),
    ];
    process.stdout.write(
      `${formatChecks(checks)}\nSeconds: ${JSON.stringify(Object.fromEntries(seconds))}\n`,
    );
    expect(checks.flatMap(({ name, violations }) => violations.map((one) => `${name}: ${one}`))).toEqual([]);
    await temporal.connection.close();
    blobs.close();
  });

  // The namespace makes no difference to the tests below.
  const testOnce = test.skipIf(fate === 'kept');

  testOnce(
    'forgets the submissions of the lost minute, whose files can be submitted again',
    async () => {
      const { submissionId, blobPath } = submittedLate;
      await expect(client.waitUntilDone(submissionId)).rejects.toMatchObject({ status: 404 });
      const again = await client.submit({ blobPaths: [blobPath], sidekickIds });
      expect(await client.waitUntilDone(again.submissionId, { timeoutMs: 60_000 })).toMatchObject({
        status: 'complete',
      });
    },
    90_000,
  );

  testOnce(
    'keeps the uploads of the lost minute for a day, and their clients get a clear answer',
    async () => {
      await expect(client.submit({ blobPaths: [uploadedLate], sidekickIds })).rejects.toMatchObject({
        status: 403,
        message: expect.stringContaining('Invalid blob path'),
      });
      const key = pendingKey(uploadedLate.split('/')[0]!);
      const blobs = openLocalBlobs(stack.s3Endpoint);
      await stack.admin('upkeep', 'run', 'storage');
      await stack.admin('upkeep', 'run', 'orphan-blobs');
      expect(await blobs.head(key)).not.toBeNull();
      const { runId } = await stack.admin('upkeep', 'run', 'storage', '--min-age-hours', '0');
      expect(await stack.admin('upkeep', 'findings', runId)).toContainEqual({
        kind: 'upload_unneeded',
        subject: key,
        detail: 'no_upload',
      });
      expect(await blobs.head(key)).toBeNull();
      await stack.admin('upkeep', 'run', 'orphan-blobs', '--min-age-hours', '0');
      const clean = ['--min-age-minutes', '0', '--min-age-hours', '0'];
      expect((await stack.admin('upkeep', 'run', 'reconciliation', ...clean)).found).toEqual({});
      blobs.close();
    },
    90_000,
  );
});
