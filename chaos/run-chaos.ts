import { once } from 'node:events';
import path from 'node:path';
import { createClient, dataOf } from '../client/index.ts';
import { createTemporalClient } from '../temporal/temporal-client.ts';
import { SetupError, step } from '../local/progress.ts';
import { openLocalBlobs } from '../local/stack/local-s3.ts';
import { createPool } from '../storage/postgres/database.ts';
import type { Bed } from './bed/start-bed.ts';
import { checkBlobs } from './checks/blobs.ts';
import { checkCharges } from './checks/charges.ts';
import type { Baseline, Check, Evidence } from './checks/check.ts';
import { checkEvents } from './checks/events.ts';
import { checkLogs, checkProcesses, checkWorkDirectories } from './checks/leftovers.ts';
import { checkReconciliation } from './checks/reconciliation.ts';
import { checkMeasurements, checkSubmissions } from './checks/submissions.ts';
import { checkWorkflows } from './checks/workflows.ts';
import { createEventLog } from './event-log.ts';
import { createCaller } from './load/caller.ts';
import { createJournal, createNotes } from './load/journal.ts';
import type { JobDeps } from './load/jobs.ts';
import { makeSamples, type Sample } from './load/samples.ts';
import { startLoad } from './load/start-load.ts';
import { createNemesis } from './nemesis.ts';
import type { ChaosOptions } from './options.ts';
import type { PlannedFault } from './plan-faults.ts';
import { createRandom } from './random.ts';
import { startReceiver } from './receiver.ts';
import { settle } from './settle.ts';

const eventTypes = ['asset.processing.completed', 'asset.processing.failed'] as const;
/** All take every event; those that are moody not at once. */
const subscriptionNames = ['good', 'moody-1', 'moody-2'];

