import { type Client, dataOf } from '@assay/client/index.ts';
import { SetupError } from '../../local/progress.ts';
import type { Baseline } from '../checks/check.ts';
import type { ChaosReceiver } from '../receiver.ts';
import type { Recorder } from './journal.ts';
import type { Sample } from './samples.ts';

const eventTypes = ['asset.processing.completed', 'asset.processing.failed'] as const;
/** Names of the receiver's endpoints. Each endpoint receives every event. */
const subscriptionNames = ['reliable', 'faulty-1', 'faulty-2'];

/** Subscribes the endpoints of the receiver. Returns the id and the secret of each subscription by name. */
export async function subscribeReceiver(
  client: Client,
  receiver: ChaosReceiver,
): Promise<Map<string, { id: string; secret: string }>> {
  const subscriptions = new Map<string, { id: string; secret: string }>();
  for (const name of subscriptionNames) {
    const body = { endpointUrl: receiver.url(name), eventTypes: [...eventTypes] };
    const { id, secret } = dataOf(
      await client.api.POST('/api/integrations/webhooks/subscriptions', { body }),
    );
    receiver.useSecret(name, secret);
    subscriptions.set(name, { id, secret });
  }
  return subscriptions;
}

/** Returns the ids of the sidekicks that the load uses: all except the additional loudness profiles. */
export async function sidekicksOfLoad(client: Client): Promise<string[]> {
  return (await client.sidekicks()).filter(({ code }) => !code.startsWith('loudness-')).map(({ id }) => id);
}

/** Submits each sample before the first fault. Returns the samples with their results. */
export async function examineSamples(
  samples: readonly Sample[],
  client: Client,
  sidekickIds: readonly string[],
  recorder: Recorder,
  signal: AbortSignal,
): Promise<Baseline[]> {
  return Promise.all(
    samples.map(async (sample) => {
      const blobPath = await client.upload(sample);
      const { submissionId } = await client.submit({ blobPaths: [blobPath], sidekickIds });
      recorder.created(submissionId, { environment: 'live', blobPaths: [blobPath] });
      const done = await client.waitUntilDone(submissionId, { timeoutMs: 120_000, signal });
      const [asset] = done.assets;
      if (done.status !== 'complete' || asset === undefined)
        throw new SetupError(`cannot examine ${sample.filename}: ${done.errorMessage ?? ''}`);
      return { ...sample, credits: asset.credits, issueCount: asset.issueCount ?? 0 };
    }),
  );
}
