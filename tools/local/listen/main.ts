import path from 'node:path';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Client, createClient, dataOf, verifyWebhook, type WebhookEvent } from '@assay/client/index.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { eventTypes } from '@assay/domain/event.ts';
import { startHttpsServer } from '../https-server.ts';
import { messageWithCause, SetupError } from '../progress.ts';
import { readRunningStack } from '../stack/state.ts';
import { ensureLocalCa } from '../stack/tls.ts';
import { stopSignal } from '../stop-signal.ts';
import { forward } from './forward.ts';
import { readOptions, statusFor } from './options.ts';
import { showAttempt, showRejected } from './show.ts';

// npm run listen [-- --example] [--forward URL] [--fail N] [--slow SECONDS] [--status CODE]: prints the webhooks of
// the local stack as they arrive, until Ctrl-C.

const subscriptions = '/api/integrations/webhooks/subscriptions';

const options = readOptions(process.argv);
const signal = stopSignal();

async function listen(): Promise<void> {
  const directory = path.resolve(loadLocalConfig().localDir);
  const stack = await readRunningStack(directory);
  if (stack === null)
    throw new SetupError(`No stack is running in ${directory}. Start one with "npm start".`);
  const attempts = new Map<string, number>();
  let secret = '';
  const ca = await ensureLocalCa(path.join(directory, 'tls'));
  const server = await startHttpsServer(ca, async (body, headers) => {
    let event: WebhookEvent;
    try {
      event = verifyWebhook(body, headers, secret);
    } catch (error) {
      console.log(showRejected((error as Error).message));
      return 400;
    }
    const attemptNumber = (attempts.get(event.id) ?? 0) + 1;
    attempts.set(event.id, attemptNumber);
    const { status, answered, pauseMs } = await answerTo(attemptNumber, body, headers);
    console.log(showAttempt(event, attemptNumber, status, answered));
    // The timer is unreferenced, so that a long pause does not keep the process running after Ctrl-C.
    return setTimeout(pauseMs, status, { ref: false });
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
      if (options.forward !== undefined) {
        console.log(`Forwarding to ${options.forward.href}`);
        console.log(`Signing secret: ${secret}`);
      }
      if (options.example) await sendExamples(client, subscription.id);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await removeSubscription(client, subscription.id);
    }
  } finally {
    await server.close();
  }
}

interface ListenerAnswer {
  status: number;
  /** The response to the attempt as text, such as `answered 204`. */
  answered: string;
  /** Time to wait before the response is sent, in milliseconds. */
  pauseMs: number;
}

/** Chooses the response to an attempt by the options. With `--forward`, returns the status of the target's response. */
async function answerTo(
  attemptNumber: number,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<ListenerAnswer> {
  if (options.forward !== undefined) {
    try {
      const status = await forward(options.forward, body, headers, signal);
      return { status, answered: `forwarded, answered ${status}`, pauseMs: 0 };
    } catch (error) {
      const answered = `could not be forwarded, answered 502: ${messageWithCause(error)}`;
      return { status: 502, answered, pauseMs: 0 };
    }
  }
  const status = statusFor(attemptNumber, options);
  const { slow } = options;
  if (slow === undefined) return { status, answered: `answered ${status}`, pauseMs: 0 };
  return { status, answered: `answered ${status} after ${slow} s`, pauseMs: slow * 1000 };
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
    throw new Error(`subscription ${subscription_id} could not be deleted`, { cause: error });
  }
  console.log(`\nSubscription ${subscription_id} deleted`);
}

try {
  await listen();
} catch (error) {
  console.error(`error: ${messageWithCause(error)}`);
  process.exitCode = 1;
}
