import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  deliveryWorkflowId,
  measurementWorkflowId,
  submissionWorkflowId,
} from '../../domain/workflow-ids.ts';
import { createCall } from '../call.ts';
import { startReceiver } from '../../local/demo/receiver.ts';
import { ensureLocalCa } from '../../local/stack/tls.ts';
import { pendingKey } from '../../storage/s3/keys.ts';
import type { Bed } from '../bed.ts';
import { sidekicksFor } from '../sidekicks-for.ts';
import type { Cost, CountedApi } from './counted-api.ts';

export interface Stop extends Cost {
  request: string;
  /** The workflow that it starts and waits for or leaves behind. */
  workflowId: string | null;
}

interface Submission {
  submissionId: string;
  assets: { assetId: string }[];
}

const submissions = '/api/integrations/submissions';
const subscriptions = '/api/integrations/webhooks/subscriptions';
/** As cheap to examine as a file can be. */
const document = 'A short text.\n';

/** Calls every endpoint once, those that differ from call to call twice, and notes what each call cost. */
export async function tour(bed: Bed, api: CountedApi): Promise<Stop[]> {
  const stops: Stop[] = [];
  const sandbox = createCall(api.url, bed.sandboxKey);
  const live = createCall(api.url, bed.liveKey);
  const receiver = await startReceiver(await ensureLocalCa(path.join(bed.directory, 'tls')));

  async function note<T>(
    request: string,
    call: () => Promise<T>,
    workflowOf: (answer: T) => string | null = () => null,
  ): Promise<T> {
    const { answer, cost } = await api.count(call);
    stops.push({ request, ...cost, workflowId: workflowOf(answer) });
    return answer;
  }
  const ofSubmission = ({ submissionId }: Submission) => submissionWorkflowId(submissionId, 1);
  const create = (marker: string, query = '') =>
    sandbox<Submission>('POST', `${submissions}${query}`, {
      assets: [{ blobPath: `${randomUUID()}/clip__sandbox_${marker}__.mp4` }],
      sidekickIds: ['any'],
    });

  try {
    // The sandbox, and what is read of it.
    const failed = await note('POST submission, sandbox', () => create('fail'), ofSubmission);
    await note(
      'POST submission, sandbox, delayed',
      () => create('pass', '?simulationDelaySeconds=1'),
      ofSubmission,
    );
    const submission = `${submissions}/${failed.submissionId}`;
    const asset = `${submission}/assets/${failed.assets[0]!.assetId}`;
    await note('GET submission', () => sandbox('GET', submission));
    await note('GET versions', () => sandbox('GET', `${submission}/versions`));
    await note('GET asset', () => sandbox('GET', asset));
    await note('GET issues, first', () => sandbox('GET', `${asset}/issues`));
    await note('GET issues, again', () => sandbox('GET', `${asset}/issues`));
    await note('GET topics, first', () => sandbox('GET', `${asset}/topics`));
    await note('GET topics, again', () => sandbox('GET', `${asset}/topics`));
    const retryable = await create('retryable_error');
    await note(
      'POST retry',
      () =>
        sandbox(
          'POST',
          `${submissions}/${retryable.submissionId}/assets/${retryable.assets[0]!.assetId}/retry`,
        ),
      () => submissionWorkflowId(retryable.submissionId, 2),
    );
    await note('GET sidekicks', () => sandbox('GET', '/api/integrations/sidekicks'));

    const limited = createCall(api.url, bed.stack.sandboxKey);
    await note('GET sidekicks, on a plan with limits', () => limited('GET', '/api/integrations/sidekicks'));

    // A live file on its way.
    const upload = await note('POST upload URL', () =>
      live<{ uploadUrl: string; headers: Record<string, string>; blobPath: string }>('POST', '/uploads/url', {
        filename: 'text.txt',
        contentType: 'text/plain',
      }),
    );
    await fetch(upload.uploadUrl, { method: 'PUT', headers: upload.headers, body: document });
    const assetId = upload.blobPath.split('/')[0]!;
    const { etag } = (await bed.blobs.head(pendingKey(assetId)))!;
    const { blobPath } = upload;
    const estimate = () => live('POST', '/api/pricing/estimate', { files: [{ blobPath }] });
    await note('POST estimate, not measured yet', estimate, () => measurementWorkflowId({ assetId, etag }));
    await note('POST estimate, measured', estimate);
    await note(
      'POST submission, live, measured',
      () =>
        live<Submission>('POST', submissions, {
          assets: [{ blobPath }],
          sidekickIds: sidekicksFor('document').map(({ id }) => id),
        }),
      ofSubmission,
    );

    // Webhooks.
    const subscription = await note('POST subscription', () =>
      live<{ id: string; secret: string }>('POST', subscriptions, {
        endpointUrl: receiver.url,
        eventTypes: ['asset.processing.completed'],
      }),
    );
    receiver.useSecret(subscription.secret);
    const one = `${subscriptions}/${subscription.id}`;
    await note('GET subscriptions', () => live('GET', subscriptions));
    await note('GET subscription', () => live('GET', one));
    await note('POST fire', () =>
      sandbox('POST', '/api/integrations/sandbox/events/fire', {
        submissionId: failed.submissionId,
        eventType: 'asset.processing.completed',
      }),
    );
    await receiver.waitFor(1, () => true, 20_000);
    const { rows } = await bed.database.query<{ id: string }>(
      'select id from deliveries where subscription_id = $1',
      [subscription.id],
    );
    stops.at(-1)!.workflowId = deliveryWorkflowId(rows[0]!.id);
    await note('GET deliveries', () => live('GET', `${one}/deliveries`));
    await note('PATCH subscription', () => live('PATCH', one, { enabled: false }));
    await note('DELETE subscription', () => live('DELETE', one));
    return stops;
  } finally {
    await receiver.close();
  }
}
