import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openLocalBlobs } from '../../tools/local/stack/local-s3.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { liveAsset } from '../store/fixtures.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { useTemporal } from '../support/temporal.ts';

const own = useDatabase();
const nobody = openLocalBlobs(`http://127.0.0.1:${await freePort(0, new Set())}`);
afterAll(() => nobody.close());
const temporal = useTemporal(own, nobody);

test('a step that fails does not prevent the next steps, and then the run fails', async () => {
  const workspaceId = await newWorkspace(own.database);
  const { assetId } = await liveAsset(own.database, workspaceId);
  await own.database.query('update uploads set stored_bytes = 10 where asset_id = $1', [assetId]);
  await temporal.withWorkers(async () => {
    const run = temporal.env.client.workflow.execute('upkeep', {
      workflowId: randomUUID(),
      taskQueue: 'assay-orchestration',
      args: [{ task: 'storage', dryRun: false, minAgeHours: 24, batchSize: 500 }],
    });
    await expect(run).rejects.toMatchObject({
      cause: { message: 'steps failed: removeUnneededUploads, removeOldVersions' },
    });
  }, ['orchestration']);
  const { rows } = await own.database.query('select stored_bytes from workspaces where id = $1', [
    workspaceId,
  ]);
  expect(Number(rows[0]!.stored_bytes)).toBe(10);
});
