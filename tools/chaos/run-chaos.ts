import { once } from 'node:events';
import path from 'node:path';
import { createClient } from '@assay/client/index.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import { SetupError, step } from '../local/progress.ts';
import { openLocalBlobs } from '../local/stack/local-s3.ts';
import { createPool } from '@assay/storage/database/database.ts';
import type { ChaosStack } from './stack/start-chaos-stack.ts';
import { checkBlobs } from './checks/blobs.ts';
import { checkCharges } from './checks/charges.ts';
import type { Check, Evidence } from './checks/check.ts';
import { checkEvents } from './checks/events.ts';
import { checkLogs, checkProcesses, checkWorkDirectories } from './checks/leftovers.ts';
import { checkReconciliation } from './checks/reconciliation.ts';
import { checkMeasurements, checkSubmissions } from './checks/submissions.ts';
import { checkWorkflows } from './checks/workflows.ts';
import { createJsonLinesLog } from './json-lines-log.ts';
import { createCaller } from './load/caller.ts';
import { createJournal, createRecorder } from './load/journal.ts';
import type { JobDeps } from './load/jobs.ts';
import { examineSamples, sidekicksOfLoad, subscribeReceiver } from './load/prepare-load.ts';
import { makeSamples } from './load/samples.ts';
import { startLoad } from './load/start-load.ts';
import { createNemesis } from './nemesis.ts';
import type { ChaosOptions } from './options.ts';
import type { PlannedFault } from './plan-faults.ts';
import { createRandom } from './random.ts';
import { startReceiver } from './receiver.ts';
import { settle } from './settle.ts';
import { dataConverterOf } from '../local/stack/data-converter.ts';

/** Runs load and faults, waits until all work has finished, checks the results, and stops the stack. */
export async function runChaos(
  stack: ChaosStack,
  plan: readonly PlannedFault[],
  options: ChaosOptions,
  signal: AbortSignal,
): Promise<Check[]> {
  const openLog = (name: string) => createJsonLinesLog(path.join(stack.logDirectory, `${name}.jsonl`));
  const receiver = await startReceiver(stack.ca, openLog('received'));
  const journal = createJournal();
  const recorder = createRecorder(journal, openLog('load'));
  const database = createPool({
    databaseUrl: stack.databaseUrl,
    applicationName: 'chaos',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  const blobs = openLocalBlobs(stack.s3Endpoint);
  const temporal = createTemporalClient(
    { address: stack.temporalAddress },
    'default',
    [],
    dataConverterOf(stack),
  );
  const timeLimit = new AbortController();
  try {
    const samples = await makeSamples(path.join(stack.directory, 'samples'));
    const client = createClient({ baseUrl: stack.apiUrls[0]!, apiKey: stack.liveKey });
    const endpoints = await subscribeReceiver(client, receiver);
    const subscriptions = new Map([...endpoints].map(([name, { id }]) => [name, id]));
    for (const [name, { secret }] of endpoints) stack.secrets[`the webhook secret of ${name}`] = secret;
    const sidekickIds = await sidekicksOfLoad(client);
    const baselines = await step('Examining each sample without faults', () =>
      examineSamples(samples, client, sidekickIds, recorder, signal),
    );

    const random = createRandom(options.seed);
    const callers = (key: string) => {
      const all = stack.apiUrls.map((url) => createCaller(url, key, recorder));
      return () => all[Math.floor(random() * all.length)]!;
    };
    const deps: JobDeps = {
      recorder,
      samples,
      sidekickIds,
      random,
      live: callers(stack.liveKey),
      sandbox: callers(stack.sandboxKey),
      signal: AbortSignal.any([signal, timeLimit.signal]),
    };
    const load = startLoad(deps, options.clients, options.seed);
    const nemesis = createNemesis(stack, openLog('faults'), (line) => console.log(line), signal);
    await nemesis.run(plan);
    signal.throwIfAborted();
    const { ended } = load.counts;
    const stopping = load.stop();
    const limit = setTimeout(() => timeLimit.abort(), options.settleSeconds * 1000);
    const unfinished = await step(
      `Waiting for ${load.counts.inProgress} jobs and the work that they started`,
      async () => {
        await stopping;
        clearTimeout(limit);
        return settle(stack, database, options.settleSeconds, signal);
      },
    );
    signal.throwIfAborted();
    await nemesis.recordProcesses();

    const evidence: Evidence = {
      stack,
      database,
      blobs,
      temporal,
      journal,
      receiver,
      subscriptions,
      firstAttempt: options.firstAttempt,
      baselines: new Map(baselines.map((baseline) => [baseline.filename, baseline])),
    };
    const checks = await step('Checking', async () => [
      {
        name: 'all work finishes',
        examined: `${ended} jobs during the faults, ${load.counts.ended} in total`,
        violations: unfinished,
      },
      {
        name: 'every response conforms to the specification',
        examined: formatResponses(journal.responses),
        violations: journal.unexpected,
      },
      await checkSubmissions(evidence),
      await checkMeasurements(evidence),
      await checkCharges(evidence),
      await checkBlobs(evidence),
      await checkEvents(evidence),
      await checkWorkflows(evidence),
      await checkReconciliation(evidence),
      await checkWorkDirectories(stack),
    ]);
    console.log(
      `\nFaults: ${formatCounts(nemesis.injected)}; without a target: ${formatCounts(nemesis.missed) || 'none'}`,
    );
    if (options.hold && checks.some(({ violations }) => violations.length > 0)) {
      console.log(formatChecks(checks));
      console.log(
        `The stack keeps running until Ctrl-C: ${JSON.stringify({ ...stack, secrets: undefined, proxies: undefined }, null, 2)}`,
      );
      if (!signal.aborted) await once(signal, 'abort');
    }
    await stack.stop();
    return [
      ...checks,
      await checkProcesses(nemesis.seen),
      await checkLogs(stack.logDirectory, stack.secrets),
    ];
  } catch (error) {
    throw signal.aborted ? new SetupError('interrupted') : error;
  } finally {
    timeLimit.abort();
    await receiver.close();
    await database.end();
    await temporal.connection.close();
    blobs.close();
  }
}

/** Formats each check as a line, followed by its first violations. */
export function formatChecks(checks: readonly Check[]): string {
  const maxLines = 25;
  return checks
    .map(({ name, examined, violations }) => {
      const lines = violations.slice(0, maxLines).map((violation) => `    ${violation}`);
      if (violations.length > maxLines) lines.push(`    … and ${violations.length - maxLines} more`);
      return [`${violations.length === 0 ? '✓' : '✗'} ${name}: ${examined}`, ...lines].join('\n');
    })
    .join('\n');
}

function formatCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

function formatResponses(responses: ReadonlyMap<string, number>): string {
  const ok = [...responses].filter(([key]) => key.endsWith(' ok')).reduce((sum, [, count]) => sum + count, 0);
  const other = [...responses]
    .filter(([key]) => !key.endsWith(' ok'))
    .sort(([, a], [, b]) => b - a)
    .map(([key, count]) => `${count} ${key}`);
  return `${ok} successful; ${other.join(', ')}`;
}
