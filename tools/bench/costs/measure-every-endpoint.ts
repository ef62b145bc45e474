import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  deliveryWorkflowId,
  measurementWorkflowId,
  previewWorkflowId,
  submissionWorkflowId,
} from '@assay/domain/workflow-ids.ts';
import { startReceiver } from '../../local/demo/receiver.ts';
import { make } from '../../local/samples/ffmpeg.ts';
import { ensureLocalCa } from '../../local/stack/tls.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { builtInSidekicks, createApiCall, upload as uploadFile } from '../api-call.ts';
import type { BenchStack } from '../bench-stack.ts';
import type { CountedApi, RequestCost } from './counted-api.ts';

export interface EndpointCost extends RequestCost {
  request: string;
  /** The id of the workflow that the request starts; null if it starts none. */
  workflowId: string | null;
}

interface Submission {
  submissionId: string;
  assets: { assetId: string }[];
}

const submissions = '/api/integrations/submissions';
const subscriptions = '/api/integrations/webhooks/subscriptions';
/** Content of the uploaded file. A short text is cheaper to examine than other files. */
const document = 'A short text.\n';

/**
 * Calls every endpoint and returns the cost of each call. An endpoint is called twice if its second call is cheaper.
 * @param workflowEnd waits for the end of a workflow
 */
