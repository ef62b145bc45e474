import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Logger } from 'pino';
import { type TaskQueueName, taskQueues } from '../domain/task-queues.ts';
import { type Backlog, readBacklog, type BacklogPart } from '../storage/postgres/backlog.ts';
import type { Database } from '../storage/postgres/database.ts';

interface Deps {
  database: Database;
  temporal: Client;
  namespace: string;
  log: Logger;
}

/** Scrapes in between are answered with what the last one read. */
const keptMs = 10_000;
const deadlineMs = 3_000;

const { TaskQueueType } = proto.temporal.api.enums.v1;
const taskTypes = {
  workflow: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  activity: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
} as const;
type TaskType = keyof typeof taskTypes;

/** What waits in each queue; only two have workflows. */
const taskTypesOf: Record<TaskQueueName, readonly TaskType[]> = {
  orchestration: ['workflow', 'activity'],
  media: ['activity'],
  decoding: ['activity'],
  longDecoding: ['activity'],
  measurement: ['activity'],
  delivery: ['workflow', 'activity'],
  remote: ['activity'],
};

/**
 * Shows what is waited for in Postgres and in Temporal's queues. It is read when it is asked for. What cannot be read is left
 * out and counted as a failure, so that the rest of the metrics is still told.
 */
export function addBacklogMetrics(
  registry: Registry,
  { database, temporal: client, namespace, log }: Deps,
): void {
  const registers = [registry];
  const failures = new Counter({
    registers,
    name: 'assay_backlog_read_failures_total',
    help: 'Times that the backlog could not be read, from postgres or temporal',
    labelNames: ['source'],
  });
  failures.inc({ source: 'postgres' }, 0);
  failures.inc({ source: 'temporal' }, 0);

  const orNothing = <T>(source: 'postgres' | 'temporal', read: () => Promise<T>) =>
    keep(() =>
      read().catch((error: unknown) => {
        failures.inc({ source });
        log.warn({ err: error, source }, 'the backlog could not be read');
        return null;
      }),
    );

  const backlog = orNothing('postgres', () => readBacklog(database));
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
    fromPostgres(count.name, `${count.help}; 10000 means as many or more`, null, (backlog) => [
      ['', part(backlog).count],
    ]);
    fromPostgres(oldest.name, `${oldest.help}; 0 where there is none`, null, (backlog) => [
      ['', age(part(backlog))],
    ]);
  };

  fromPostgres(
    'assay_outbox_rows',
    'Rows whose workflow has not been started and could be, by kind: submission or delivery; 10000 means as many or more',
    'kind',
    ({ submissionOutbox, deliveryOutbox }) => [
      ['submission', submissionOutbox.count],
      ['delivery', deliveryOutbox.count],
    ],
  );
  fromPostgres(
    'assay_outbox_oldest_age_seconds',
    'Age of the oldest of them, by kind; 0 where there is none',
    'kind',
    ({ submissionOutbox, deliveryOutbox }) => [
      ['submission', age(submissionOutbox)],
      ['delivery', age(deliveryOutbox)],
    ],
  );
  countAndAge(
    ({ waitingSubmissions }) => waitingSubmissions,
    {
      name: 'assay_waiting_submissions',
      help: 'Submissions that wait until fewer of their workspace’s assets are in work',
    },
    { name: 'assay_waiting_submission_oldest_age_seconds', help: 'Age of the oldest of them' },
  );
  countAndAge(
    ({ unfinished }) => unfinished,
    { name: 'assay_unfinished_submissions', help: 'Live submissions with assets that have not ended' },
    {
      name: 'assay_unfinished_submission_oldest_age_seconds',
      help: 'Age of the oldest of them, since it or its retry was begun',
    },
  );
  countAndAge(
    ({ dueAttempts }) => dueAttempts,
    { name: 'assay_deliveries_due', help: 'Webhook deliveries whose next attempt is due' },
    {
      name: 'assay_deliveries_due_oldest_age_seconds',
      help: 'How long the oldest of them has been due',
    },
  );

  const queues = orNothing('temporal', () => readQueues(client, namespace));
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
    'Tasks that wait for a worker in a task queue of Temporal, about, by type: workflow or activity',
    ({ count }) => count,
  );
  fromTemporal(
    'assay_task_queue_backlog_age_seconds',
    'How long the oldest of them has waited, about',
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

/** Reads once for all who ask within `keptMs`. */
function keep<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; value: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (kept === null || kept.until < now) kept = { until: now + keptMs, value: read() };
    return kept.value;
  };
}
