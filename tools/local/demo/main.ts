import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Client, createClient, dataOf } from '@assay/client/index.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { messageWithCause } from '../progress.ts';
import { startStack } from '../stack/stack.ts';
import { readRunningStack, type StackInfo } from '../stack/state.ts';
import { ensureLocalCa } from '../stack/tls.ts';
import { Interrupted, stopSignal } from '../stop-signal.ts';
import { endTools } from '../programs/run-tool.ts';
import { findFaults } from './check.ts';
import { printConsoleLink } from './console-link.ts';
import { runLive } from './live-run.ts';
import { describeFiles, makeSamples } from './media.ts';
import { startReceiver } from './receiver.ts';
import { printReport } from './report.ts';
import { runSandbox } from './sandbox-run.ts';

// npm run demo [-- FILE…]: uploads and analyses files on this machine and prints a report. Without arguments, the
// demo generates sample files.

const subscriptions = '/api/integrations/webhooks/subscriptions';
const deletionTimeoutMs = 5_000;

const config = loadLocalConfig();
const directory = path.resolve(config.localDir);
const startedAt = Date.now();

const signal = stopSignal();
signal.addEventListener('abort', () => void endTools(), { once: true });

/** Returns a client whose requests and waits end as soon as the demo is interrupted. */
function interruptibleClient(baseUrl: string, apiKey: string): Client {
  return createClient({
    baseUrl,
    apiKey,
    fetch: (input, init) => {
      const signals = input instanceof Request ? [signal, input.signal] : [signal];
      return fetch(input, { ...init, signal: AbortSignal.any(signals) });
    },
    sleep: async (ms, other) => {
      const either = AbortSignal.any(other === undefined ? [signal] : [signal, other]);
      await setTimeout(ms, undefined, { signal: either }).catch(() => either.throwIfAborted());
    },
  });
}

/** Runs the demo on a running stack. Returns the id of the live submission, or null if a result is not as expected. */
async function run(info: StackInfo): Promise<string | null> {
  const given = process.argv.slice(2);
  const files =
    given.length > 0 ? await describeFiles(given) : await makeSamples(path.join(directory, 'samples'));
  const receiver = await startReceiver(await ensureLocalCa(path.join(directory, 'tls')), signal);
  try {
    // The requests of this client cannot be interrupted. An interrupted request could leave a subscription behind.
    const client = createClient({ baseUrl: info.apiUrl, apiKey: info.liveKey });
    const { id, secret } = dataOf(
      await client.api.POST(subscriptions, {
        body: {
          endpointUrl: receiver.url,
          eventTypes: ['asset.processing.completed', 'asset.processing.failed'],
          description: 'npm run demo',
        },
      }),
    );
    try {
      receiver.useSecret(secret);
      signal.throwIfAborted();
      const live = await runLive(interruptibleClient(info.apiUrl, info.liveKey), files, receiver);
      const sandbox = await runSandbox(interruptibleClient(info.apiUrl, info.sandboxKey), receiver);
      printReport(live, sandbox, info);
      const faults = findFaults(live, sandbox);
      for (const fault of faults) console.error(`✗ ${fault}`);
      return faults.length === 0 ? live.submission.submissionId : null;
    } finally {
      await deleteSubscription(client, id);
    }
  } finally {
    await receiver.close();
  }
}

async function deleteSubscription(client: Client, subscription_id: string): Promise<void> {
  try {
    dataOf(
      await client.api.DELETE(`${subscriptions}/{subscription_id}`, {
        params: { path: { subscription_id } },
        signal: AbortSignal.timeout(deletionTimeoutMs),
      }),
    );
  } catch (error) {
    console.error(`! Subscription ${subscription_id} could not be deleted: ${messageWithCause(error)}`);
    process.exitCode = 1;
  }
}

console.log('Assay demo: checks real media through the whole platform on this machine');
try {
  const running = await readRunningStack(directory);
  if (running !== null) console.log(`  Using the stack that is running in ${directory}`);
  const stack = running === null ? await startStack(config, signal) : null;
  try {
    const info = running ?? stack!.info;
    const submissionId = await run(info);
    if (submissionId === null) process.exitCode = 1;
    else {
      console.log(`\nEverything as expected, in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
      await printConsoleLink(info, submissionId, running !== null);
    }
  } finally {
    if (stack !== null && signal.aborted) console.log('Stopping the stack…');
    await stack?.stop();
  }
  if (stack !== null)
    console.log('The stack has been stopped. "npm start" starts it again, with the data of this demo.');
} catch (error) {
  const cause: unknown = signal.aborted ? signal.reason : error;
  console.error(`\nerror: ${messageWithCause(cause)}`);
  process.exitCode = cause instanceof Interrupted ? cause.exitCode : 1;
}
