import { expect, test } from 'vitest';
import type { SandboxOutcome } from '@assay/domain/sandbox.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { leaseSandboxVersions } from '@assay/storage/submissions/sandbox-queue.ts';
import { bodyOf, sandboxAsset, submit } from '../store/fixtures.ts';
import { until } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { leaseWhileStopping, newWorkspace, useDatabase } from '../support/database.ts';
import { useTemporal } from '../support/temporal.ts';

// Sandbox submissions wait in Postgres until an orchestration worker starts their workflows eagerly.

const own = useDatabase();
const blobs = useBlobs();
// Without a cache, later tasks of a workflow that was started eagerly are late. The test server does not report whether
// a start was eager.
const temporal = useTemporal(own, blobs, { isRealServer: true, maxCachedWorkflows: 1000 });

/** Writes a sandbox submission. */
async function written(...outcomes: SandboxOutcome[]) {
  const workspaceId = await newWorkspace(own.database);
  const submissionId = await submit(own.database, workspaceId, outcomes.map(sandboxAsset));
  const handle = temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, 1));
  return { workspaceId, submissionId, handle };
}
type Written = Awaited<ReturnType<typeof written>>;

/** Waits until a submission has the status. */
const untilStatus = ({ workspaceId, submissionId }: Written, status: string) =>
  until(
    () => bodyOf(own.database, workspaceId, submissionId),
    (body) => body.status === status,
  );

const isStarted = async ({ submissionId }: Written) => {
  const { rows } = await own.database.query<{ isStarted: boolean }>(
    `select workflow_started_at is not null as "isStarted" from submission_versions where submission_id = $1`,
    [submissionId],
  );
  return rows[0]!.isStarted;
};

test('a waiting sandbox submission is recorded by the first task of its workflow', async () => {
  const one = await written('fail', 'error');
  await temporal.withSandboxStarter(async () => {
    const { assets } = await untilStatus(one, 'failed');
    expect(assets).toMatchObject([
      { status: 'complete', issueCount: 3 },
      { status: 'failed', errorMessage: 'Sandbox simulated error' },
    ]);
    await one.handle.result();
  });
  expect(await isStarted(one)).toBe(true);
  const { events } = await one.handle.fetchHistory();
  // The start, the three of the task, the marker of the local activity, the outcome and the end.
  expect(events).toHaveLength(7);
});

test('of a submission with a pending asset, the other asset is recorded, and the workflow keeps running', async () => {
  const one = await written('pending', 'pass');
  await temporal.withSandboxStarter(() => untilStatus(one, 'complete'));
  expect((await one.handle.describe()).status.name).toBe('RUNNING');
});

test('a submission that is written while the worker waits is started eagerly, by a notification', async () => {
  await temporal.withSandboxStarter(async () => {
    await untilStatus(await written('pass'), 'complete');
    const one = await written('error');
    await untilStatus(one, 'failed');
    // The worker is ready by then.
    const { events } = await one.handle.fetchHistory();
    expect(events![0]!.workflowExecutionStartedEventAttributes!.eagerExecutionAccepted).toBe(true);
  });
});

test('a delayed submission, and one that stays pending, count as started', async () => {
  const pending = await written('pending');
  const delayed = await written('pass');
  await own.database.query('update submissions set simulation_delay_seconds = 2 where id = $1', [
    delayed.submissionId,
  ]);
  await temporal.withSandboxStarter(async () => {
    for (const one of [pending, delayed])
      await until(
        () => isStarted(one),
        (started) => started,
      );
    await untilStatus(delayed, 'complete');
  });
  expect((await bodyOf(own.database, pending.workspaceId, pending.submissionId)).status).toBe('processing');
});

test('a submission whose leasing worker died is started when the lease has ended', async () => {
  const one = await written('pass');
  expect((await leaseSandboxVersions(own.database, 10, 2, [])).leased).toHaveLength(1);
  await temporal.withSandboxStarter(() => untilStatus(one, 'complete'));
});

test(
  'a submission that is leased while its worker stops can be leased at once',
  { tags: 'long' },
  async () => {
    const one = await written('pass');
    await leaseWhileStopping(own.database, 'submission_versions', (use) => temporal.withSandboxStarter(use));
    expect(await isStarted(one)).toBe(false);
    const { leased } = await leaseSandboxVersions(own.database, 1, 1, []);
    expect(leased).toMatchObject([{ submissionId: one.submissionId }]);
    // The lease that this test has made ends.
    await temporal.withSandboxStarter(() => untilStatus(one, 'complete'));
  },
);

test('a submission whose workflow exists is marked as started', async () => {
  const one = await written('pending');
  await temporal.starter.startSubmission((await readVersionToStart(own.database, one.submissionId, 1))!);
  await own.database.query(
    'update submission_versions set workflow_started_at = null where submission_id = $1',
    [one.submissionId],
  );
  await temporal.withSandboxStarter(() =>
    until(
      () => isStarted(one),
      (started) => started,
    ),
  );
});
