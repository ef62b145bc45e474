import path from 'node:path';
import { createClient, dataOf } from '../../client/index.ts';
import { loadLocalConfig } from '../../config.ts';
import { startStack } from '../stack/stack.ts';
import { readRunningStack } from '../stack/state.ts';
import { ensureLocalCa } from '../stack/tls.ts';
import { interruption, stopSignal } from '../stop-signal.ts';
import { faultsOf } from './check.ts';
import { liveRun } from './live-run.ts';
import { makeSamples, takeFiles } from './media.ts';
import { startReceiver } from './receiver.ts';
import { printReport } from './report.ts';
import { sandboxRun } from './sandbox-run.ts';
import type { StackInfo } from '../stack/state.ts';

// npm run demo [-- FILE…]: the whole of the main job on this machine, on generated samples or on your files.

const config = loadLocalConfig();
const directory = path.resolve(config.localDir);
const startedAt = Date.now();

const signal = stopSignal();
const interrupted = interruption(signal);

async function run(info: StackInfo): Promise<boolean> {
  const ca = await ensureLocalCa(path.join(directory, 'tls'));
  const live = createClient({ baseUrl: info.apiUrl, apiKey: info.liveKey });
  const sandbox = createClient({ baseUrl: info.apiUrl, apiKey: info.sandboxKey });
  const given = process.argv.slice(2);
  const files =
    given.length > 0 ? await takeFiles(given) : await makeSamples(path.join(directory, 'samples'));
  const receiver = await startReceiver(ca);
  const subscription = dataOf(
    await live.api.POST('/api/integrations/webhooks/subscriptions', {
      body: {
        endpointUrl: receiver.url,
        eventTypes: ['asset.processing.completed', 'asset.processing.failed'],
        description: 'The demo',
      },
    }),
  );
  receiver.useSecret(subscription.secret);
  try {
    const liveResult = await liveRun(live, files, receiver);
    const sandboxResult = await sandboxRun(sandbox, receiver);
    printReport(liveResult, sandboxResult, info);
    const faults = faultsOf(liveResult, sandboxResult);
    for (const fault of faults) console.error(`✗ ${fault}`);
    return faults.length === 0;
  } finally {
    dataOf(
      await live.api.DELETE('/api/integrations/webhooks/subscriptions/{subscription_id}', {
        params: { path: { subscription_id: subscription.id } },
      }),
    );
    await receiver.close();
  }
}

console.log('Assay demo: real media through the whole platform on this machine');
try {
  const running = await readRunningStack(directory);
  if (running !== null) console.log(`  Using the stack that is running in ${directory}`);
  const stack = running === null ? await startStack(config, signal) : null;
  try {
    const kept = await Promise.race([run(running ?? stack!.info), interrupted]);
    if (!kept) process.exitCode = 1;
    else console.log(`\nEverything as expected, in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  } finally {
    await stack?.stop();
  }
  if (stack !== null)
    console.log('The stack is stopped; "npm start" brings it back with what the demo left in it.');
} catch (error) {
  console.error(`\nerror: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
