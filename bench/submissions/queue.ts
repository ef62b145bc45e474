import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { make } from '../../local/samples/ffmpeg.ts';
import { ensureWorkflowBundle } from '../../local/stack/workflow-bundle.ts';
import { createTenant } from '../../local/stack/tenant.ts';
import { readPlan, savePlan } from '../../storage/postgres/plans.ts';
import type { Bed } from '../bed.ts';
import type { Benchmark, Outcome } from '../benchmark.ts';
import { percentile } from '../compare.ts';
import { atIntervals, inLanes } from '../in-lanes.ts';
import { createOwnDatabase } from '../own-database.ts';
import { createOwnService } from '../own-service.ts';
import { growth } from './growth.ts';
import { createLiveSubmitter, type LiveFile } from './live-submitter.ts';
import { createSandboxSubmitter, simulatedMs } from './sandbox-submitter.ts';

/** Creates under way at once while a queue is filled. */
const lanes = 10;
const queued = 1_000;
const pollMs = 50;
/** Files measured with one estimate. */
const batch = 20;
const steady = { everyMs: 500, count: 40 };
const steadyLive = { everyMs: 2_000, count: 40 };
const clipSeconds = 8;
/** Asking for the end every few milliseconds is work beside that which is measured. */
const seldomMs = 500;
/** What a worker that has just been started does before it is measured. */
const firstOnes = 5;

/** A service whose worker can be away while a queue is filled, on a database of its own. */
async function createQueueBed(bed: Bed, roles: string) {
  const own = await createOwnDatabase(bed);
  const { database } = own;
  const service = await createOwnService(
    { ...bed.stack, databaseUrl: own.url },
    {
      WORKER_ROLES: roles,
      WORK_DIR: path.join(bed.directory, 'queue-work'),
      WORKFLOW_BUNDLE: await ensureWorkflowBundle(path.join(bed.directory, 'cache')),
    },
  );
  // As those that are sold, but for the limits of requests.
  const enterprise = (await readPlan(database, 'enterprise'))!;
  const { bucketLimits } = (await readPlan(database, 'unlimited'))!;
  await savePlan(database, { ...enterprise, name: 'queue', bucketLimits });
  const newTenant = () => createTenant(database, 'Bench', 'queue');
  const openOf = (workspaceId: string) => async (): Promise<number> => {
    const { rows } = await database.query<{ open: number }>(
      `select count(*) as open from submissions where workspace_id = $1 and status = 'processing'`,
      [workspaceId],
    );
    return rows[0]!.open;
  };
  return {
    service,
    newTenant,

    close: async (): Promise<void> => {
      await service.close();
      await own.close();
    },

    /** Submissions of a workspace of their own, which nobody works on yet; answers how many are still open. */
    fill: async (count: number): Promise<() => Promise<number>> => {
      const { workspaceId, sandboxKey } = await newTenant();
      await inLanes(count, lanes, createSandboxSubmitter(service.apiUrl, sandboxKey).queue);
      return openOf(workspaceId);
    },

    /** The same with live ones, of a file each, which has been measured: that takes a worker, which is away once this resolves. */
    fillLive: async (count: number, file: LiveFile): Promise<() => Promise<number>> => {
      const { workspaceId, liveKey } = await newTenant();
      const { measured, begin } = createLiveSubmitter(service.apiUrl, liveKey, file);
      const files: { blobPath: string }[] = [];
      const worker = await service.startWorker();
      await inLanes(count / batch, lanes, async () => {
        files.push(...(await measured(batch)));
      });
      await service.end(worker);
      await inLanes(count, lanes, async () => {
        await begin([files.pop()!]);
      });
      return openOf(workspaceId);
    },
  };
}

type QueueBed = Awaited<ReturnType<typeof createQueueBed>>;

async function p95OfQuiet({ service, newTenant }: QueueBed): Promise<number> {
  const { sandboxKey } = await newTenant();
  const { recordingTimesMs } = createSandboxSubmitter(service.apiUrl, sandboxKey);
  return percentile(await recordingTimesMs(steady), 0.95);
}

/** What `beside` measures in ms while a queue is worked off, against `alone` on an idle worker; closes the service. */
async function besideQueue(
  name: string,
  { service, close }: QueueBed,
  work: {
    fill: () => Promise<() => Promise<number>>;
    alone: () => Promise<number>;
    beside: () => Promise<number>;
  },
): Promise<Outcome> {
  try {
    const first = await service.startWorker();
    const baseline = await work.alone();
    await service.end(first);
    const open = await work.fill();
    await service.startWorker();
    const value = await work.beside();
    const left = await open();
    return {
      measurement: { name, value, unit: 'ms', baseline, goal: { atMost: 3 } },
      notes: [`Of the ${queued}, ${left} were still open afterwards.`],
    };
  } finally {
    await close();
  }
}

export const submissionFairness: Benchmark = {
  name: 'submission-fairness',
  title: `p95 of sandbox submissions at 2 a second while ${queued} of another workspace are queued, against none`,
  async run(bed) {
    const queue = await createQueueBed(bed, 'orchestration');
    const p95 = () => p95OfQuiet(queue);
    return besideQueue(this.name, queue, {
      fill: () => queue.fill(queued),
      alone: async () => {
        await p95();
        return p95();
      },
      beside: p95,
    });
  },
};

async function makeClip(file: string): Promise<LiveFile> {
  await make(file, [
    ...['-f', 'lavfi', '-i', `testsrc=size=320x240:rate=25:duration=${clipSeconds}`],
    ...['-f', 'lavfi', '-i', `sine=duration=${clipSeconds}`],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ]);
  const bytes = Buffer.from(await readFile(file));
  return { filename: 'clip.mp4', contentType: 'video/mp4', assetType: 'video', bytes };
}

export const liveFairness: Benchmark = {
  name: 'live-fairness',
  title: `p95 of live submissions of a video of ${clipSeconds} s every ${steadyLive.everyMs / 1000} s while ${queued} of another workspace are queued, against none`,
  async run(bed) {
    const queue = await createQueueBed(bed, 'orchestration,media');
    const { liveKey } = await queue.newTenant();
    const clip = await makeClip(path.join(bed.directory, 'clip.mp4'));
    const { uploaded, untilEnded } = createLiveSubmitter(queue.service.apiUrl, liveKey, clip);
    const p95 = async () => {
      for (let each = 0; each < firstOnes; each++) await untilEnded([await uploaded()]);
      const times: number[] = [];
      await atIntervals(steadyLive.count, steadyLive.everyMs, async () => {
        const file = await uploaded();
        const begunMs = Date.now();
        const ended = await untilEnded([file], seldomMs);
        times.push(ended.getTime() - begunMs);
      });
      return percentile(times, 0.95);
    };
    return besideQueue(this.name, queue, {
      fill: () => queue.fillLive(queued, clip),
      alone: p95,
      beside: p95,
    });
  },
};

export const queueGrowth: Benchmark = {
  name: 'queue-growth',
  title: `time for each of ${queued} queued submissions, against that for one`,
  async run(bed) {
    const { service, fill, close } = await createQueueBed(bed, 'orchestration');
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
      await close();
    }
  },
};
