import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createCompletionPoller } from '../../api/submit/completion-poller.ts';
import { recordSandboxEnds } from '@assay/storage/submissions/asset-ends.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();
let workspaceId: string;

beforeAll(async () => {
  workspaceId = await newWorkspace(own.database);
});
afterEach(() => vi.restoreAllMocks());

async function submission() {
  const asset = sandboxAsset('pass');
  const submissionId = await submit(own.database, workspaceId, [asset]);
  const end = {
    assetId: asset.assetId,
    failure: null,
    issueCount: 0,
    ruleCounts: [],
    issuesKey: null,
    topicsKey: null,
  };
  return { submissionId, finish: () => recordSandboxEnds(own.database, submissionId, 1, [end]) };
}

/** Spies on the statements that the poller sends. */
const spyOnStatements = () => vi.spyOn(own.database, 'query');

test('each wait ends when its own version has finished', async () => {
  const waitForCompletion = createCompletionPoller(own.database);
  const [first, second] = [await submission(), await submission()];
  const waits = [
    waitForCompletion(first.submissionId, 1, 10_000),
    waitForCompletion(second.submissionId, 1, 600),
  ];
  await first.finish();
  expect(await Promise.all(waits)).toEqual([true, false]);
  await second.finish();
  expect(await waitForCompletion(second.submissionId, 1, 10_000)).toBe(true);
});

test('one statement polls for all waits, and none is sent when no wait is left', async () => {
  const waitForCompletion = createCompletionPoller(own.database);
  const submissions = await Promise.all(Array.from({ length: 30 }, submission));
  const statements = spyOnStatements();
  const waits = submissions.map(({ submissionId }) => waitForCompletion(submissionId, 1, 10_000));
  await setTimeout(100);
  await Promise.all(submissions.map(({ finish }) => finish()));
  expect(new Set(await Promise.all(waits))).toEqual(new Set([true]));
  const ids = submissions.map(({ submissionId }) => submissionId).sort();
  const [{ values }] = statements.mock.calls[0] as unknown as [{ values: [string[], number[]] }];
  expect(values[0].sort()).toEqual(ids);

  await setTimeout(100);
  statements.mockClear();
  await setTimeout(200);
  expect(statements).not.toHaveBeenCalled();
});

test('a failed poll does not end a wait', async () => {
  const waitForCompletion = createCompletionPoller(own.database);
  const { submissionId, finish } = await submission();
  const statements = spyOnStatements().mockRejectedValueOnce(new Error('no connection'));
  const wait = waitForCompletion(submissionId, 1, 10_000);
  await vi.waitFor(() => expect(statements.mock.calls.length).toBeGreaterThan(1));
  await finish();
  expect(await wait).toBe(true);
});
