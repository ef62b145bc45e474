import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { markVersionStarted } from '@assay/storage/submissions/outbox.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { recordSandboxEnds } from '@assay/storage/submissions/asset-ends.ts';
import type { Queryable } from '@assay/storage/database/database.ts';
import { leaseSandboxVersions, releaseSandboxLeases } from '@assay/storage/submissions/sandbox-queue.ts';
import type { StartingWorkspace } from '@assay/storage/webhooks/waiting-deliveries.ts';
import { startingWorkflows, thisMachine } from '../../../workers/slots.ts';
import { startSandboxSubmissions } from '../../../workers/start-sandbox-submissions.ts';
import { until } from '../../support/api.ts';
import { newWorkspace, statementOf, useDatabase } from '../../support/database.ts';
import { prepareToCountRows } from '../../support/visited-rows.ts';
import { liveAsset, sandboxAsset, submit } from '../../store/fixtures.ts';

const own = useDatabase();

// Submissions of other tests would take their turns too.
beforeEach(async () => {
  await own.database.query(
    'update submission_versions set workflow_started_at = now() where workflow_started_at is null',
  );
});

/** Leases versions for a minute, and returns their submission ids. */
async function leased(limit: number, workspaces: readonly StartingWorkspace[] = [], leaseSeconds = 60) {
  const { leased: versions } = await leaseSandboxVersions(own.database, limit, leaseSeconds, workspaces);
  return versions.map(({ submissionId }) => submissionId);
}

/** Creates a workspace with `count` waiting sandbox submissions. */
async function waiting(count: number) {
  const workspaceId = await newWorkspace(own.database);
  const ids: string[] = [];
  while (ids.length < count) ids.push(await submit(own.database, workspaceId, [sandboxAsset('pass')]));
  return { workspaceId, ids };
}

