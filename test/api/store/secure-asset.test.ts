import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, expect, inject, test } from 'vitest';
import { type AssetStep, createSecureAsset } from '../../../activities/record/secure-asset.ts';
import { openLocalBlobs } from '../../../tools/local/stack/local-s3.ts';
import { newWorkspace, useDatabase } from '../../support/database.ts';
import { startSlowProxy } from '../../support/slow-proxy.ts';
import { liveAsset, submit } from '../../store/fixtures.ts';

const own = useDatabase();
const storage = await startSlowProxy(Number(new URL(inject('stack').s3Endpoint).port));
const blobs = openLocalBlobs(`http://127.0.0.1:${storage.port}`);
afterAll(() => {
  blobs.close();
  storage.close();
});

test('a worker that takes long to remove an upload sends heartbeats', async () => {
  const workspaceId = await newWorkspace(own.database);
  const asset = await liveAsset(own.database, workspaceId);
  const submissionId = await submit(own.database, workspaceId, [asset]);
  // The asset has been copied, so the only request is the removal of the upload.
  await own.database.query(`update assets set blob_key = 'assets/copy' where asset_id = $1`, [asset.assetId]);
  storage.slowDown(3_000);
  const environment = new MockActivityEnvironment();
  let heartbeats = 0;
  environment.on('heartbeat', () => heartbeats++);
  const secureAsset = createSecureAsset({ database: own.database, blobs, readsText: true });
  const step: AssetStep = { submissionId, version: 1, assetId: asset.assetId };
  await environment.run(secureAsset, step);
  expect(heartbeats).toBeGreaterThan(0);
});
