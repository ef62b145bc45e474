import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildEvent } from '@assay/domain/event.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../local/stack/tls.ts';
import { createTenant, type TenantKeys } from '../../local/stack/tenant.ts';
import { insertFiredEvents } from '@assay/storage/webhooks/fired-events.ts';
import { createApiCall, WrongResult } from '../api-call.ts';
import { createBareWorkflowClient } from '../bare-workflow-client.ts';
import type { BenchStack } from '../bench-stack.ts';
import { runAtIntervals, runConcurrently } from '../concurrency.ts';
import { type Arrivals, type ArrivalsJob, nowMs } from '../processes/arrivals.ts';
import type { ReceiverJob, ReceiverPath, RecoverJob } from '../processes/webhook-receiver.ts';

const submissions = '/api/integrations/submissions';
const subscriptions = '/api/integrations/webhooks/subscriptions';
const pollMs = 100;
/** Number of concurrent inserts of deliveries or starts of bare workflows if no interval is specified. */
const concurrency = 8;

/** A workspace with one subscription whose URL is a path of the receiver. */
export interface Subscriber extends TenantKeys {
  subscriptionId: string;
  submissionId: string;
  assetId: string;
}

/** Adds a webhook receiver and a worker for bare (minimal) workflows to the stack, each in its own process. */
export async function createDeliveryBench(bench: BenchStack) {
  const receiver = bench.fork<ReceiverJob | ArrivalsJob | RecoverJob, { url: string } | Arrivals>(
    'webhook-receiver.ts',
  );
  const certificate = await issueLocalhostCertificate(await ensureLocalCa(path.join(bench.directory, 'tls')));
  const { url } = (await receiver.run(certificate)) as { url: string };
  const bare = await createBareWorkflowClient(bench, 'runOne');

  /** Inserts an event and its delivery to a subscriber. Returns the id of the delivery. */
  async function insertDelivery(
    { workspaceId, submissionId, assetId }: Subscriber,
    eventId: string = randomUUID(),
  ): Promise<string> {
    const subject = { assetId, submissionId, workspaceId, filename: 'clip.mp4' };
    const event = buildEvent(eventId, new Date(), subject, { status: 'completed', issueCount: 0 });
    const [delivery] = await insertFiredEvents(bench.database, workspaceId, submissionId, [
      { ...event, assetId, version: null },
    ]);
    return delivery!.deliveryId;
  }

  return {
    client: bare.client,
    receiverUrl: url,
    waitForBareActivities: bare.waitForActivities,

    /**
     * Starts bare workflows, and returns their start times (`nowMs`) by workflow id. Without
     * `everyMs`, they are started as fast as possible.
     */
    startBareWorkflows: (count: number, everyMs?: number) =>
      bare.start(count, everyMs === undefined ? { concurrency } : { everyMs }),

    /** Inserts events with one delivery each. Returns the start times (`nowMs`) by event id. */
    async insertDeliveries(
      subscriber: Subscriber,
      count: number,
      everyMs?: number,
    ): Promise<Map<string, number>> {
      const startTimes = new Map<string, number>();
      const startOne = async () => {
        const eventId = randomUUID();
        startTimes.set(eventId, nowMs());
        await insertDelivery(subscriber, eventId);
      };
      await (everyMs === undefined
        ? runConcurrently(count, concurrency, startOne)
        : runAtIntervals(count, everyMs, startOne));
      return startTimes;
    },

    /** Waits until the receiver has recorded `count` events. Returns the time of receipt of each event. */
    waitForReceived: async (count: number) => (await receiver.run({ count })) as Arrivals,

    /** Makes the receiver's path `/recover` respond from now on. */
    recover: () => receiver.run({ recover: true }),

    /** Creates a workspace with a finished submission and a subscription. */
    async createSubscriber(receiverPath: ReceiverPath): Promise<Subscriber> {
      const tenant = await createTenant(bench.database, 'Bench', 'unlimited');
      const call = createApiCall(bench.info.apiUrl, tenant.sandboxKey);
      const { submissionId, assets } = await call<{ submissionId: string; assets: { assetId: string }[] }>(
        'POST',
        submissions,
        {
          assets: [{ blobPath: `${randomUUID()}/clip__sandbox_pass__.mp4` }],
          sidekickIds: ['any'],
        },
      );
      for (let status = ''; status !== 'complete'; await setTimeout(pollMs)) {
        ({ status } = await call<{ status: string }>('GET', `${submissions}/${submissionId}`));
        if (status === 'failed') throw new WrongResult('the submission failed');
      }
      const { id: subscriptionId } = await call<{ id: string }>('POST', subscriptions, {
        endpointUrl: `${url}${receiverPath}`,
        eventTypes: ['asset.processing.completed'],
      });
      // The benchmarks measure the limits of endpoints that have returned a 2xx before.
      await bench.database.query('update subscriptions set confirmed_at = now() where id = $1', [
        subscriptionId,
      ]);
      return { ...tenant, subscriptionId, submissionId, assetId: assets[0]!.assetId };
    },

    async deleteSubscription({ sandboxKey, subscriptionId }: Subscriber): Promise<void> {
      await createApiCall(bench.info.apiUrl, sandboxKey)('DELETE', `${subscriptions}/${subscriptionId}`);
    },

    async close(): Promise<void> {
      receiver.close();
      await bare.close();
    },
  };
}
