import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildEvent } from '@assay/domain/event.ts';
import { sandboxFailures, type FinalSandboxOutcome, type SandboxOutcome } from '@assay/domain/sandbox.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { inTransaction } from '@assay/storage/database/database.ts';
import { insertFiredEvents, readFireSubjects } from '@assay/storage/webhooks/fired-events.ts';
import {
  type AssetEnd,
  markSecured,
  readAssetInWork,
  recordAssetEnd,
  recordSandboxEnds,
} from '@assay/storage/submissions/asset-ends.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { readSidekickResults, saveSidekickResult } from '@assay/storage/submissions/sidekick-results.ts';
import { readFinishedVersions, versionsBody } from '@assay/storage/submissions/submissions.ts';
import { insertSubscription, setSubscriptionEnabled } from '@assay/storage/webhooks/subscriptions.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { bodyOf, liveAsset, sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();

function endOf(assetId: string, outcome: FinalSandboxOutcome): AssetEnd {
  const failure = outcome === 'error' || outcome === 'retryable_error' ? sandboxFailures[outcome] : null;
  return { assetId, failure, issueCount: 0, ruleCounts: [], issuesKey: null, topicsKey: null };
}

const hash = (byte: number) => Buffer.alloc(32, byte);

async function hashOf(assetId: string): Promise<Buffer | null> {
  const { rows } = await own.database.query<{ sha256: Buffer | null }>(
    'select sha256 from assets where asset_id = $1',
    [assetId],
  );
  return rows[0]!.sha256;
}

/** Submits sandbox assets and finishes all assets that are not marked `pending`. */
async function submitted(outcomes: readonly SandboxOutcome[]) {
  const workspaceId = await newWorkspace(own.database);
  const assets = outcomes.map(sandboxAsset);
  const submissionId = await submit(own.database, workspaceId, assets);
  const ends = assets.flatMap(({ assetId, sandboxOutcome }) =>
    sandboxOutcome === 'pending' ? [] : [endOf(assetId, sandboxOutcome as FinalSandboxOutcome)],
  );
  if (ends.length > 0) await recordSandboxEnds(own.database, submissionId, 1, ends);
  return { workspaceId, submissionId, assetIds: assets.map(({ assetId }) => assetId) };
}

describe('the status of a submission', () => {
  test.for([
    [['pass'], 'complete', null, false],
    [['advisory', 'fail', 'pass'], 'complete', null, false],
    [['error'], 'failed', 'Sandbox simulated error', false],
    [['retryable_error'], 'failed', 'Sandbox simulated retryable error', true],
    [['retryable_error', 'error'], 'failed', 'Sandbox simulated error', false],
    [['pass', 'retryable_error'], 'failed', 'Sandbox simulated retryable error', true],
    [['pending'], 'processing', null, false],
    [['pending', 'pass'], 'complete', null, false],
    [['pending', 'error'], 'failed', 'Sandbox simulated error', false],
  ] as [SandboxOutcome[], string, string | null, boolean][])(
    '%j is %s',
    async ([outcomes, status, errorMessage, isRetryable]) => {
      const { workspaceId, submissionId } = await submitted(outcomes);
      const body = await bodyOf(own.database, workspaceId, submissionId);
      expect(body).toMatchObject({ status, errorMessage, isRetryable });
      expect(body.completedAt === null).toBe(status === 'processing');
      const others = [
        { submissionId, version: 2 },
        { submissionId: randomUUID(), version: 1 },
      ];
      const first = { submissionId, version: 1 };
      expect(await readFinishedVersions(own.database, [...others, first])).toEqual([first]);
    },
  );

  test('is processing until every asset that will finish has finished', async () => {
    const workspaceId = await newWorkspace(own.database);
    const [first, second] = [sandboxAsset('error'), sandboxAsset('pass')];
    const submissionId = await submit(own.database, workspaceId, [first, second]);
    await recordSandboxEnds(own.database, submissionId, 1, [endOf(first.assetId, 'error')]);
    expect(await bodyOf(own.database, workspaceId, submissionId)).toMatchObject({
      status: 'processing',
      errorMessage: null,
      progress: { finished: 1, total: 2 },
    });
  });
});

