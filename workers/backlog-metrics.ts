import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Logger } from 'pino';
import { type TaskQueueName, taskQueues } from '@assay/domain/task-queues.ts';
import { type Backlog, readBacklog, type BacklogPart } from '@assay/storage/upkeep/backlog.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readStorageUse } from '@assay/storage/uploads/stored-bytes.ts';

interface Deps {
  database: Database;
  temporal: Client;
  namespace: string;
  log: Logger;
}

/** Scrapes within this number of milliseconds share one read of the backlog. */
const cacheMs = 10_000;
const deadlineMs = 3_000;

const { TaskQueueType } = proto.temporal.api.enums.v1;
const taskTypes = {
  workflow: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  activity: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
} as const;
type TaskType = keyof typeof taskTypes;

/** Task types of each task queue. Only two task queues run workflows. */
const taskTypesOf: Record<TaskQueueName, readonly TaskType[]> = {
  orchestration: ['workflow', 'activity'],
  copy: ['activity'],
  media: ['activity'],
  decoding: ['activity'],
  longDecoding: ['activity'],
  measurement: ['activity'],
  longMeasurement: ['activity'],
  delivery: ['workflow', 'activity'],
  remote: ['activity'],
};

/**
 * Adds gauges of the backlog in Postgres and in Temporal's task queues. A scrape reads the backlog, at most once in 10
 * s. If a source cannot be read, its gauges are omitted and the failure is counted. The other metrics are still served.
 */
