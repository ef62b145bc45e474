import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import budget from '../../bench/budget.json' with { type: 'json' };
import {
  countSubmissionCosts,
  overBudget,
  type SubmissionCosts,
} from '../../bench/costs/count-submission-costs.ts';
import { createTenant } from '../../local/stack/tenant.ts';
import { useStackDatabase } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';

// Submits real files to an API server and a worker that only this test uses. Counts the calls that both make
// over the network.

const database = useStackDatabase();
const blobs = useBlobs();
let costs: SubmissionCosts;

beforeAll(async () => {
  const directory = path.join(inject('scratchDir'), randomUUID());
  await mkdir(directory);
  const keys = await createTenant(database, 'Counted', 'unlimited');
  ({ costs } = await countSubmissionCosts(inject('stack'), blobs, keys, {
    directory,
    workflowBundle: inject('workflowBundlePath'),
  }));
}, 120_000);

test('a submission of one asset stays within the budget of SQL, S3 calls and Temporal events in bench/budget.json', () => {
  expect(overBudget(costs, budget)).toEqual([]);
});

test('a cost over the budget is reported with its value and limit', () => {
  const { sql, s3, temporalEvents } = costs['text/plain'];
  const lower = { ...costs, 'text/plain': { sql: sql - 1, s3, temporalEvents: temporalEvents - 1 } };
  expect(overBudget(costs, lower)).toEqual([
    `text/plain: ${sql} sql, ${sql - 1} allowed`,
    `text/plain: ${temporalEvents} temporalEvents, ${temporalEvents - 1} allowed`,
  ]);
});
