/** @module-tag long */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import { previewWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { longDecodingSlots, thisMachine } from '../../workers/slots.ts';
import { until } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { mediaOf } from '../support/live.ts';
import { insertPreviewedAsset, type PreviewedAsset, requestNewPreview } from '../support/previews.ts';
import { historyText, useTemporal } from '../support/temporal.ts';

// Long previews stand for all long work. The activities of one workspace hang until the test opens the gate. The
// Temporal server is that of the stack, because the time-skipping server does not support fairness keys.

const own = useDatabase();
const blobs = useBlobs();

const gate = Promise.withResolvers<undefined>();
let busy: string;
/** Storage keys of the files of the busy workspace that are being downloaded. */
const inWork = new Set<string>();
const hanging: BlobStore = {
  ...blobs,
  openRanged(key, ...rest) {
    const source = blobs.openRanged(key, ...rest);
    return {
      ...source,
      async download(...parameters) {
        if (key.includes(busy)) {
          inWork.add(key);
          await gate.promise;
          inWork.delete(key);
        }
        return source.download(...parameters);
      },
    };
  },
};
const maxShareWaitMs = 5_000;
const temporal = useTemporal(own, hanging, { isRealServer: true, maxCachedWorkflows: 100, maxShareWaitMs });

let file: string;
beforeAll(async () => {
  const bytes = await mediaOf('avi', ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:d=2']);
  file = path.join(inject('scratchDir'), 'shared-slots.avi');
  await writeFile(file, bytes);
});

const handleOf = ({ submissionId, assetId }: PreviewedAsset) =>
  temporal.env.client.workflow.getHandle(previewWorkflowId(submissionId, assetId));

async function start(workspaceId: string, durationSeconds: number): Promise<PreviewedAsset> {
  const asset = await insertPreviewedAsset(own.database, blobs, { workspaceId, file, durationSeconds });
  await temporal.starter.startPreviews([await requestNewPreview(own.database, asset)], (error) => {
    throw error;
  });
  return asset;
}

/** Returns the seconds in which the workspace's preview was made. */
async function secondsOf(workspaceId: string, durationSeconds: number): Promise<number> {
  const startedAt = performance.now();
  await handleOf(await start(workspaceId, durationSeconds)).result();
  return (performance.now() - startedAt) / 1000;
}

const slots = longDecodingSlots(thisMachine());

test.skipIf(slots === 1)(
  'long work of a workspace leaves a slot to the long work of others, and continues when its own ends',
  async () => {
    busy = await newWorkspace(own.database);
    const quiet = await newWorkspace(own.database);
    await temporal.withWorkers(async () => {
      const started: PreviewedAsset[] = [];
      for (let each = 0; each < slots + 5; each++) started.push(await start(busy, 3_600));
      try {
        await until(
          () => Promise.resolve(inWork.size),
          (size) => size === slots - 1,
        );
        await setTimeout(2_000);
        expect(inWork.size).toBe(slots - 1);
        const [short, long] = await Promise.all([secondsOf(quiet, 2), secondsOf(quiet, 3_600)]);
        expect(short).toBeLessThan(15);
        // Two activities of the busy workspace may wait for their share in the last slot before it.
        expect(long).toBeLessThan(15 + (2 * maxShareWaitMs) / 1000);
        expect(inWork.size).toBe(slots - 1);
      } finally {
        gate.resolve(undefined);
      }
      await Promise.all(started.map((asset) => handleOf(asset).result()));
      const { rows } = await own.database.query<{ status: string; count: number }>(
        'select status, count(*)::integer as count from previews group by status',
      );
      expect(rows).toEqual([{ status: 'ready', count: slots + 7 }]);
      const histories = await Promise.all(
        started.map(({ submissionId, assetId }) =>
          historyText(temporal.env, previewWorkflowId(submissionId, assetId)),
        ),
      );
      expect(histories.join('')).toContain('holds its share');
    }, ['orchestration', 'media']);
  },
  120_000,
);
