import { setTimeout } from 'node:timers/promises';
import type { BenchStack } from './bench-stack.ts';
import { WrongResult } from './api-call.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import type { StartJob } from './processes/bare-starter.ts';
import type { BareWorkerJob } from './processes/bare-worker.ts';

/**
 * Sleep of each workflow in seconds. It is longer than all rounds together, so no workflow completes during the
 * measurement.
 */
const sleepSeconds = 30;
const seconds = 1;
/**
 * Pause in milliseconds in which the started workflows reach their timer. Without the pause, workflows of one side of
 * the comparison would slow down the other side.
 */
const pauseMs = 700;
/** Milliseconds between reads of the number of started workflows. */
const pollMs = 10;
const warmUpSeconds = 0.8;
const concurrency = 20;
const taskQueue = 'assay-bench';

export const createSubmissionRate: Benchmark = {
  name: 'create-submission',
  title:
    'POST submission (sandbox, delayed; a worker starts the workflow), against bare starts of a workflow that sleeps as long',
  async run(bench) {
    const { temporalAddress } = bench.info;
    await bench.fork<BareWorkerJob, unknown>('bare-worker.ts').run({ temporalAddress, taskQueue });
    const starter = bench.fork<StartJob, { perSecond: number }>('bare-starter.ts');
    const startRate = async (forSeconds: number) => {
      const job = { temporalAddress, taskQueue, concurrency, seconds: forSeconds, sleepSeconds };
      return (await starter.run(job)).perSecond;
    };
    await createRate(bench, warmUpSeconds);
    await startRate(warmUpSeconds);
    const medians = await compare(
      () => afterPause(() => createRate(bench, seconds)),
      () => afterPause(() => startRate(seconds)),
    );
    return { measurement: { name: this.name, unit: 'creates/s', ...medians, goal: { atLeast: 0.6 } } };
  },
};

async function afterPause<T>(work: () => Promise<T>): Promise<T> {
  await setTimeout(pauseMs);
  return work();
}

/**
 * Creates submissions for `forSeconds` seconds and returns their number per second. An orchestration worker starts
 * their workflows at the same time. Then waits until all have been started, so that the next round begins with an empty
 * queue. Throws `WrongResult` if submissions are missing in Postgres.
 */
async function createRate(bench: BenchStack, forSeconds: number): Promise<number> {
  const before = await countVersions(bench);
  const { responses, perSecond } = await bench.load({
    url: `${bench.info.apiUrl}/api/integrations/submissions?simulationDelaySeconds=${sleepSeconds}`,
    headers: { 'X-API-Key': bench.sandboxKey, 'Content-Type': 'application/json' },
    connections: concurrency,
    seconds: forSeconds,
    expected: 'accepted-submission',
  });
  let after = await countVersions(bench);
  for (; after.started < after.written; after = await countVersions(bench)) await setTimeout(pollMs);
  const written = after.written - before.written;
  // The service may have stored submissions whose requests were cut off at the end of the measurement.
  if (written < responses || written > responses + concurrency)
    throw new WrongResult(`${responses} creates returned 201, but ${written} were written`);
  return perSecond;
}

async function countVersions(bench: BenchStack): Promise<{ written: number; started: number }> {
  const { rows } = await bench.database.query<{ written: number; started: number }>(
    `select count(*) as written, count(v.workflow_started_at) as started
     from submission_versions v join submissions s on s.id = v.submission_id where s.workspace_id = $1`,
    [bench.workspaceId],
  );
  return rows[0]!;
}
