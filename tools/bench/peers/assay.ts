import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { EventSubject } from '@assay/domain/event.ts';
import { insertSubmission } from '@assay/storage/submissions/submissions.ts';
import { prepareNamespace } from '@assay/runtime/temporal/namespace.ts';
import type { BenchStack } from '../bench-stack.ts';
import { createTemporarySubscriber, startDeliveryWorker } from '../deliveries/delivery-worker.ts';
import { createTemporaryDatabase } from '../temporary-database.ts';
import { type Contestant, eventFilename } from './measure.ts';

/**
 * Starts a delivery worker of Assay with a separate database and Temporal namespace on the running stack.
 * @param events number of events that are published at once
 */
export async function startAssay(
  bench: BenchStack,
  firstAttempt: 'workflow' | 'direct',
  endpointUrl: string,
  events: number,
): Promise<Contestant> {
  const { info } = bench;
  const own = await createTemporaryDatabase(info.databaseUrl, bench.database);
  const { workspaceId } = await createTemporarySubscriber(bench, own.database, endpointUrl);
  const subject = await createSubject(own.database, workspaceId);
  const namespace = `bench-${randomUUID()}`;
  const connection = await Connection.connect({ address: info.temporalAddress });
  await prepareNamespace(new Client({ connection, namespace }));
  await connection.close();
  const settings = { WEBHOOK_FIRST_ATTEMPT: firstAttempt };
  const worker = await startDeliveryWorker(bench, own.url, namespace, settings);
  return {
    name: firstAttempt,
    target: { databaseUrl: own.url },
    subject,
    events,
    parts: () => ({ worker: worker.pid, temporal: info.pids['temporal']!, postgres: info.pids['postgres']! }),
    async countRecorded() {
      const { rows } = await own.database.query<{ count: number }>(
        `select count(*) from deliveries where status = 'succeeded'`,
      );
      return rows[0]!.count;
    },
    async stop() {
      await worker.end();
      await own.database.end();
    },
  };
}

/** Writes a sandbox submission with one asset, which events can be about. */
async function createSubject(
  database: Parameters<typeof insertSubmission>[0],
  workspaceId: string,
): Promise<EventSubject> {
  const [submissionId, assetId, filename] = [randomUUID(), randomUUID(), eventFilename];
  await insertSubmission(database, {
    submissionId,
    workspaceId,
    environment: 'sandbox',
    sidekickIds: ['any'],
    simulationDelaySeconds: 0,
    priceBookVersion: null,
    assets: [
      {
        assetId,
        blobPath: `${assetId}/${filename}`,
        filename,
        assetType: null,
        mimeType: null,
        metric: null,
        metricValue: null,
        credits: 0,
        etag: null,
        sizeBytes: null,
        sandboxOutcome: 'pending',
        ledgerEntryId: null,
      },
    ],
  });
  return { workspaceId, submissionId, assetId, filename };
}