export function addBacklogMetrics(
  registry: Registry,
  { database, temporal: client, namespace, log }: Deps,
): void {
  const registers = [registry];
  const failures = new Counter({
    registers,
    name: 'assay_backlog_read_failures_total',
    help: 'Failed reads of the backlog, by source: postgres or temporal',
    labelNames: ['source'],
  });
  failures.inc({ source: 'postgres' }, 0);
  failures.inc({ source: 'temporal' }, 0);

  const cachedOrNull = <T>(source: 'postgres' | 'temporal', read: () => Promise<T>) =>
    cached(() =>
      read().catch((error: unknown) => {
        failures.inc({ source });
        log.warn({ err: error, source }, 'the backlog could not be read');
        return null;
      }),
    );

  const backlog = cachedOrNull('postgres', () => readBacklog(database));
  const fromPostgres = (
    name: string,
    help: string,
    kind: 'kind' | null,
    samples: (backlog: Backlog) => readonly (readonly [kind: string, value: number])[],
  ) =>
    new Gauge({
      registers,
      name,
      help,
      labelNames: kind === null ? [] : [kind],
      async collect() {
        this.reset();
        const read = await backlog();
        if (read === null) {
          this.remove();
          return;
        }
        for (const [label, value] of samples(read)) this.set(kind === null ? {} : { kind: label }, value);
      },
    });
  const age = ({ oldestSeconds }: BacklogPart) => oldestSeconds ?? 0;
  const countAndAge = (
    part: (backlog: Backlog) => BacklogPart,
    count: { name: string; help: string },
    oldest: { name: string; help: string },
  ) => {
    fromPostgres(count.name, `${count.help}; 10000 means 10000 or more`, null, (backlog) => [
      ['', part(backlog).count],
    ]);
    fromPostgres(oldest.name, `${oldest.help}; 0 if there are none`, null, (backlog) => [
      ['', age(part(backlog))],
    ]);
  };

  fromPostgres(
    'assay_outbox_rows',
    'Rows whose workflow could be started but has not been, by kind: submission, sandbox or delivery; 10000 means 10000 or more',
    'kind',
    ({ submissionOutbox, sandboxQueue, deliveryOutbox }) => [
      ['submission', submissionOutbox.count],
      ['sandbox', sandboxQueue.count],
      ['delivery', deliveryOutbox.count],
    ],
  );
  fromPostgres(
    'assay_outbox_oldest_age_seconds',
    'Age of the oldest row whose workflow could be started but has not been, by kind; 0 if there are none',
    'kind',
    ({ submissionOutbox, sandboxQueue, deliveryOutbox }) => [
      ['submission', age(submissionOutbox)],
      ['sandbox', age(sandboxQueue)],
      ['delivery', age(deliveryOutbox)],
    ],
  );
  countAndAge(
    ({ waitingSubmissions }) => waitingSubmissions,
    {
      name: 'assay_waiting_submissions',
      help: 'Queued submissions, which start when fewer assets of their workspace are in progress',
    },
    { name: 'assay_waiting_submission_oldest_age_seconds', help: 'Age of the oldest queued submission' },
  );
  countAndAge(
    ({ unfinished }) => unfinished,
    { name: 'assay_unfinished_submissions', help: 'Live submissions with unfinished assets' },
    {
      name: 'assay_unfinished_submission_oldest_age_seconds',
      help: 'Time since the start of the oldest unfinished live submission or of its retry',
    },
  );
  countAndAge(
    ({ dueAttempts }) => dueAttempts,
    { name: 'assay_deliveries_due', help: 'Webhook deliveries whose next attempt is due' },
    {
      name: 'assay_deliveries_due_oldest_age_seconds',
      help: 'Time for which the oldest due attempt has been due',
    },
  );

  const storageUse = cachedOrNull('postgres', () => readStorageUse(database));
  new Gauge({
    registers,
    name: 'assay_storage_quota_used_ratio',
    help: 'Largest share of its storage quota that a workspace uses, counted every hour',
    async collect() {
      this.reset();
      const share = await storageUse();
      if (share === null) this.remove();
      else this.set(share);
    },
  });

  const queues = cachedOrNull('temporal', () => readQueues(client, namespace));
  const fromTemporal = (name: string, help: string, value: (stats: QueueStats) => number) =>
    new Gauge({
      registers,
      name,
      help,
      labelNames: ['task_queue', 'task_type'],
      async collect() {
        this.reset();
        for (const stats of (await queues()) ?? []) {
          this.set({ task_queue: stats.taskQueue, task_type: stats.taskType }, value(stats));
        }
      },
    });
  fromTemporal(
    'assay_task_queue_backlog',
    'Approximate number of tasks in a Temporal task queue, by type: workflow or activity',
    ({ count }) => count,
  );
  fromTemporal(
    'assay_task_queue_backlog_age_seconds',
    'Approximate age of the oldest task in a Temporal task queue, by type',
    ({ ageSeconds }) => ageSeconds,
  );
}

interface QueueStats {
  taskQueue: string;
  taskType: TaskType;
  count: number;
  ageSeconds: number;
}

function readQueues(client: Client, namespace: string): Promise<QueueStats[]> {
  const queues = Object.entries(taskQueues).flatMap(([name, taskQueue]) =>
    taskTypesOf[name as TaskQueueName].map((taskType) => ({ taskQueue, taskType })),
  );
  return client.withDeadline(Date.now() + deadlineMs, () =>
    Promise.all(
      queues.map(async ({ taskQueue, taskType }) => {
        const { stats } = await client.workflowService.describeTaskQueue({
          namespace,
          taskQueue: { name: taskQueue },
          taskQueueType: taskTypes[taskType],
          reportStats: true,
        });
        const { seconds = 0, nanos = 0 } = stats?.approximateBacklogAge ?? {};
        return {
          taskQueue,
          taskType,
          count: Number(stats?.approximateBacklogCount ?? 0),
          ageSeconds: Number(seconds ?? 0) + (nanos ?? 0) / 1e9,
        };
      }),
    ),
  );
}

/** Returns a function that calls `read` at most once in `cacheMs` milliseconds. */
function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let latest: { until: number; value: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (latest === null || latest.until < now) latest = { until: now + cacheMs, value: read() };
    return latest.value;
  };
}
