import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { createStarter } from '../../dispatch/starter.ts';
import { buildEvent } from '../../domain/event.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../local/stack/tls.ts';
import { createTenant, type TenantKeys } from '../../local/stack/tenant.ts';
import { insertFiredEvents } from '../../storage/postgres/fired-events.ts';
import type { Bed } from '../bed.ts';
import { createCall } from '../call.ts';
import { type Arrivals, type ArrivalsJob, nowMs } from '../processes/arrivals.ts';
import type { WorkerJob } from '../processes/bare-worker.ts';
import type { runOne } from '../processes/bare-workflows.ts';
import type { ReceiverJob, ReceiverStarted } from '../processes/webhook-receiver.ts';
import { WrongAnswer } from '../wrong-answer.ts';

const submissions = '/api/integrations/submissions';
const pollMs = 100;
const subscriptions = '/api/integrations/webhooks/subscriptions';
/** As many starts are under way at once on either side. */
const lanes = 8;

export type DeliveryBed = Awaited<ReturnType<typeof createDeliveryBed>>;

/** A workspace with one subscription at a path of the receiver. */
export interface Subscriber extends TenantKeys {
  subscriptionId: string;
  submissionId: string;
  assetId: string;
}

/** What benchmarks of deliveries work with: a receiver, and a bare worker, each a process of its own. */
export async function createDeliveryBed(bed: Bed) {
  const receiver = bed.start<ReceiverJob | ArrivalsJob, unknown>('webhook-receiver.ts');
  const certificate = await issueLocalhostCertificate(await ensureLocalCa(path.join(bed.directory, 'tls')));
  const { url } = (await receiver.ask(certificate)) as ReceiverStarted;
  // Of this bed alone: workers of others would take what this one waits for.
  const taskQueue = `assay-bench-bare-${randomUUID()}`;
  const bareWorker = bed.start<WorkerJob | ArrivalsJob, Arrivals | null>('bare-worker.ts');
  await bareWorker.ask({ temporalAddress: bed.stack.temporalAddress, taskQueue });
  const connection = await Connection.connect({ address: bed.stack.temporalAddress });
  const client = new Client({ connection });
  const starter = createStarter(client, bed.database);

  /** Starts so many bare workflows, one every so often or as fast as it goes; answers when each began. */
  async function startBare(count: number, everyMs = 0): Promise<Map<string, number>> {
    const begun = new Map<string, number>();
    await inLanes(count, everyMs, async () => {
      const workflowId = `bare:${randomUUID()}`;
      begun.set(workflowId, nowMs());
      await client.workflow.start<typeof runOne>('runOne', { workflowId, taskQueue });
    });
    return begun;
  }

  /** Writes an event for a subscriber with its delivery; answers what its start needs. */
  async function write({ workspaceId, submissionId, assetId }: Subscriber, eventId: string = randomUUID()) {
    const subject = { assetId, submissionId, workspaceId, filename: 'clip.mp4' };
    const event = buildEvent(eventId, new Date(), subject, { status: 'completed', issueCount: 0 });
    const [delivery] = await insertFiredEvents(bed.database, workspaceId, submissionId, [
      { ...event, assetId, version: null },
    ]);
    return { deliveryId: delivery!.deliveryId, workspaceId, submissionId };
  }

  /** The same for events of a subscriber: written, and their deliveries started. */
  async function startDeliveries(
    subscriber: Subscriber,
    count: number,
    everyMs = 0,
  ): Promise<Map<string, number>> {
    const begun = new Map<string, number>();
    await inLanes(count, everyMs, async () => {
      const eventId = randomUUID();
      begun.set(eventId, nowMs());
      await starter.startDeliveries([await write(subscriber, eventId)], fail);
    });
    return begun;
  }

  const received = async (count: number) =>
    (await receiver.ask({ count })) as { arrivals: Arrivals; connections: number };
  const bareArrived = async (count: number) => (await bareWorker.ask({ count }))!;

  return {
    client,
    write,
    startBare,
    startDeliveries,
    received,
    bareArrived,

    async subscriber(path_: '/taken' | '/later' | '/hang'): Promise<Subscriber> {
      const tenant = await createTenant(bed.database, 'Bench', 'unlimited');
      const call = createCall(bed.stack.apiUrl, tenant.sandboxKey);
      const { submissionId, assets } = await call<{ submissionId: string; assets: { assetId: string }[] }>(
        'POST',
        submissions,
        {
          assets: [{ blobPath: `${randomUUID()}/clip__sandbox_pass__.mp4` }],
          sidekickIds: ['any'],
        },
      );
      // Its own events are none that the benchmark waits for.
      for (let status = ''; status !== 'complete'; await setTimeout(pollMs)) {
        ({ status } = await call<{ status: string }>('GET', `${submissions}/${submissionId}`));
        if (status === 'failed') throw new WrongAnswer('the submission failed');
      }
      const { id } = await call<{ id: string }>('POST', subscriptions, {
        endpointUrl: `${url}${path_}`,
        eventTypes: ['asset.processing.completed'],
      });
      return { ...tenant, subscriptionId: id, submissionId, assetId: assets[0]!.assetId };
    },

    async unsubscribe({ sandboxKey, subscriptionId }: Subscriber): Promise<void> {
      await createCall(bed.stack.apiUrl, sandboxKey)('DELETE', `${subscriptions}/${subscriptionId}`);
    },

    /** The 95th percentile, in milliseconds, of how long after its start each has arrived. */
    p95Ms(begun: Map<string, number>, arrivals: Arrivals): number {
      const times = arrivals.map(([id, atMs]) => {
        const begunMs = begun.get(id);
        if (begunMs === undefined) throw new WrongAnswer(`${id} arrived and was never sent`);
        return atMs - begunMs;
      });
      if (new Set(arrivals.map(([id]) => id)).size !== begun.size)
        throw new WrongAnswer(`${arrivals.length} arrived of ${begun.size}`);
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
    },

    async close(): Promise<void> {
      receiver.close();
      bareWorker.close();
      await connection.close();
    },
  };
}

/** What cannot be started ends the benchmark. */
export function fail(error: unknown): never {
  throw error;
}

/** Does so many pieces of work: a few at a time, or one every so often whether those before have ended or not. */
async function inLanes(count: number, everyMs: number, work: () => Promise<void>): Promise<void> {
  if (everyMs > 0) {
    const begunMs = performance.now();
    const all: Promise<void>[] = [];
    for (let each = 0; each < count; each++) {
      await setTimeout(Math.max(0, begunMs + each * everyMs - performance.now()));
      all.push(work());
    }
    await Promise.all(all);
    return;
  }
  let left = count;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
