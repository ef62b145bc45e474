import path from 'node:path';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Client, createClient, dataOf, verifyWebhook, type WebhookEvent } from '../../client/index.ts';
import { loadLocalConfig } from '../../config.ts';
import { eventTypes } from '../../domain/event.ts';
import { startHttpsServer } from '../https-server.ts';
import { messageWithCause, SetupError } from '../progress.ts';
import { readRunningStack } from '../stack/state.ts';
import { ensureLocalCa } from '../stack/tls.ts';
import { stopSignal } from '../stop-signal.ts';
import { statusFor } from './behaviour.ts';
import { readOptions } from './options.ts';
import { showAttempt, showStranger } from './show.ts';

// npm run listen [-- --example] [--fail N] [--slow SECONDS] [--status CODE]: the webhooks of the local stack, shown as
// they come, until Ctrl-C.

const subscriptions = '/api/integrations/webhooks/subscriptions';

const options = readOptions(process.argv);
const signal = stopSignal();

async function listen(): Promise<void> {
  const directory = path.resolve(loadLocalConfig().localDir);
  const stack = await readRunningStack(directory);
  if (stack === null) throw new SetupError(`No stack runs in ${directory}: start one with "npm start".`);
  const attempts = new Map<string, number>();
  let secret = '';
  const server = await startHttpsServer(await ensureLocalCa(path.join(directory, 'tls')), (body, headers) => {
    let event: WebhookEvent;
    try {
      event = verifyWebhook(body, headers, secret);
    } catch (error) {
      console.log(showStranger((error as Error).message));
      return 400;
    }
    const attemptNumber = (attempts.get(event.id) ?? 0) + 1;
    attempts.set(event.id, attemptNumber);
    const status = statusFor(attemptNumber, options);
    const afterSeconds = options.slow ?? 0;
    console.log(showAttempt(event, attemptNumber, status, afterSeconds));
    // Whoever stops the listener need not wait for it.
    return setTimeout(afterSeconds * 1000, status, { ref: false });
  });
  const client = createClient({ baseUrl: stack.apiUrl, apiKey: stack.liveKey });
  try {
    const subscription = dataOf(
      await client.api.POST(subscriptions, {
        body: {
          endpointUrl: `${server.url}/webhooks`,
          eventTypes: [...eventTypes],
          description: 'npm run listen',
        },
      }),
    );
    secret = subscription.secret;
    try {
      console.log(
        `Listening at ${subscription.endpointUrl}, subscription ${subscription.id}; Ctrl-C ends both`,
      );
      if (options.example) await sendExamples(client, subscription.id);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await removeSubscription(client, subscription.id);
    }
  } finally {
    await server.close();
  }
}

async function sendExamples(client: Client, subscription_id: string): Promise<void> {
  for (const eventType of eventTypes) {
    dataOf(
      await client.api.POST(`${subscriptions}/{subscription_id}/example`, {
        params: { path: { subscription_id } },
        body: { eventType },
      }),
    );
  }
}

async function removeSubscription(client: Client, subscription_id: string): Promise<void> {
  try {
    dataOf(
      await client.api.DELETE(`${subscriptions}/{subscription_id}`, {
        params: { path: { subscription_id } },
      }),
    );
  } catch (error) {
    throw new Error(`subscription ${subscription_id} could not be deleted, and remains`, { cause: error });
  }
  console.log(`\nSubscription ${subscription_id} is deleted`);
}

try {
  await listen();
} catch (error) {
  console.error(`error: ${messageWithCause(error)}`);
  process.exitCode = 1;
}
