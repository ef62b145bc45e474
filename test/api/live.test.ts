import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { makeVideo } from '../../tools/local/samples/video.ts';
import { newTenant, untilDone, uploadFile, useStackDatabase } from '../support/api.ts';
import { ledgerOf, submitLive } from '../support/live.ts';

const database = useStackDatabase();

test('a live submission is charged its estimate and examined, and its estimate stays the same afterwards', async () => {
  const tenant = await newTenant(database);
  const sample = path.join(inject('scratchDir'), 'api-video.mp4');
  await makeVideo(sample);
  const blobPath = await uploadFile(tenant.live, 'video.mp4', 'video/mp4', await readFile(sample));
  const estimate = () => tenant.live('POST', '/api/pricing/estimate', { files: [{ blobPath }] });
  const before = await estimate();
  const created = await submitLive(tenant, [blobPath]);
  expect(created.status).toBe(201);
  expect(created.body.creditsCharged).toBe(before.body.totalCredits);
  const done = await untilDone(tenant.live, created.body.submissionId);
  expect(done.body).toMatchObject({ status: 'complete', environment: 'live', creditsCharged: 2 });
  expect(done.body.assets[0]).toMatchObject({
    metric: 'durationSeconds',
    metricValue: 20,
    credits: 2,
    issueCount: 4,
  });
  expect(await ledgerOf(database, tenant)).toEqual([{ kind: 'charge', credits: 2 }]);
  expect((await estimate()).body).toEqual(before.body);
});
