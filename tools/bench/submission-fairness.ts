import path from 'node:path';
import { createTenant } from '../local/stack/tenant.ts';
import { ensureWorkflowBundle } from '../local/stack/workflow-bundle.ts';
import { readPlan, savePlan } from '@assay/storage/accounts/plans.ts';
import type { BenchStack } from './bench-stack.ts';
import type { Benchmark } from './benchmark.ts';
import { percentile } from './compare.ts';
import { runAtIntervals, runConcurrently } from './concurrency.ts';
import { createIsolatedService } from './isolated-service.ts';
import { createSandboxSubmitter } from './sandbox-submitter.ts';
import { createTemporaryDatabase } from './temporary-database.ts';

const queuedSubmissions = 1_000;
/** Number of concurrent requests while the queue is filled. */
const concurrency = 10;
const steady = { everyMs: 500, count: 40 };

export const submissionFairness: Benchmark = {
  name: 'submission-fairness',
  title: `p95 of sandbox submissions at 2 a second while ${queuedSubmissions} of another workspace are queued, against an idle worker`,
  async run(bench) {
    const { service, newTenant, countProcessing, close } = await createQueueService(bench);
    const p95 = async () => {
      const { sandboxKey } = await newTenant();
      const { submitAndWait } = createSandboxSubmitter(service.apiUrl, sandboxKey);
      const times: number[] = [];
      await runAtIntervals(steady.count, steady.everyMs, async () => {
        const startedAt = performance.now();
        await submitAndWait();
        times.push(performance.now() - startedAt);
      });
      return percentile(times, 0.95);
    };
    try {
      const worker = await service.startWorker();
      await p95();
      const baseline = await p95();
      await service.end(worker);
      const countOpen = await fillQueue();
      await service.startWorker();
      const value = await p95();
      return {
        measurement: { name: this.name, value, unit: 'ms', baseline, goal: { atMost: 3 } },
        notes: [`${await countOpen()} of the ${queuedSubmissions} were still processing afterwards.`],
      };
    } finally {
      await close();
    }

    /**
     * Submits assets for a new workspace while no worker runs. Returns a function that counts the submissions that
     * are still processing.
     */
    async function fillQueue(): Promise<() => Promise<number>> {
      const { workspaceId, sandboxKey } = await newTenant();
      const { submitDelayed } = createSandboxSubmitter(service.apiUrl, sandboxKey);
      await runConcurrently(queuedSubmissions, concurrency, submitDelayed);
      return () => countProcessing(workspaceId);
    }
  },
};

/** Starts an API without a worker on a temporary database. A queue can thus be filled before a worker starts. */
async function createQueueService(bench: BenchStack) {
  const temporary = await createTemporaryDatabase(bench.info.databaseUrl, bench.database);
  const { database } = temporary;
  const service = await createIsolatedService(
    { ...bench.info, databaseUrl: temporary.url },
    {
      WORKER_ROLES: 'orchestration',
      WORK_DIR: path.join(bench.directory, 'queue-work'),
      WORKFLOW_BUNDLE: await ensureWorkflowBundle(path.join(bench.directory, 'cache')),
    },
  );
  // A copy of the plan `enterprise` without rate limits.
  const enterprise = (await readPlan(database, 'enterprise'))!;
  const { bucketLimits } = (await readPlan(database, 'unlimited'))!;
  await savePlan(database, { ...enterprise, name: 'queue', bucketLimits });
  return {
    service,
    newTenant: () => createTenant(database, 'Bench', 'queue'),
    countProcessing: async (workspaceId: string): Promise<number> => {
      const { rows } = await database.query<{ count: number }>(
        `select count(*) as count from submissions where workspace_id = $1 and status = 'processing'`,
        [workspaceId],
      );
      return rows[0]!.count;
    },
    close: async (): Promise<void> => {
      await service.close();
      await temporary.close();
    },
  };
}
