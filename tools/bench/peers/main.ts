import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadLocalConfig, type LocalConfig } from '@assay/runtime/config.ts';
import { SetupError, step } from '../../local/progress.ts';
import { startStack } from '../../local/stack/stack.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../local/stack/tls.ts';
import { interruption, stopSignal } from '../../local/stop-signal.ts';
import { createBenchStack } from '../bench-stack.ts';
import type { Measurement } from '../benchmark.ts';
import { percentile } from '../compare.ts';
import type { Arrivals, ArrivalsJob } from '../processes/arrivals.ts';
import type { PublishJob } from '../processes/event-publisher.ts';
import type { ReceiverJob } from '../processes/webhook-receiver.ts';
import { alignColumns, formatNumber, formatTable } from '../report.ts';
import { startAssay } from './assay.ts';
import {
  type Contestant,
  createMeasure,
  mapValues,
  measureIdle,
  payloadBytes,
  type Result,
} from './measure.ts';
import { buildOutpost, findDependencies, startOutpost } from './outpost.ts';

// npm run tool -- peers --outpost CHECKOUT [--json FILE] [--rounds N] [NAME…]: compares deliveries with
// hookdeck/outpost. The contestants are `outpost`, `direct` and `workflow`; default: all.

/** Number of events that are published at once. Without a goal, `workflow` gets fewer events, because it is slower. */
const eventsAtOnce = { outpost: 3_000, direct: 3_000, workflow: 600 };
/** A rate that all contestants can reach. */
const steady = { everyMs: 50, count: 300 };
const idleSeconds = 10;
type Name = keyof typeof eventsAtOnce;
const names = Object.keys(eventsAtOnce) as Name[];

interface Summary {
  name: string;
  burst: Result;
  steady: Result;
}

const signal = stopSignal();
const interrupted = interruption(signal);

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      outpost: { type: 'string' },
      json: { type: 'string' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const chosen = names.filter((name) => positionals.length === 0 || positionals.includes(name));
  const unknown = positionals.filter((name) => !(names as string[]).includes(name));
  if (unknown.length > 0)
    throw new SetupError(`unknown contestant: ${unknown.join(', ')}. Available: ${names.join(', ')}`);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new SetupError(`--rounds must be a positive integer, not ${values.rounds}`);
  if (chosen.includes('outpost') && values.outpost === undefined)
    throw new SetupError('--outpost is missing: give the path of a checkout of github.com/hookdeck/outpost');
  return { chosen, rounds, checkout: values.outpost, jsonFile: values.json };
}

async function run(
  { chosen, rounds, checkout }: ReturnType<typeof readArguments>,
  base: LocalConfig,
): Promise<Summary[]> {
  // This directory is outside the stack's directory, because each has a supervisor and a list of its processes.
  const outpostDirectory = path.resolve(base.localDir, 'bench-outpost');
  const prepared =
    checkout === undefined || !chosen.includes('outpost')
      ? null
      : {
          ...(await findDependencies(base)),
          outpost: await buildOutpost(path.resolve(checkout), outpostDirectory, base),
        };
  const parts = { databaseUrl: null, temporalAddress: null, s3Endpoint: null };
  const localDir = path.resolve(base.localDir, 'bench-peers');
  const stack = await startStack({ ...base, ...parts, localDir, port: 0 }, signal);
  const contestants: Contestant[] = [];
  try {
    const bench = await createBenchStack(stack.info, stack.directory);
    try {
      const receiver = bench.fork<ReceiverJob | ArrivalsJob, { url: string } | Arrivals>(
        'webhook-receiver.ts',
      );
      const ca = await ensureLocalCa(path.join(bench.directory, 'tls'));
      const job = { ...(await issueLocalhostCertificate(ca)), bodyBytes: payloadBytes() };
      const endpointUrl = `${((await receiver.run(job)) as { url: string }).url}/record`;
      for (const name of chosen) {
        const events = eventsAtOnce[name];
        contestants.push(
          name === 'outpost'
            ? await startOutpost(
                bench,
                prepared!,
                outpostDirectory,
                base,
                { endpointUrl, caFile: ca.certFile },
                events,
                signal,
              )
            : await startAssay(bench, name, endpointUrl, events),
        );
      }
      const measure = createMeasure(bench.fork<PublishJob, Arrivals>('event-publisher.ts'), {
        run: async (arrivalsJob) => (await receiver.run(arrivalsJob)) as Arrivals,
      });
      return await Promise.race([runRounds(contestants, rounds, measure), interrupted]);
    } finally {
      await bench.close();
    }
  } finally {
    for (const contestant of contestants) await contestant.stop();
    await stack.stop();
  }
}

