import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildEvent } from '@assay/domain/event.ts';
import { inTransaction, type Queryable } from '@assay/storage/database/database.ts';
import { recordAssetEnd } from '@assay/storage/submissions/asset-ends.ts';
import { monthOf, setSpendingLimit, startOfNextMonth } from '@assay/storage/accounts/spending-limits.ts';
import { insertSubmission, type NewAsset } from '@assay/storage/submissions/submissions.ts';
import { readWorkspace } from '@assay/storage/accounts/workspaces.ts';
import { newWorkspace, untilWaitingForLocks, useDatabase } from '../support/database.ts';
import { liveAsset, sandboxAsset } from './fixtures.ts';

const own = useDatabase();
const reached = { retryAfterSeconds: expect.any(Number) };

function create(workspaceId: string, assets: NewAsset[], db: Queryable = own.database) {
  const live = assets[0]!.sandboxOutcome === null;
  return insertSubmission(db, {
    submissionId: randomUUID(),
    workspaceId,
    environment: live ? 'live' : 'sandbox',
    sidekickIds: ['any'],
    simulationDelaySeconds: 0,
    priceBookVersion: live ? 1 : null,
    assets,
  });
}

/** Submits a new asset that costs `credits`. */
async function spend(workspaceId: string, credits: number, db?: Queryable) {
  return create(workspaceId, [await liveAsset(own.database, workspaceId, credits)], db);
}

async function workspaceWithLimit(limit: number): Promise<string> {
  const workspaceId = await newWorkspace(own.database);
  await setSpendingLimit(own.database, workspaceId, limit);
  return workspaceId;
}

const spent = async (workspaceId: string) =>
  (await readWorkspace(own.database, workspaceId))!.creditsThisMonth;

/** Returns the counters of the workspace, newest month first. */
async function counters(workspaceId: string): Promise<number[]> {
  const { rows } = await own.database.query<{ credits: number }>(
    'select credits from monthly_spending where workspace_id = $1 order by month desc',
    [workspaceId],
  );
  return rows.map(({ credits }) => credits);
}

/** Moves the charges and counters of a workspace to the previous month. */
async function passMonth(workspaceId: string): Promise<void> {
  await own.database.query(
    `with moved as (
       update ledger_entries set created_at = created_at - interval '1 month' where workspace_id = $1
     )
     update monthly_spending set month = month - interval '1 month' where workspace_id = $1`,
    [workspaceId],
  );
}

/** Fails the asset of a submission and reverses its charge. */
async function reverse(workspaceId: string, { assetId, submissionId }: Charged): Promise<void> {
  const failure = { errorType: 'content_changed', errorMessage: 'x', isRetryable: false };
  const subject = { assetId, submissionId, workspaceId, filename: 'clip.mp4' };
  const event = buildEvent(randomUUID(), new Date(), subject, { status: 'failed', errorMessage: 'x' });
  const end = { assetId, failure, issueCount: 0, ruleCounts: [], issuesKey: null, topicsKey: null };
  await recordAssetEnd(
    own.database,
    submissionId,
    1,
    end,
    { ...event, assetId, version: 1, workspaceId },
    randomUUID(),
  );
}

type Charged = Awaited<ReturnType<typeof newestCharge>>;

async function newestCharge(workspaceId: string): Promise<{ submissionId: string; assetId: string }> {
  const { rows } = await own.database.query<{ submissionId: string; assetId: string }>(
    `select submission_id as "submissionId", asset_id as "assetId" from ledger_entries
     where workspace_id = $1 and kind = 'charge' order by created_at desc limit 1`,
    [workspaceId],
  );
  return rows[0]!;
}

