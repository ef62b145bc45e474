import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { buildEvent, type EventSubject, type WebhookEvent } from '@assay/domain/event.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { insertFiredEvents } from '@assay/storage/webhooks/fired-events.ts';
import { runAtIntervals, runConcurrently } from '../concurrency.ts';
import { type Arrivals, nowMs } from './arrivals.ts';
import { serveJobs } from './serve-jobs.ts';

/** The place where events are published: an HTTP API, or tables of the service. */
export type PublishTarget =
  { url: string; headers: Record<string, string>; fields: Record<string, unknown> } | { databaseUrl: string };

/** Publishes events, each by one request or in one transaction. */
export interface PublishJob {
  target: PublishTarget;
  subject: EventSubject;
  count: number;
  /** Maximum number of events that are published concurrently. */
  concurrency: number;
  /** Milliseconds from one event to the next. Null: as fast as `concurrency` allows. */
  everyMs: number | null;
}

/** The default of `DATABASE_MAX_CONNECTIONS`. */
const maxConnections = 10;
const agent = new Agent({ keepAlive: true });
const databases = new Map<string, Database>();

/** Returns the times (`nowMs`) at which publishing began, by the ids of the events. */
serveJobs(async ({ target, subject, count, concurrency, everyMs }: PublishJob): Promise<Arrivals> => {
  const publish = 'url' in target ? createPost(target) : createInsert(target, subject);
  const startTimes: Arrivals = [];
  const publishOne = async () => {
    const id = randomUUID();
    startTimes.push([id, nowMs()]);
    await publish(buildEvent(id, new Date(), subject, { status: 'completed', issueCount: 0 }));
  };
  await (everyMs === null
    ? runConcurrently(count, concurrency, publishOne)
    : runAtIntervals(count, everyMs, publishOne));
  return startTimes;
});

function createPost({ url, headers, fields }: Extract<PublishTarget, { url: string }>) {
  const start = JSON.stringify(fields).slice(0, -1);
  return async ({ id, type, payload }: WebhookEvent): Promise<void> => {
    const body = `${start},"id":"${id}","topic":"${type}","data":${payload}}`;
    const status = await new Promise<number>((resolve, reject) => {
      const options = {
        method: 'POST',
        agent,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      };
      request(url, options, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      })
        .on('error', reject)
        .end(body);
    });
    if (status !== 202) throw new Error(`POST ${url} returned ${status}`);
  };
}

function createInsert({ databaseUrl }: { databaseUrl: string }, subject: EventSubject) {
  const database =
    databases.get(databaseUrl) ??
    createPool({
      databaseUrl,
      maxConnections,
      applicationName: 'assay-bench-publisher',
      onIdleError: () => undefined,
    });
  databases.set(databaseUrl, database);
  const { workspaceId, submissionId, assetId } = subject;
  return async (event: WebhookEvent): Promise<void> => {
    const events = [{ ...event, assetId, version: null }];
    const deliveries = await insertFiredEvents(database, workspaceId, submissionId, events);
    if (deliveries.length !== 1)
      throw new Error(`the event has ${deliveries.length} deliveries instead of 1`);
  };
}