/** Load and faults, then peace, then the checks. Stops the bed, of which nothing is to be left. */
export async function runChaos(
  bed: Bed,
  plan: readonly PlannedFault[],
  options: ChaosOptions,
  signal: AbortSignal,
): Promise<Check[]> {
  const logOf = (name: string) => createEventLog(path.join(bed.logDirectory, `${name}.jsonl`));
  const receiver = await startReceiver(bed.ca, logOf('received'));
  const journal = createJournal();
  const notes = createNotes(journal, logOf('load'));
  const database = createPool({
    databaseUrl: bed.databaseUrl,
    applicationName: 'chaos',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  const blobs = openLocalBlobs(bed.s3Endpoint);
  const temporal = createTemporalClient({ address: bed.temporalAddress }, 'default');
  const over = new AbortController();
  try {
    const samples = await makeSamples(path.join(bed.directory, 'samples'));
    const client = createClient({ baseUrl: bed.apiUrls[0]!, apiKey: bed.liveKey });
    const subscriptions = new Map<string, string>();
    for (const name of subscriptionNames) {
      const body = { endpointUrl: receiver.url(name), eventTypes: [...eventTypes] };
      const made = dataOf(await client.api.POST('/api/integrations/webhooks/subscriptions', { body }));
      receiver.useSecret(name, made.secret);
      bed.secrets[`the secret of ${name}`] = made.secret;
      subscriptions.set(name, made.id);
    }
    // One profile of loudness is enough.
    const sidekickIds = (await client.sidekicks())
      .filter(({ code }) => !code.startsWith('loudness-'))
      .map(({ id }) => id);
    const baselines = await step('Examining each sample without faults', () => examine(samples));

    const random = createRandom(options.seed);
    const callers = (key: string) => {
      const all = bed.apiUrls.map((url) => createCaller(url, key, notes));
      return () => all[Math.floor(random() * all.length)]!;
    };
    const deps: JobDeps = {
      ...{ notes, samples, sidekickIds, random },
      ...{ live: callers(bed.liveKey), sandbox: callers(bed.sandboxKey) },
      signal: AbortSignal.any([signal, over.signal]),
    };
    const load = startLoad(deps, options.clients, options.seed);
    const nemesis = createNemesis(bed, logOf('faults'), (line) => console.log(line), signal);
    await nemesis.run(plan);
    signal.throwIfAborted();
    const { ended } = load.counts;
    const stopping = load.stop();
    const limit = setTimeout(() => over.abort(), options.settleSeconds * 1000);
    const unfinished = await step(`Waiting for ${load.counts.underWay} jobs and all they began`, async () => {
      await stopping;
      clearTimeout(limit);
      return settle(bed, database, options.settleSeconds, signal);
    });
    signal.throwIfAborted();
    await nemesis.look();

    const evidence: Evidence = {
      ...{ bed, database, blobs, temporal, journal, receiver, subscriptions },
      baselines: new Map(baselines.map((baseline) => [baseline.filename, baseline])),
    };
    const checks = await step('Checking', async () => [
      {
        name: 'everything ends',
        looked: `${ended} jobs under faults, ${load.counts.ended} in all`,
        violations: unfinished,
      },
      {
        name: 'every answer is one that the specification has',
        looked: summary(journal.answers),
        violations: journal.unexpected,
      },
      await checkSubmissions(evidence),
      await checkMeasurements(evidence),
      await checkCharges(evidence),
      await checkBlobs(evidence),
      await checkEvents(evidence),
      await checkWorkflows(evidence),
      await checkReconciliation(evidence),
      await checkWorkDirectories(bed),
    ]);
    console.log(`\nFaults: ${counted(nemesis.done)}; met nothing: ${counted(nemesis.missed) || 'none'}`);
    if (options.hold && checks.some(({ violations }) => violations.length > 0)) {
      console.log(formatChecks(checks));
      console.log(
        `Kept running for a look: ${JSON.stringify({ ...bed, secrets: undefined, links: undefined }, null, 2)}`,
      );
      if (!signal.aborted) await once(signal, 'abort');
    }
    await bed.stop();
    return [...checks, await checkProcesses(nemesis.seen), await checkLogs(bed.logDirectory, bed.secrets)];

    /** Each sample submitted alone, before anything is disturbed. */
    async function examine(all: readonly Sample[]): Promise<Baseline[]> {
      return Promise.all(
        all.map(async (sample) => {
          const blobPath = await client.upload(sample);
          const { submissionId } = await client.submit({ blobPaths: [blobPath], sidekickIds });
          notes.created(submissionId, { environment: 'live', blobPaths: [blobPath] });
          const done = await client.waitUntilDone(submissionId, { timeoutMs: 120_000, signal });
          const [asset] = done.assets;
          if (done.status !== 'complete' || asset === undefined)
            throw new SetupError(`${sample.filename} could not be examined: ${done.errorMessage ?? ''}`);
          return { ...sample, credits: asset.credits, issueCount: asset.issueCount ?? 0 };
        }),
      );
    }
  } catch (error) {
    throw signal.aborted ? new SetupError('interrupted') : error;
  } finally {
    over.abort();
    await receiver.close();
    await database.end();
    await temporal.connection.close();
    blobs.close();
  }
}

/** A line for each check, with what is wrong below it. */
export function formatChecks(checks: readonly Check[]): string {
  const shown = 25;
  return checks
    .map(({ name, looked, violations }) => {
      const lines = violations.slice(0, shown).map((violation) => `    ${violation}`);
      if (violations.length > shown) lines.push(`    … and ${violations.length - shown} more`);
      return [`${violations.length === 0 ? '✓' : '✗'} ${name}: ${looked}`, ...lines].join('\n');
    })
    .join('\n');
}

function counted(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

function summary(answers: ReadonlyMap<string, number>): string {
  const ok = [...answers].filter(([key]) => key.endsWith(' ok')).reduce((sum, [, count]) => sum + count, 0);
  const other = [...answers]
    .filter(([key]) => !key.endsWith(' ok'))
    .sort(([, a], [, b]) => b - a)
    .map(([key, count]) => `${count} ${key}`);
  return `${ok} that succeeded; ${other.join(', ')}`;
}
