import { setTimeout } from 'node:timers/promises';
import type { Bed } from './bed.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import type { StartJob } from './processes/bare-starter.ts';
import type { WorkerJob } from './processes/bare-worker.ts';
import { WrongAnswer } from './wrong-answer.ts';

/** Longer than both sides are measured together, so that none of the workflows ends meanwhile. */
const sleepSeconds = 30;
const seconds = 2;
/** For the workflows just started to come to their wait, so that one side does not pay for the other. */
const pauseMs = 700;
const warmUpSeconds = 0.8;
const concurrency = 20;
const taskQueue = 'assay-bench';

export const createSubmissionRate: Benchmark = {
  name: 'create-submission',
  title: 'POST submission (sandbox, delayed) against bare starts of a workflow that sleeps as long',
  async run(bed) {
    const { temporalAddress } = bed.stack;
    await bed.start<WorkerJob, unknown>('bare-worker.ts').ask({ temporalAddress, taskQueue });
    const starter = bed.start<StartJob, { perSecond: number }>('bare-starter.ts');
    const started = async (forSeconds: number) =>
      (
        await starter.ask({
          temporalAddress,
          taskQueue,
          lanes: concurrency,
          seconds: forSeconds,
          sleepSeconds,
        })
      ).perSecond;
    await created(bed, warmUpSeconds);
    await started(warmUpSeconds);
    const medians = await compare(
      () => rested(() => created(bed, seconds)),
      () => rested(() => started(seconds)),
    );
    return { measurement: { name: this.name, unit: 'creates/s', ...medians, goal: { atLeast: 0.6 } } };
  },
};

async function rested<T>(work: () => Promise<T>): Promise<T> {
  await setTimeout(pauseMs);
  return work();
}

async function created(bed: Bed, forSeconds: number): Promise<number> {
  const before = await countVersions(bed);
  const { answers, perSecond } = await bed.load({
    url: `${bed.stack.apiUrl}/api/integrations/submissions?simulationDelaySeconds=${sleepSeconds}`,
    headers: { 'X-API-Key': bed.sandboxKey, 'Content-Type': 'application/json' },
    connections: concurrency,
    seconds: forSeconds,
    overallRate: null,
    kind: { create: true },
  });
  // What is answered 201 is in the database and in Temporal. Requests cut off at the end may be there too.
  const after = await countVersions(bed);
  const written = after.written - before.written;
  const startedNow = after.started - before.started;
  if (written < answers || written > answers + concurrency || startedNow < answers) {
    throw new WrongAnswer(`${answers} creates were answered, ${written} written, ${startedNow} started`);
  }
  return perSecond;
}

async function countVersions(bed: Bed): Promise<{ written: number; started: number }> {
  const { rows } = await bed.database.query<{ written: number; started: number }>(
    `select count(*) as written, count(v.workflow_started_at) as started
     from submission_versions v join submissions s on s.id = v.submission_id where s.workspace_id = $1`,
    [bed.workspaceId],
  );
  return rows[0]!;
}