async function runRounds(
  contestants: readonly Contestant[],
  rounds: number,
  measure: ReturnType<typeof createMeasure>,
): Promise<Summary[]> {
  const results = contestants.map((contestant) => ({
    contestant,
    burst: [] as Result[],
    steady: [] as Result[],
  }));
  for (const { name, events } of contestants) console.log(`  ${name}: ${events} events at once`);
  for (const contestant of contestants)
    await step(`Warming up ${contestant.name}`, () => measure(contestant, contestant.events, null));
  await step('Measuring without deliveries', async (note) => {
    note(`${(await measureIdle(contestants, idleSeconds)).toFixed(0)} ms of processor time a second, of all`);
  });
  for (let round = 1; round <= rounds; round++)
    for (const { contestant, burst, steady: atRate } of results) {
      const { name, events } = contestant;
      await step(`${name}, round ${round} of ${rounds}`, async (note) => {
        burst.push(await measure(contestant, events, null));
        atRate.push(await measure(contestant, steady.count, steady.everyMs));
        note(`${burst.at(-1)!.perSecond.toFixed(0)} deliveries/s`);
      });
    }
  return results.map(({ contestant, burst, steady: atRate }) => ({
    name: contestant.name,
    burst: medians(burst),
    steady: medians(atRate),
  }));
}

/** Returns the median of each value over several results. */
function medians(results: readonly Result[]): Result {
  const median = (read: (result: Result) => number) => percentile(results.map(read), 0.5);
  const [first] = results;
  return {
    perSecond: median(({ perSecond }) => perSecond),
    medianMs: median(({ medianMs }) => medianMs),
    p95Ms: median(({ p95Ms }) => p95Ms),
    processorMs: mapValues(first!.processorMs, (_, part) => median(({ processorMs }) => processorMs[part]!)),
    memoryBytes: mapValues(first!.memoryBytes, (_, part) => median(({ memoryBytes }) => memoryBytes[part]!)),
  };
}

const sum = (values: Record<string, number>) =>
  Object.values(values).reduce((total, value) => total + value, 0);
const mebibytes = (bytes: number) => bytes / 2 ** 20;

function formatSummaries(summaries: readonly Summary[]): string {
  const header = [
    ...['', 'deliveries/s', 'p50 ms', 'p95 ms', 'processor ms', 'MiB'],
    ...[`p50 ms at ${1000 / steady.everyMs}/s`, 'p95 ms', 'processor ms'],
  ];
  const lines = summaries.map(({ name, burst, steady: atRate }) => [
    name,
    ...[burst.perSecond, burst.medianMs, burst.p95Ms, sum(burst.processorMs)].map(formatNumber),
    formatNumber(Math.round(mebibytes(sum(burst.memoryBytes)))),
    ...[atRate.medianMs, atRate.p95Ms, sum(atRate.processorMs)].map(formatNumber),
  ]);
  const parts = summaries.map(({ name, burst }) => {
    const each = Object.entries(burst.processorMs).map(
      ([part, ms]) => `${part} ${ms.toFixed(2)} ms, ${mebibytes(burst.memoryBytes[part]!).toFixed(0)} MiB`,
    );
    return `${name}: ${each.join('; ')}`;
  });
  return [alignColumns([header, ...lines]), '', ...parts].join('\n');
}

/** Compares first attempts without a workflow with Outpost. */
function compareWithOutpost(summaries: readonly Summary[]): Measurement[] {
  const [direct, outpost] = ['direct', 'outpost'].map((name) =>
    summaries.find((summary) => summary.name === name),
  );
  if (direct === undefined || outpost === undefined) return [];
  return [
    {
      name: 'rate',
      unit: 'deliveries/s',
      value: direct.burst.perSecond,
      baseline: outpost.burst.perSecond,
      goal: { atLeast: 1 },
    },
    {
      name: 'processor time of a delivery',
      unit: 'ms',
      value: sum(direct.burst.processorMs),
      baseline: sum(outpost.burst.processorMs),
      goal: { atMost: 1 },
    },
  ];
}

try {
  const given = readArguments();
  const base = loadLocalConfig();
  const summaries = await run(given, base);
  console.log(`\n${formatSummaries(summaries)}`);
  const compared = compareWithOutpost(summaries);
  if (compared.length > 0) console.log(`\ndirect:\n${formatTable(compared, 'outpost')}`);
  if (given.jsonFile !== undefined)
    await writeFile(given.jsonFile, `${JSON.stringify(summaries, null, 2)}\n`);
  // After an error the directories are not removed, so the logs can be read.
  for (const directory of ['bench-peers', 'bench-outpost/data', 'bench-outpost/logs'])
    await rm(path.resolve(base.localDir, directory), { recursive: true, force: true });
} catch (error) {
  console.error(`\nerror: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