export async function measureEveryEndpoint(
  bench: BenchStack,
  api: CountedApi,
  workflowEnd: (workflowId: string) => Promise<unknown>,
): Promise<EndpointCost[]> {
  const costs: EndpointCost[] = [];
  const sandbox = createApiCall(api.url, bench.sandboxKey);
  const live = createApiCall(api.url, bench.liveKey);
  const receiver = await startReceiver(await ensureLocalCa(path.join(bench.directory, 'tls')));

  async function measure<T>(
    request: string,
    call: () => Promise<T>,
    workflowIdOf: (response: T) => string | null = () => null,
  ): Promise<T> {
    const { response, cost } = await api.count(call);
    costs.push({ request, ...cost, workflowId: workflowIdOf(response) });
    return response;
  }
  const workflowIdOfSubmission = ({ submissionId }: Submission) => submissionWorkflowId(submissionId, 1);
  const create = (marker: string, query = '') =>
    sandbox<Submission>('POST', `${submissions}${query}`, {
      assets: [{ blobPath: `${randomUUID()}/clip__sandbox_${marker}__.mp4` }],
      sidekickIds: ['any'],
    });

  const limited = createApiCall(api.url, bench.info.sandboxKey);
  // The first request with a key also records its last use, which happens once an hour.
  for (const call of [sandbox, live, limited])
    await api.count(() => call('GET', '/api/integrations/sidekicks'));

  try {
    // Sandbox submissions, and the endpoints that read them.
    const failed = await measure('POST submission, sandbox', () => create('fail'), workflowIdOfSubmission);
    await measure(
      'POST submission, sandbox, delayed',
      () => create('pass', '?simulationDelaySeconds=1'),
      workflowIdOfSubmission,
    );
    const submission = `${submissions}/${failed.submissionId}`;
    const asset = `${submission}/assets/${failed.assets[0]!.assetId}`;
    await measure('GET submissions', () => sandbox('GET', submissions));
    await measure('GET submissions, filtered', () =>
      sandbox('GET', `${submissions}?severity=critical&search=clip`),
    );
    await measure('GET submission', () => sandbox('GET', submission));
    await measure('GET versions', () => sandbox('GET', `${submission}/versions`));
    await measure('GET deliveries of submission', () => sandbox('GET', `${submission}/deliveries`));
    await measure('GET asset', () => sandbox('GET', asset));
    await measure('GET issues, first', () => sandbox('GET', `${asset}/issues`));
    await measure('GET issues, again', () => sandbox('GET', `${asset}/issues`));
    await measure('GET topics, first', () => sandbox('GET', `${asset}/topics`));
    await measure('GET topics, again', () => sandbox('GET', `${asset}/topics`));
    await measure('GET checks', () => sandbox('GET', `${asset}/checks`));
    await measure('GET media', () => sandbox('GET', `${asset}/media`));
    await measure('GET progress', () => sandbox('GET', `${asset}/progress`));
    await measure('GET series', () => sandbox('GET', `${asset}/series`));
    const retryable = await create('retryable_error');
    await measure(
      'POST retry',
      () =>
        sandbox(
          'POST',
          `${submissions}/${retryable.submissionId}/assets/${retryable.assets[0]!.assetId}/retry`,
        ),
      () => submissionWorkflowId(retryable.submissionId, 2),
    );
    await measure('GET sidekicks', () => sandbox('GET', '/api/integrations/sidekicks'));

    await measure('GET sidekicks, on a plan with limits', () =>
      limited('GET', '/api/integrations/sidekicks'),
    );

    // Upload, estimate and submission of a live file.
    const upload = await measure('POST upload URL', () =>
      live<{ uploadUrl: string; headers: Record<string, string>; blobPath: string }>('POST', '/uploads/url', {
        filename: 'text.txt',
        contentType: 'text/plain',
      }),
    );
    await fetch(upload.uploadUrl, { method: 'PUT', headers: upload.headers, body: document });
    const assetId = upload.blobPath.split('/')[0]!;
    const { etag } = (await bench.blobs.head(pendingKey(assetId)))!;
    const { blobPath } = upload;
    const estimate = () => live('POST', '/api/pricing/estimate', { files: [{ blobPath }] });
    await measure('POST estimate, not measured yet', estimate, () =>
      measurementWorkflowId({ assetId, etag }),
    );
    await measure('POST estimate, measured', estimate);
    await measure(
      'POST submission, live, measured',
      () =>
        live<Submission>('POST', submissions, {
          assets: [{ blobPath }],
          sidekickIds: builtInSidekicks('document').map(({ id }) => id),
        }),
      workflowIdOfSubmission,
    );

    // A preview. Browsers do not play AVI.
    const video = path.join(bench.directory, 'previewed.avi');
    await make(video, ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:duration=2']);
    const recording = await uploadFile(live, 'clip.avi', 'video/x-msvideo', await readFile(video));
    const previewed = await live<Submission>('POST', submissions, {
      assets: [recording],
      sidekickIds: builtInSidekicks('video').map(({ id }) => id),
    });
    await workflowEnd(submissionWorkflowId(previewed.submissionId, 1));
    const [submissionId, previewedId] = [previewed.submissionId, previewed.assets[0]!.assetId];
    const preview = `${submissions}/${submissionId}/assets/${previewedId}/preview`;
    const previewId = previewWorkflowId(submissionId, previewedId);
    await measure(
      'POST preview',
      () => live('POST', preview),
      () => previewId,
    );
    await workflowEnd(previewId);
    await measure('POST preview, ready', () => live('POST', preview));

    // Webhook subscriptions and deliveries.
    const subscription = await measure('POST subscription', () =>
      live<{ id: string; secret: string }>('POST', subscriptions, {
        endpointUrl: receiver.url,
        eventTypes: ['asset.processing.completed'],
      }),
    );
    receiver.useSecret(subscription.secret);
    const one = `${subscriptions}/${subscription.id}`;
    await measure('GET subscriptions', () => live('GET', subscriptions));
    await measure('GET subscription', () => live('GET', one));
    await measure('POST fire', () =>
      sandbox('POST', '/api/integrations/sandbox/events/fire', {
        submissionId: failed.submissionId,
        eventType: 'asset.processing.completed',
      }),
    );
    await receiver.waitFor(1, () => true, 20_000);
    const { rows } = await bench.database.query<{ id: string }>(
      'select id from deliveries where subscription_id = $1',
      [subscription.id],
    );
    costs.at(-1)!.workflowId = deliveryWorkflowId(rows[0]!.id);
    await measure('GET deliveries', () => live('GET', `${one}/deliveries`));
    await measure('PATCH subscription', () => live('PATCH', one, { enabled: false }));
    await measure('DELETE subscription', () => live('DELETE', one));
    return costs;
  } finally {
    await receiver.close();
  }
}
