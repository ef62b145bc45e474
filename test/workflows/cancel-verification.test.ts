import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { startFaultProxy } from '../../tools/chaos/stack/fault-proxy.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { openLocalBlobs } from '../../tools/local/stack/local-s3.ts';
import { insertMeasurement } from '@assay/storage/uploads/measurements.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { insertSubmission } from '@assay/storage/submissions/submissions.ts';
import { insertUpload } from '@assay/storage/uploads/uploads.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { cancelUpdate, progressQuery } from '../../workflows/operator-controls.ts';
import { bodyOf } from '../store/fixtures.ts';
import { until } from '../support/api.ts';
import { upload, useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { pdfOf } from '../support/live.ts';
import { useTemporal } from '../support/temporal.ts';

// A real Temporal server delivers cancellations in the responses to heartbeats. The measurement hangs, because S3 does
// not respond.

const own = useDatabase();
const blobs = useBlobs();
const s3 = await startFaultProxy(Number(new URL(inject('stack').s3Endpoint).port));
const proxied = openLocalBlobs(`http://127.0.0.1:${s3.port}`);
afterAll(() => {
  s3.close();
  proxied.close();
});
const temporal = useTemporal(own, proxied, { isRealServer: true });
const document = sidekickDescriptions.find(({ code }) => code === 'document')!;
const filename = 'a.pdf';
let workspaceId: string;

beforeAll(async () => {
  workspaceId = await newWorkspace(own.database);
});

/** Submits a document of one page and starts its workflow. */
async function submit(): Promise<{ submissionId: string; assetId: string }> {
  const [assetId, submissionId] = [randomUUID(), randomUUID()];
  const bytes = pdfOf({ pages: 1 });
  const sizeBytes = bytes.length;
  await insertUpload(own.database, {
    assetId,
    workspaceId,
    filename,
    contentType: 'application/pdf',
    contentLength: null,
    environment: 'live',
    maxBytes: sizeBytes,
    expiresAt: new Date(),
  });
  const etag = await upload(blobs, pendingKey(assetId), bytes, 'application/pdf');
  const measured = { metric: 'pages' as const, metricValue: 1 };
  const measurement = { assetId, etag, sizeBytes, outcome: 'measured' as const, ...measured, details: {} };
  await insertMeasurement(own.database, measurement);
  await insertSubmission(own.database, {
    submissionId,
    workspaceId,
    environment: 'live',
    sidekickIds: [document.id],
    simulationDelaySeconds: 0,
    priceBookVersion: 1,
    assets: [
      {
        assetId,
        filename,
        blobPath: `${assetId}/${filename}`,
        mimeType: 'application/pdf',
        sizeBytes,
        assetType: 'document',
        ...measured,
        etag,
        credits: 1,
        sandboxOutcome: null,
        ledgerEntryId: randomUUID(),
      },
    ],
  });
  await temporal.starter.startSubmission((await readVersionToStart(own.database, submissionId, 1))!);
  return { submissionId, assetId };
}

test.for(['the workflow', 'the asset'])(
  'cancelling %s ends a measurement that hangs, and the asset may be retried',
  async (cancelled) => {
    let starts = 0;
    const ends: unknown[] = [];
    await temporal.withWorkers(
      async () => {
        const { submissionId, assetId } = await submit();
        const handle = temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, 1));
        await until(
          () => Promise.resolve(starts),
          (count) => count === 1,
        );
        expect(await handle.query(progressQuery)).toContainEqual({
          assetId,
          part: 'asset',
          state: 'verifying the measurement',
        });
        if (cancelled === 'the workflow') await handle.cancel();
        else await handle.executeUpdate(cancelUpdate, { args: [{ assetId }] });
        await handle.result();
        const body = await bodyOf(own.database, workspaceId, submissionId);
        expect(body.assets).toMatchObject([
          { status: 'failed', errorType: 'cancelled', isRetryable: true, credits: 1 },
        ]);
        // The slot of the worker is free again, although S3 still does not respond.
        await until(
          () => Promise.resolve(ends),
          ({ length }) => length === 1,
        );
        expect(ends).toMatchObject([{ name: 'CancelledFailure' }]);
        s3.restore();
      },
      undefined,
      (activities) => ({
        ...activities,
        verifyMeasurement(input) {
          s3.stall();
          starts++;
          return activities.verifyMeasurement(input).catch((error: unknown) => {
            ends.push(error);
            throw error;
          });
        },
      }),
    );
  },
);
