import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ensureWorkflowBundle } from '../../local/stack/workflow-bundle.ts';
import { createTenant } from '../../local/stack/tenant.ts';
import type { Bed } from '../bed.ts';
import type { Benchmark } from '../benchmark.ts';
import { percentile } from '../compare.ts';
import { inLanes } from '../in-lanes.ts';
import { createOwnService, type OwnService } from '../own-service.ts';
import { growth } from './growth.ts';
import { createSandboxSubmitter, simulatedMs } from './sandbox-submitter.ts';

/** Creates under way at once while a queue is filled. */
const lanes = 10;
const queued = 1_000;
const pollMs = 50;
const steady = { everyMs: 500, count: 40 };

/** A service whose worker can be away while a queue is filled. */
async function createQueueBed(bed: Bed) {
  const service = await createOwnService(bed.stack, {
    WORKER_ROLES: 'orchestration',
    WORKFLOW_BUNDLE: await ensureWorkflowBundle(path.join(bed.directory, 'cache')),
  });
  return {
    service,

    /** Submissions of a workspace of their own, which nobody works on yet; answers how many are still open. */
    fill: async (count: number): Promise<() => Promise<number>> => {
      const { workspaceId, sandboxKey } = await createTenant(bed.database, 'Bench', 'unlimited');
      await inLanes(count, lanes, createSandboxSubmitter(service.apiUrl, sandboxKey).queue);
      return async () => {
        const { rows } = await bed.database.query<{ open: number }>(
          `select count(*) as open from submissions where workspace_id = $1 and status = 'processing'`,
          [workspaceId],
        );
        return rows[0]!.open;
      };
    },
  };
}

async function p95OfQuiet(bed: Bed, { apiUrl }: OwnService): Promise<number> {
  const { recordingTimesMs } = createSandboxSubmitter(apiUrl, bed.sandboxKey);
  return percentile(await recordingTimesMs(steady), 0.95);
}

export const submissionFairness: Benchmark = {
  name: 'submission-fairness',
  title: `p95 of sandbox submissions at 2 a second while ${queued} of another workspace are queued, against none`,
  async run(bed) {
    const { service, fill } = await createQueueBed(bed);
    try {
      const first = await service.startWorker();
      await p95OfQuiet(bed, service);
      const baseline = await p95OfQuiet(bed, service);
      await service.end(first);
      const open = await fill(queued);
      await service.startWorker();
      const value = await p95OfQuiet(bed, service);
      const left = await open();
      return {
        measurement: { name: this.name, value, unit: 'ms', baseline, goal: { atMost: 3 } },
        notes: [`Of the ${queued}, ${left} were still open afterwards.`],
      };
    } finally {
      await service.close();
    }
  },
};

export const queueGrowth: Benchmark = {
  name: 'queue-growth',
  title: `time for each of ${queued} queued submissions, against that for one`,
  async run(bed) {
    const { service, fill } = await createQueueBed(bed);
    const timeOf = async (size: number): Promise<number> => {
      const open = await fill(size);
      const worker = await service.startWorker();
      const startedAt = performance.now();
      while ((await open()) > 0) await setTimeout(pollMs);
      // All of them wait that long, together.
      const took = performance.now() - startedAt - simulatedMs;
      await service.end(worker);
      return took;
    };
    try {
      return await growth(this.name, [1, 10, 100, queued], timeOf);
    } finally {
      await service.close();
    }
  },
};
