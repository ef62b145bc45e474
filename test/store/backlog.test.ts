import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readBacklog } from '@assay/storage/upkeep/backlog.ts';
import { newWorkspace, statementOf, useDatabase } from '../support/database.ts';
import { fireAgain, fireAt } from '../support/deliveries.ts';
import { sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();

const empty = { count: 0, oldestSeconds: null };

/** Writes a submission with one version. Both were created `ageSeconds` seconds ago. */
async function submission(
  environment: 'live' | 'sandbox',
  status: string,
  ageSeconds: number,
): Promise<void> {
  const workspaceId = await newWorkspace(own.database);
  const id = randomUUID();
  const created = `now() - make_interval(secs => $3)`;
  await own.database.query(
    `insert into submissions (id, workspace_id, environment, status, sidekick_ids, created_at)
     values ($1, $2, $4, $5, '{}', ${created})`,
    [id, workspaceId, ageSeconds, environment, status],
  );
  await own.database.query(
    `insert into submission_versions (submission_id, version, trigger, asset_ids, expected_count, status, created_at,
       workflow_started_at)
     values ($1, 1, 'created', '{}', 1, $2, ${created}, ${created})`,
    [id, status, ageSeconds],
  );
}

describe('the backlog', () => {
  test('is empty for an idle service', async () => {
    expect(await readBacklog(own.database)).toEqual({
      submissionOutbox: empty,
      sandboxQueue: empty,
      waitingSubmissions: empty,
      deliveryOutbox: empty,
      unfinished: empty,
      dueAttempts: empty,
    });
  });

  test('counts live submissions in progress and has the age of the oldest', async () => {
    await submission('live', 'processing', 100);
    await submission('live', 'processing', 50);
    await submission('live', 'complete', 900);
    await submission('sandbox', 'processing', 900);
    const { unfinished, submissionOutbox } = await readBacklog(own.database);
    expect(unfinished.count).toBe(2);
    expect(unfinished.oldestSeconds).toBeGreaterThanOrEqual(100);
    expect(unfinished.oldestSeconds).toBeLessThan(160);
    expect(submissionOutbox).toEqual(empty);
  });

  test('counts versions whose workflow has not been started', async () => {
    await own.database.query(
      `update submission_versions set workflow_started_at = null where created_at < now() - interval '10 minutes'`,
    );
    const { submissionOutbox } = await readBacklog(own.database);
    expect(submissionOutbox.count).toBe(2);
    expect(submissionOutbox.oldestSeconds).toBeGreaterThanOrEqual(900);
  });

  test('counts sandbox submissions that wait for a worker apart from the outbox', async () => {
    const before = await readBacklog(own.database);
    await submit(own.database, await newWorkspace(own.database), [sandboxAsset('pass')]);
    const { submissionOutbox, sandboxQueue } = await readBacklog(own.database);
    expect(sandboxQueue.count).toBe(1);
    expect(sandboxQueue.oldestSeconds).toBeLessThan(60);
    expect(submissionOutbox.count).toBe(before.submissionOutbox.count);
  });

  test('counts deliveries once they are written, and attempts once they are due', async () => {
    await fireAt(own.database, 'https://example.com/');
    await own.database.query(`update attempts set next_attempt_at = now() - interval '70 seconds'`);
    const due = await readBacklog(own.database);
    expect(due.deliveryOutbox.count).toBe(1);
    expect(due.dueAttempts.count).toBe(1);
    expect(due.dueAttempts.oldestSeconds).toBeGreaterThanOrEqual(70);
    await own.database.query(`update attempts set next_attempt_at = now() + interval '70 seconds'`);
    expect((await readBacklog(own.database)).dueAttempts).toEqual(empty);
  });

  test('shows the oldest waiting delivery of all subscriptions', async () => {
    const fired = [];
    for (let each = 0; each < 3; each++) {
      const one = await fireAt(own.database, 'https://example.com/');
      fired.push(one, await fireAgain(own.database, one.workspaceId));
    }
    for (const old of fired) {
      await own.database.query(
        `update deliveries set created_at = now() - make_interval(hours => case when id = $1 then 5 else 1 end)`,
        [old.deliveryId],
      );
      const { deliveryOutbox } = await readBacklog(own.database);
      expect(deliveryOutbox.oldestSeconds).toBeGreaterThanOrEqual(5 * 3600);
    }
  });

  test('shows the oldest sandbox submission of all workspaces', async () => {
    const ids: string[] = [];
    for (let each = 0; each < 3; each++) {
      const workspaceId = await newWorkspace(own.database);
      for (let of = 0; of < 2; of++)
        ids.push(await submit(own.database, workspaceId, [sandboxAsset('pass')]));
    }
    for (const old of ids) {
      await own.database.query(
        `update submission_versions
         set created_at = now() - make_interval(hours => case when submission_id = $1 then 5 else 1 end)`,
        [old],
      );
      const { sandboxQueue } = await readBacklog(own.database);
      expect(sandboxQueue.oldestSeconds).toBeGreaterThanOrEqual(5 * 3600);
    }
  });

  test('is read from partial indexes that contain only its rows', async () => {
    // The planner reads small tables sequentially, even if an index exists.
    const client = await own.database.connect();
    try {
      await client.query('set enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain ${await statementOf(readBacklog)}`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toContain('Seq Scan');
      for (const index of [
        'submission_versions_to_begin',
        'submission_versions_sandbox',
        'submission_versions_waiting',
        'deliveries_to_begin',
        'submissions_unfinished',
        'attempts_pending',
      ]) {
        expect(plan).toContain(index);
      }
    } finally {
      client.release(true);
    }
  });
});
