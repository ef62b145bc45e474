import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { startFaultProxy } from '../../tools/chaos/stack/fault-proxy.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { openLocalBlobs } from '../../tools/local/stack/local-s3.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { cancelUpdate, progressQuery } from '../../workflows/operator-controls.ts';
import { bodyOf } from '../store/fixtures.ts';
import { until } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { pdfOf } from '../support/live.ts';
import { submitMeasured } from '../support/measured-submission.ts';
import { useTemporal } from '../support/temporal.ts';
import { sampled } from '../support/sampled.ts';

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
  const bytes = pdfOf({ pages: 1 });
  const sidekickIds = [document.id];
  const submitted = await submitMeasured(own.database, blobs, { workspaceId, filename, bytes, sidekickIds });
  const { submissionId } = submitted;
  await temporal.starter.startSubmission((await readVersionToStart(own.database, submissionId, 1))!);
  return submitted;
}

const targets = ['the workflow', 'the asset'];
for (const [cases, options] of sampled(targets, (cancelled) => cancelled === 'the workflow'))
  test.for(cases)(
    'cancelling %s ends a measurement that hangs, and the asset may be retried',
    options,
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