describe('the end of an asset', () => {
  test('is recorded once; a second recording changes nothing', async () => {
    const { workspaceId, submissionId, assetIds } = await submitted(['error']);
    const before = await bodyOf(own.database, workspaceId, submissionId);
    await recordSandboxEnds(own.database, submissionId, 1, [endOf(assetIds[0]!, 'pass')]);
    expect(await bodyOf(own.database, workspaceId, submissionId)).toEqual(before);
  });

  test('is not recorded for a version that a newer one has replaced', async () => {
    const { workspaceId, submissionId, assetIds } = await submitted(['retryable_error']);
    expect(await openRetry(own.database, workspaceId, submissionId, assetIds[0]!)).toEqual({
      version: 2,
      environment: 'sandbox',
    });
    await recordSandboxEnds(own.database, submissionId, 1, [endOf(assetIds[0]!, 'pass')]);
    expect((await bodyOf(own.database, workspaceId, submissionId)).status).toBe('processing');
    await recordSandboxEnds(own.database, submissionId, 2, [endOf(assetIds[0]!, 'pass')]);
    expect(await bodyOf(own.database, workspaceId, submissionId)).toMatchObject({
      status: 'complete',
      isRetryable: false,
      version: 2,
      assets: [{ retryCount: 1, version: 2, errorMessage: null, errorType: null }],
    });
  });
});

describe('a retry', () => {
  test('succeeds for exactly one of fifty concurrent requests', async () => {
    const { workspaceId, submissionId, assetIds } = await submitted(['retryable_error']);
    const opened = await Promise.all(
      Array.from({ length: 50 }, () => openRetry(own.database, workspaceId, submissionId, assetIds[0]!)),
    );
    expect(opened.filter((retry) => retry !== null)).toEqual([{ version: 2, environment: 'sandbox' }]);
  });

  test.for(['pass', 'error', 'pending'] as const)(
    'is rejected for an asset with the outcome %s',
    async (outcome) => {
      const { workspaceId, submissionId, assetIds } = await submitted([outcome]);
      expect(await openRetry(own.database, workspaceId, submissionId, assetIds[0]!)).toBeNull();
    },
  );

  test('is not possible for another workspace', async () => {
    const { submissionId, assetIds } = await submitted(['retryable_error']);
    const stranger = await newWorkspace(own.database);
    expect(await openRetry(own.database, stranger, submissionId, assetIds[0]!)).toBeNull();
  });

  test('creates a version beside the previous one', async () => {
    const { workspaceId, submissionId, assetIds } = await submitted(['retryable_error', 'pass']);
    await openRetry(own.database, workspaceId, submissionId, assetIds[0]!);
    await recordSandboxEnds(own.database, submissionId, 2, [endOf(assetIds[0]!, 'pass')]);
    const { versions } = JSON.parse(
      (await readInWorkspace(own.database, versionsBody, workspaceId, submissionId))!,
    ) as {
      versions: unknown[];
    };
    expect(versions).toMatchObject([
      { version: 1, trigger: 'created', status: 'failed', assetIds },
      { version: 2, trigger: 'retry', status: 'complete', assetIds: [assetIds[0]] },
    ]);
  });

  test('that overlaps with another ends in the same state as sequential ones', async () => {
    const { workspaceId, submissionId, assetIds } = await submitted([
      'retryable_error',
      'retryable_error',
      'retryable_error',
    ]);
    await Promise.all(
      assetIds.map(async (assetId) => {
        const retry = await openRetry(own.database, workspaceId, submissionId, assetId);
        await recordSandboxEnds(own.database, submissionId, retry!.version, [endOf(assetId, 'pass')]);
      }),
    );
    expect(await bodyOf(own.database, workspaceId, submissionId)).toMatchObject({
      status: 'complete',
      version: 4,
    });
  });
});