describe('a lease of sandbox submissions', () => {
  test('takes workspaces in turn, and the oldest of a workspace first', async () => {
    const many = await waiting(4);
    const few = await waiting(2);
    const [a, b, c, d] = many.ids;
    const [e, f] = few.ids;
    expect(await leased(4)).toEqual([a, e, b, f]);
    expect(await leased(4)).toEqual([c, d]);
    expect(await leased(4)).toEqual([]);
  });

  test('takes the workspace with the fewest submissions that are being started first', async () => {
    const busy = await waiting(2);
    const idle = await waiting(2);
    const starting = [{ workspaceId: busy.workspaceId, starting: 2, free: 5 }];
    expect(await leased(3, starting)).toEqual([...idle.ids, busy.ids[0]]);
  });

  test('takes the workspace first whose last submission was started first', async () => {
    const [a, b, c] = [await waiting(1), await waiting(1), await waiting(1)];
    const served = [b, a].map(({ workspaceId }) => ({ workspaceId, starting: 0, free: 5 }));
    expect(await leased(3, served)).toEqual([...c.ids, ...b.ids, ...a.ids]);
  });

  test('takes no more of a workspace than it has free capacity', async () => {
    const { workspaceId, ids } = await waiting(3);
    expect(await leased(3, [{ workspaceId, starting: 1, free: 0 }])).toEqual([]);
    expect(await leased(3, [{ workspaceId, starting: 1, free: 2 }])).toEqual(ids.slice(0, 2));
  });

  test('takes a submission again when its lease has ended, and leaves started and live ones', async () => {
    const { workspaceId, ids } = await waiting(1);
    await submit(own.database, workspaceId, [await liveAsset(own.database, workspaceId)]);
    expect(await leased(5, [], 0)).toEqual(ids);
    expect(await leased(5)).toEqual(ids);
    expect(await leased(5)).toEqual([]);
    await own.database.query('update submission_versions set leased_until = now()');
    await markVersionStarted(own.database, ids[0]!, 1);
    expect(await leased(5)).toEqual([]);
  });

  test('leaves submissions that another worker is leasing, and counts them as chosen', async () => {
    await waiting(2);
    const other = await own.database.connect();
    try {
      await other.query('begin');
      expect((await leaseSandboxVersions(other, 2, 60, [])).leased).toHaveLength(2);
      expect(await leaseSandboxVersions(own.database, 5, 60, [])).toEqual({ leased: [], chosenCount: 2 });
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect(await leased(5)).toHaveLength(2);
  });

  test('finds the version of a retry', async () => {
    const workspaceId = await newWorkspace(own.database);
    const asset = sandboxAsset('retryable_error');
    const submissionId = await submit(own.database, workspaceId, [asset]);
    const failure = { errorType: 'x', errorMessage: 'x', isRetryable: true };
    await recordSandboxEnds(own.database, submissionId, 1, [
      {
        assetId: asset.assetId,
        failure,
        issueCount: 0,
        ruleCounts: [],
        issuesKey: null,
        topicsKey: null,
      },
    ]);
    // A recorded version counts as started.
    expect(await leased(5)).toEqual([]);
    await openRetry(own.database, workspaceId, submissionId, asset.assetId);
    expect((await leaseSandboxVersions(own.database, 5, 60, [])).leased).toMatchObject([
      { submissionId, version: 2, assets: [{ assetId: asset.assetId }] },
    ]);
  });

  test('costs the same, however many submissions wait', async () => {
    const limit = 10;
    const submitters = [await waiting(1), await waiting(1), await waiting(1)];
    const client = await own.database.connect();
    const insert = (
      { ids, workspaceId }: (typeof submitters)[number],
      count: number,
      startedAt: string | null,
    ) =>
      client.query(
        `with made as (
           insert into submissions
           select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
           from submissions s, generate_series(1, $3) where s.id = $1 returning id
         )
         insert into submission_versions (submission_id, version, trigger, asset_ids, expected_count, status, created_at,
           sandbox_workspace_id, workflow_started_at)
         select id, 1, 'created', '{}', 1, 'processing', '2026-01-01Z', $2, $4::timestamptz from made`,
        [ids[0], workspaceId, count, startedAt],
      );
    try {
      await client.query('begin');
      // The statistics are those of a time at which no submission waits.
      await client.query('update submission_versions set workflow_started_at = now()');
      await insert(submitters[0]!, 1_000, '2026-01-01Z');
      await client.query('analyze submission_versions');
      for (const submitter of submitters) await insert(submitter, 1, null);
      const visitedRows = await prepareToCountRows(
        client,
        await statementOf((db: Queryable) => leaseSandboxVersions(db, limit, 0, [])),
        'bigint, float8, uuid[], integer[], integer[]',
        `${limit}, 0, '{}', '{}', '{}'`,
        'submission_versions',
      );
      const before = await visitedRows();
      // The older submissions of another workspace must not be read for each workspace.
      await insert(submitters[0]!, 5_000, null);
      expect((await visitedRows()) - before).toBeLessThanOrEqual(6 * limit);
    } finally {
      await client.query('rollback');
      client.release(true);
    }
  });

  test('pauses if Temporal rejects starts', async () => {
    await waiting(40);
    let attempts = 0;
    const stop = startSandboxSubmissions({
      database: own.database,
      starter: {
        startSubmissionEagerly: () => {
          attempts++;
          return Promise.reject(new Error('namespace not found'));
        },
      },
      log: { warn: () => undefined },
    });
    await until(
      () => Promise.resolve(attempts),
      (made) => made > 0,
    );
    await sleep(300);
    await stop();
    expect(attempts).toBeLessThanOrEqual(startingWorkflows(thisMachine()));
  });

  test('that was not used is released', async () => {
    const { ids } = await waiting(1);
    expect(await leased(5)).toEqual(ids);
    await releaseSandboxLeases(own.database, [{ submissionId: ids[0]!, version: 1 }]);
    expect(await leased(5)).toEqual(ids);
  });
});