describe('a spending limit', () => {
  test('rejects a submission that would exceed it, and writes nothing of it', async () => {
    const workspaceId = await workspaceWithLimit(10);
    expect(await spend(workspaceId, 7)).toBe('inserted');
    const assets = [
      await liveAsset(own.database, workspaceId, 2),
      await liveAsset(own.database, workspaceId, 2),
    ];
    const { rows } = await own.database.query<{ seconds: number }>(
      `select extract(epoch from date_trunc('month', now(), 'UTC') + interval '1 month' - now())::float8 as seconds`,
    );
    const rejected = await create(workspaceId, assets);
    expect(rejected).toEqual(reached);
    const { retryAfterSeconds } = rejected as { retryAfterSeconds: number };
    expect(Math.abs(retryAfterSeconds - rows[0]!.seconds)).toBeLessThan(10);
    for (const table of ['submissions', 'submission_versions', 'assets', 'ledger_entries']) {
      const written = await own.database.query(`select from ${table} where workspace_id = $1`, [workspaceId]);
      expect([table, written.rowCount]).toEqual([table, 1]);
    }
    expect(await create(workspaceId, assets.slice(0, 1))).toBe('inserted');
    expect(await spend(workspaceId, 1)).toBe('inserted');
    expect(await spend(workspaceId, 1)).toEqual(reached);
    expect(await spend(workspaceId, 0)).toBe('inserted');
    expect([await spent(workspaceId), await counters(workspaceId)]).toEqual([10, [10]]);
  });

  test('of 7 submissions admits exactly 7 of 50 concurrent ones, also as the first of their month', async () => {
    const workspaceId = await workspaceWithLimit(7 * 3);
    await own.database.query('delete from monthly_spending where workspace_id = $1', [workspaceId]);
    const assets = await Promise.all(
      Array.from({ length: 50 }, () => liveAsset(own.database, workspaceId, 3)),
    );
    const outcomes = await Promise.all(assets.map((asset) => create(workspaceId, [asset])));
    expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(7);
    expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(43);
    expect([await spent(workspaceId), await counters(workspaceId)]).toEqual([21, [21]]);
  });

  test('does not count a submission whose blob path was submitted before', async () => {
    const workspaceId = await workspaceWithLimit(10);
    const asset = await liveAsset(own.database, workspaceId, 4);
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => create(workspaceId, [{ ...asset, ledgerEntryId: randomUUID() }])),
    );
    expect(outcomes.toSorted()).toEqual(['duplicate', 'duplicate', 'inserted']);
    expect(await counters(workspaceId)).toEqual([4]);
  });

  test('applies to the sandbox and to other workspaces in no way', async () => {
    const [limited, other] = [await workspaceWithLimit(0), await newWorkspace(own.database)];
    expect(await spend(limited, 1)).toEqual(reached);
    expect(await create(limited, [sandboxAsset('pass')])).toBe('inserted');
    expect(await spend(other, 1_000_000)).toBe('inserted');
    expect(await counters(other)).toEqual([]);
  });

  test('begins again with each month', async () => {
    const workspaceId = await workspaceWithLimit(5);
    expect(await spend(workspaceId, 5)).toBe('inserted');
    expect(await spend(workspaceId, 1)).toEqual(reached);
    await passMonth(workspaceId);
    expect(await spent(workspaceId)).toBe(0);
    expect(await spend(workspaceId, 6)).toEqual(reached);
    expect(await spend(workspaceId, 5)).toBe('inserted');
    expect(await spend(workspaceId, 1)).toEqual(reached);
    expect(await counters(workspaceId)).toEqual([5, 5]);
  });

  test('gets reversed credits back in the month in which they were charged', async () => {
    const workspaceId = await workspaceWithLimit(5);
    await spend(workspaceId, 3);
    const old = await newestCharge(workspaceId);
    await passMonth(workspaceId);
    await spend(workspaceId, 4);
    await reverse(workspaceId, old);
    expect([await spent(workspaceId), await counters(workspaceId)]).toEqual([4, [4, 0]]);
    expect(await spend(workspaceId, 2)).toEqual(reached);
    await reverse(workspaceId, await newestCharge(workspaceId));
    expect([await spent(workspaceId), await counters(workspaceId)]).toEqual([0, [0, 0]]);
    expect(await spend(workspaceId, 5)).toBe('inserted');
  });

  test('counts what was charged in the month before it was set, less what was reversed', async () => {
    const workspaceId = await newWorkspace(own.database);
    await spend(workspaceId, 100);
    await passMonth(workspaceId);
    await spend(workspaceId, 6);
    await spend(workspaceId, 9);
    await reverse(workspaceId, await newestCharge(workspaceId));
    await setSpendingLimit(own.database, workspaceId, 10);
    expect(await spend(workspaceId, 5)).toEqual(reached);
    expect(await spend(workspaceId, 4)).toBe('inserted');
    await setSpendingLimit(own.database, workspaceId, null);
    expect(await spend(workspaceId, 50)).toBe('inserted');
    await setSpendingLimit(own.database, workspaceId, 61);
    expect(await spend(workspaceId, 2)).toEqual(reached);
    expect(await spend(workspaceId, 1)).toBe('inserted');
    expect(await setSpendingLimit(own.database, randomUUID(), 1)).toBe(false);
  });

  test('that is set during a submission counts it', async () => {
    const workspaceId = await newWorkspace(own.database);
    const setting = await inTransaction(own.database, async (tx) => {
      expect(await spend(workspaceId, 4, tx)).toBe('inserted');
      const set = setSpendingLimit(own.database, workspaceId, 7);
      await untilWaitingForLocks(own.database, 1);
      return { set };
    });
    expect(await setting.set).toBe(true);
    expect(await counters(workspaceId)).toEqual([4]);
  });

  /**
   * Sets a limit, and runs `during` between the lock of the workspace and the counter that the limit creates. Returns
   * the result of `during`, which waits for the lock.
   */
  async function whileSetting<T>(workspaceId: string, limit: number, during: () => Promise<T>): Promise<T> {
    let running: Promise<[boolean, T]>;
    const stop = new Error('rolled back');
    const held = inTransaction(own.database, async (tx) => {
      // Without the foreign key, whose lock of the workspace would stop the limit earlier.
      await tx.query('set local session_replication_role to replica');
      await tx.query(
        `insert into monthly_spending (workspace_id, month, credits) values ($1, ${monthOf('now()')}, 0)`,
        [workspaceId],
      );
      const set = setSpendingLimit(own.database, workspaceId, limit);
      await untilWaitingForLocks(own.database, 1);
      running = Promise.all([set, during()]);
      await untilWaitingForLocks(own.database, 2);
      throw stop;
    });
    await expect(held).rejects.toBe(stop);
    return (await running!)[1];
  }

  test('applies to a submission that began before it was set', async () => {
    const workspaceId = await newWorkspace(own.database);
    const asset = await liveAsset(own.database, workspaceId, 4);
    expect(await whileSetting(workspaceId, 3, () => create(workspaceId, [asset]))).toEqual(reached);
    expect(await counters(workspaceId)).toEqual([0]);
  });

  test('gets the credits of a reversal back that began before it was set', async () => {
    const workspaceId = await newWorkspace(own.database);
    await spend(workspaceId, 4);
    const charge = await newestCharge(workspaceId);
    await whileSetting(workspaceId, 4, () => reverse(workspaceId, charge));
    expect(await counters(workspaceId)).toEqual([0]);
    expect(await spend(workspaceId, 4)).toBe('inserted');
  });
});

test.for([
  ['2030-01-31T23:59:59.999Z', '2030-01-01', '2030-02-01T00:00:00.000Z'],
  ['2030-02-01T00:00:00.000Z', '2030-02-01', '2030-03-01T00:00:00.000Z'],
  ['2030-12-31T12:00:00.000Z', '2030-12-01', '2031-01-01T00:00:00.000Z'],
])('%s is in the month of %s, in every time zone of the connection', async ([time, month, next]) => {
  for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'UTC']) {
    const row = await inTransaction(own.database, async (tx) => {
      await tx.query(`set local timezone to '${zone}'`);
      const { rows } = await tx.query(
        `select ${monthOf('$1::timestamptz')}::text as month, ${startOfNextMonth('$1::timestamptz')} as next`,
        [time],
      );
      return rows[0];
    });
    expect(row).toEqual({ month, next: new Date(next!) });
  }
});