describe('the end of a live asset', () => {
  async function liveSubmission() {
    const workspaceId = await newWorkspace(own.database);
    const asset = await liveAsset(own.database, workspaceId, 3);
    const submissionId = await submit(own.database, workspaceId, [asset]);
    return { workspaceId, submissionId, assetId: asset.assetId };
  }

  const subscribe = (
    workspaceId: string,
    eventTypes: ('asset.processing.completed' | 'asset.processing.failed')[],
  ) => {
    const id = randomUUID();
    const subscription = {
      id,
      workspaceId,
      endpointUrl: 'https://example.com',
      eventTypes,
      description: null,
      secret: 'whsec_AAAA',
    };
    return insertSubscription(own.database, subscription, 20).then(() => id);
  };

  function eventOf(workspaceId: string, submissionId: string, assetId: string, version = 1) {
    const subject = { assetId, submissionId, workspaceId, filename: 'clip.mp4' };
    const event = buildEvent(randomUUID(), new Date(), subject, { status: 'completed', issueCount: 0 });
    return { ...event, assetId, version, workspaceId };
  }

  test('writes the event and one delivery per subscription with its event type', async () => {
    const { workspaceId, submissionId, assetId } = await liveSubmission();
    const wanted = await subscribe(workspaceId, ['asset.processing.completed']);
    await subscribe(workspaceId, ['asset.processing.failed']);
    const disabled = await subscribe(workspaceId, ['asset.processing.completed', 'asset.processing.failed']);
    await setSubscriptionEnabled(own.database, workspaceId, disabled, false);
    await subscribe(await newWorkspace(own.database), ['asset.processing.completed']);
    const event = eventOf(workspaceId, submissionId, assetId);
    await recordAssetEnd(own.database, submissionId, 1, endOf(assetId, 'pass'), event, null);
    const { rows } = await own.database.query(
      `select d.id, d.subscription_id, d.status, t.status as attempt, t.attempt_number
       from deliveries d join attempts t on t.delivery_id = d.id where d.event_id = $1 order by d.status`,
      [event.id],
    );
    expect(rows).toEqual([
      {
        id: expect.any(String) as string,
        subscription_id: wanted,
        status: 'pending',
        attempt: 'pending',
        attempt_number: 1,
      },
      {
        id: expect.any(String) as string,
        subscription_id: disabled,
        status: 'skipped',
        attempt: 'skipped',
        attempt_number: 1,
      },
    ]);
  });

  test('writes one event with one delivery when it is recorded twice', async () => {
    const { workspaceId, submissionId, assetId } = await liveSubmission();
    await subscribe(workspaceId, ['asset.processing.completed']);
    const record = () => {
      const event = eventOf(workspaceId, submissionId, assetId);
      return recordAssetEnd(own.database, submissionId, 1, endOf(assetId, 'pass'), event, null);
    };
    await record();
    await record();
    const { rows } = await own.database.query(
      'select d.id from events e join deliveries d on d.event_id = e.id where e.submission_id = $1',
      [submissionId],
    );
    expect(rows).toHaveLength(1);
  });

  test('writes one event when it is recorded concurrently', async () => {
    const { workspaceId, submissionId, assetId } = await liveSubmission();
    await Promise.all(
      Array.from({ length: 10 }, () =>
        recordAssetEnd(
          own.database,
          submissionId,
          1,
          endOf(assetId, 'pass'),
          eventOf(workspaceId, submissionId, assetId),
          null,
        ),
      ),
    );
    const { rows } = await own.database.query('select 1 from events where submission_id = $1', [
      submissionId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('can reverse the charge, but only once', async () => {
    const { workspaceId, submissionId, assetId } = await liveSubmission();
    const end = {
      ...endOf(assetId, 'error'),
      failure: { errorType: 'content_changed', errorMessage: 'x', isRetryable: false },
    };
    for (let i = 0; i < 2; i++) {
      const event = eventOf(workspaceId, submissionId, assetId);
      await recordAssetEnd(own.database, submissionId, 1, end, event, randomUUID());
    }
    const { rows } = await own.database.query(
      'select kind, credits from ledger_entries where submission_id = $1 order by kind',
      [submissionId],
    );
    expect(rows).toEqual([
      { kind: 'charge', credits: 3 },
      { kind: 'reversal', credits: -3 },
    ]);
    expect(await bodyOf(own.database, workspaceId, submissionId)).toMatchObject({
      status: 'failed',
      creditsCharged: 0,
    });
  });

  test('keeps the charge if a sidekick has examined the asset', async () => {
    const { workspaceId, submissionId, assetId } = await liveSubmission();
    await saveSidekickResult(own.database, submissionId, assetId, 1, {
      sidekickId: randomUUID(),
      sidekickVersion: '1',
      findingCount: 0,
      ruleCounts: {},
      measured: {},
      findingsKey: 'k',
    });
    const failure = { errorType: 'content_changed', errorMessage: 'x', isRetryable: false };
    const end = { ...endOf(assetId, 'error'), failure };
    const event = eventOf(workspaceId, submissionId, assetId);
    await recordAssetEnd(own.database, submissionId, 1, end, event, randomUUID());
    expect(await bodyOf(own.database, workspaceId, submissionId)).toMatchObject({
      status: 'failed',
      creditsCharged: 3,
    });
  });

  test('requires an asset that is unfinished in the same version', async () => {
    const { workspaceId, submissionId, assetId } = await liveSubmission();
    expect(await readAssetInWork(own.database, submissionId, assetId, 1)).toMatchObject({
      workspaceId,
      filename: 'clip.mp4',
      metricValue: 20,
      blobKey: null,
      sidekickIds: ['any'],
    });
    await markSecured(own.database, submissionId, assetId, 1, 'assets/key', 'own', null);
    // A stalled worker may record its copy late.
    await markSecured(own.database, submissionId, assetId, 1, 'assets/other', 'late', hash(1));
    expect(await hashOf(assetId)).toBeNull();
    expect(await readAssetInWork(own.database, submissionId, assetId, 1)).toMatchObject({
      blobKey: 'assets/key',
      blobEtag: 'own',
    });
    expect((await bodyOf(own.database, workspaceId, submissionId)).assets[0].status).toBe('processing');
    expect(await readAssetInWork(own.database, submissionId, assetId, 2)).toBeNull();
    await recordAssetEnd(
      own.database,
      submissionId,
      1,
      endOf(assetId, 'pass'),
      eventOf(workspaceId, submissionId, assetId),
      null,
    );
    expect(await readAssetInWork(own.database, submissionId, assetId, 1)).toBeNull();
  });

  test('has the hash of its bytes from the copy or from the end, whichever is first', async () => {
    const finish = ({ workspaceId, submissionId, assetId }: Awaited<ReturnType<typeof liveSubmission>>) =>
      recordAssetEnd(
        own.database,
        submissionId,
        1,
        { ...endOf(assetId, 'pass'), sha256: hash(2).toString('hex') },
        eventOf(workspaceId, submissionId, assetId),
        null,
      );
    const [hashed, decoded] = [await liveSubmission(), await liveSubmission()];
    await markSecured(own.database, hashed.submissionId, hashed.assetId, 1, 'assets/key', 'own', hash(1));
    await markSecured(own.database, decoded.submissionId, decoded.assetId, 1, 'assets/key', 'own', null);
    await finish(hashed);
    await finish(decoded);
    expect(await hashOf(hashed.assetId)).toEqual(hash(1));
    expect(await hashOf(decoded.assetId)).toEqual(hash(2));
  });

  test('has the result of each sidekick; a repeated run replaces the earlier one', async () => {
    const { submissionId, assetId } = await liveSubmission();
    const sidekickId = randomUUID();
    const save = (findingCount: number) =>
      saveSidekickResult(own.database, submissionId, assetId, 1, {
        sidekickId,
        sidekickVersion: '1',
        findingCount,
        measured: {},
        ruleCounts: { 'picture.black': findingCount },
        findingsKey: `k${findingCount}`,
      });
    await save(1);
    await save(2);
    expect(await readSidekickResults(own.database, submissionId, assetId)).toEqual([
      {
        ...{ sidekickId, sidekickVersion: '1', findingCount: 2, findingsKey: 'k2', measured: {} },
        ruleCounts: { 'picture.black': 2 },
      },
    ]);
  });
});

describe('a connection that breaks during a transaction', () => {
  test('rejects only that transaction', async () => {
    const broken = inTransaction(own.database, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await own.database.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.query('select 1');
    });
    await expect(broken).rejects.toThrow();
    expect((await own.database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a fired event', () => {
  test('can be repeated for the same asset', async () => {
    const { workspaceId, submissionId, assetIds } = await submitted(['fail', 'error']);
    expect(await readFireSubjects(own.database, workspaceId, submissionId, true)).toMatchObject([
      { assetId: assetIds[0], issueCount: 0, errorMessage: null },
      { assetId: assetIds[1], errorMessage: 'Sandbox simulated error' },
    ]);
    const fire = () =>
      insertFiredEvents(own.database, workspaceId, submissionId, [
        {
          id: randomUUID(),
          assetId: assetIds[0]!,
          version: null,
          type: 'asset.processing.failed',
          payload: '{}',
        },
      ]);
    expect(await fire()).toEqual([]);
    expect(await fire()).toEqual([]);
    expect(
      await readFireSubjects(own.database, await newWorkspace(own.database), submissionId, true),
    ).toBeNull();
  });
});
