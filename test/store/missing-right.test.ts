import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCopyActivities, createOrchestrationActivities } from '../../activities/create-activities.ts';
import { openLocalBlobs } from '../../tools/local/stack/local-s3.ts';
import { urlAs } from '../../tools/local/stack/process-roles.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { setUpRoles } from '@assay/storage/database/roles.ts';
import { accessDeniedType } from '@assay/domain/outages.ts';
import { useDatabase } from '../support/database.ts';

const own = useDatabase();
let withoutRights: Database;

beforeAll(async () => {
  await setUpRoles(own.url, {});
  withoutRights = createPool({
    databaseUrl: urlAs(own.url, 'assay_delivery'),
    applicationName: 'missing-right',
    maxConnections: 1,
    onIdleError: () => undefined,
  });
});
afterAll(() => withoutRights.end());

/** A blob store that cannot be reached. */
const blobs = openLocalBlobs('http://127.0.0.1:1');
const asset = { submissionId: randomUUID(), assetId: randomUUID(), version: 1 };
const inputs = {
  recordAsset: { ...asset, failure: null, reverseCharge: false },
  recordPreview: { ...asset, status: 'ready' },
  recordSandbox: { ...asset, outcomes: [] },
} as const;

test.for(Object.entries(inputs))(
  '%s logs a missing right in Postgres, and is retried',
  async ([name, input]) => {
    const activities = createOrchestrationActivities({
      database: withoutRights,
      blobs,
      temporal: createTemporalClient({ address: '127.0.0.1:1' }, 'default'),
      readsText: false,
      signer: null,
      authority: null,
      publicUrl: null,
    });
    const errors: unknown[] = [];
    const ignore = () => undefined;
    const error = (message: string) => void errors.push(message);
    const logger = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error };
    const activity = activities[name as keyof typeof inputs] as (given: typeof input) => Promise<void>;
    const run = new MockActivityEnvironment(undefined, { logger }).run(activity, input);
    // The error of Postgres, unlike a failure of type `access_denied`, is retried.
    await expect(run).rejects.toMatchObject({ code: '42501' });
    expect(errors).toEqual(['a right in S3 or Postgres is missing']);
  },
);

test('an asset that needs a long copy fails at once with the type of a missing right', async () => {
  const { secureAsset } = createCopyActivities({ database: withoutRights, blobs, readsText: false });
  const failure = { type: accessDeniedType, nonRetryable: true };
  await expect(new MockActivityEnvironment().run(secureAsset, asset)).rejects.toMatchObject(failure);
});
