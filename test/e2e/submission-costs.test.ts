/** @module-tag long */

import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import budget from '../../tools/bench/budget.json' with { type: 'json' };
import {
  countSubmissionCosts,
  type CountedKind,
  overBudget,
  type SubmissionCosts,
} from '../../tools/bench/costs/count-submission-costs.ts';
import { useBlobs } from '../support/blobs.ts';

// Submits real files to an API server and a worker that only this test uses. Counts the calls that both make
// over the network.

const blobs = useBlobs();
let costs: SubmissionCosts;
let s3Calls: Record<CountedKind, string[]>;

beforeAll(async () => {
  const directory = path.join(inject('scratchDir'), randomUUID());
  await mkdir(directory);
  ({ costs, s3Calls } = await countSubmissionCosts(inject('stack'), blobs, {
    directory,
    workflowBundle: inject('workflowBundlePath'),
  }));
});

test('a submission of one asset and a preview stay within the budget of SQL, S3 calls and Temporal events in tools/bench/budget.json', () => {
  expect(overBudget(costs, budget)).toEqual([]);
});

test('tools/bench/budget.json allows no more SQL and S3 calls than are made', () => {
  for (const [kind, { sql, s3 }] of Object.entries(costs))
    expect({ kind, sql, s3 }).toEqual({
      kind,
      sql: budget[kind as CountedKind].sql,
      s3: budget[kind as CountedKind].s3,
    });
});

test('the curves and the storyboard of a video are two of its S3 calls', () => {
  const storedSeries = (kind: CountedKind) => s3Calls[kind].filter((call) => call === 'PUT series').length;
  expect(storedSeries('video/mp4')).toBe(2);
  expect(storedSeries('image/png')).toBe(0);
});

test('a cost over the budget is reported with its value and limit', () => {
  const { sql, s3, temporalEvents } = costs['text/plain'];
  const lower = { ...costs, 'text/plain': { sql: sql - 1, s3, temporalEvents: temporalEvents - 1 } };
  expect(overBudget(costs, lower)).toEqual([
    `text/plain: ${sql} sql, ${sql - 1} allowed`,
    `text/plain: ${temporalEvents} temporalEvents, ${temporalEvents - 1} allowed`,
  ]);
});
