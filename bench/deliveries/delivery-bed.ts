import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createStarter } from '../../temporal/starter.ts';
import { buildEvent } from '../../domain/event.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../local/stack/tls.ts';
import { createTenant, type TenantKeys } from '../../local/stack/tenant.ts';
import { insertFiredEvents } from '../../storage/postgres/fired-events.ts';
import { createBareSide, p95Ms, timesMs } from '../bare-side.ts';
import type { Bed } from '../bed.ts';
import { createCall } from '../call.ts';
import { atIntervals, inLanes } from '../in-lanes.ts';
import { type Arrivals, type ArrivalsJob, nowMs } from '../processes/arrivals.ts';
import type { ReceiverJob, ReceiverPath, ReceiverStarted } from '../processes/webhook-receiver.ts';
import { WrongAnswer } from '../wrong-answer.ts';

const submissions = '/api/integrations/submissions';
const pollMs = 100;
const subscriptions = '/api/integrations/webhooks/subscriptions';
/** As many starts are under way at once on either side. */
const lanes = 8;

export type { ReceiverPath };
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
  const bare = await createBareSide(bed, 'runOne');
  const { client } = bare;
  const starter = createStarter(client, bed.database);

  /** Starts so many bare workflows, one every so often or as fast as it goes; answers when each began. */
  const startBare = (count: number, everyMs = 0, fairnessKey?: string) =>
    bare.start(count, pace(everyMs), fairnessKey);

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
    const work = async () => {
      const eventId = randomUUID();
      begun.set(eventId, nowMs());
      await starter.startDeliveries([await write(subscriber, eventId)], fail);
    };
    await (everyMs > 0 ? atIntervals(count, everyMs, work) : inLanes(count, lanes, work));
    return begun;
  }

  const received = async (count: number) =>
    (await receiver.ask({ count })) as { arrivals: Arrivals; connections: number };

  /** One more subscription of a workspace; answers its id. */
  async function subscribe({ sandboxKey }: TenantKeys, path_: ReceiverPath): Promise<string> {
    const call = createCall(bed.stack.apiUrl, sandboxKey);
    const { id } = await call<{ id: string }>('POST', subscriptions, {
      endpointUrl: `${url}${path_}`,
      eventTypes: ['asset.processing.completed'],
    });
    return id;
  }

  return {
    client,
    subscribe,
    write,
    startBare,
    startDeliveries,
    received,
    bareArrived: bare.arrived,
    p95Ms,
    timesMs,

    async subscriber(path_: ReceiverPath): Promise<Subscriber> {
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
      return {
        ...tenant,
        subscriptionId: await subscribe(tenant, path_),
        submissionId,
        assetId: assets[0]!.assetId,
      };
    },

    async unsubscribe({ sandboxKey, subscriptionId }: Subscriber): Promise<void> {
      await createCall(bed.stack.apiUrl, sandboxKey)('DELETE', `${subscriptions}/${subscriptionId}`);
    },

    async close(): Promise<void> {
      receiver.close();
      await bare.close();
    },
  };
}

/** What cannot be started ends the benchmark. */
export function fail(error: unknown): never {
  throw error;
}

const pace = (everyMs: number) => (everyMs > 0 ? { everyMs } : { lanes });
