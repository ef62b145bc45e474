import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AssetType } from '@assay/domain/asset-type.ts';
import {
  measurementWorkflowId,
  previewWorkflowId,
  submissionWorkflowId,
} from '@assay/domain/workflow-ids.ts';
import { make } from '../../local/samples/ffmpeg.ts';
import type { StackInfo } from '../../local/stack/state.ts';
import { createTenant } from '../../local/stack/tenant.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { type ApiCall, builtInSidekicks, createApiCall, upload } from '../api-call.ts';
import { createIsolatedService } from '../isolated-service.ts';
import { createTemporaryDatabase, openDatabase } from '../temporary-database.ts';
import { startS3Proxy } from './s3-proxy.ts';
import { startSqlProxy } from './sql-proxy.ts';

/**
 * The cost of a submission of one asset without subscriptions, or of a preview, from the POST request until the
 * workflow has ended.
 */
export interface SubmissionCost {
  /** Round trips to Postgres by the API and the workers. */
  sql: number;
  s3: number;
  /**
   * Events in the histories of the workflows. Activities that end at almost the same time share one
   * workflow task, so the count varies. A budget must therefore allow one task for each activity.
   */
  temporalEvents: number;
}

/** Two seconds of video with sound. Browsers do not play MPEG-4 Part 2, so a preview can be requested. */
const videoArguments = [
  ...['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25:duration=2'],
  ...['-f', 'lavfi', '-i', 'sine=duration=2'],
  ...['-c:v', 'mpeg4', '-c:a', 'aac'],
];

/** The preview is one of the video. */
export type CountedKind = 'sandbox' | 'text/plain' | 'image/png' | 'video/mp4' | 'preview';
export type SubmissionCosts = Record<CountedKind, SubmissionCost>;

const lease = 'lease-sandbox-versions';
/**
 * Statements that do not depend on submissions. Background jobs of the worker run most of them every second or every
 * few seconds. The API records the last use of a key once an hour.
 */
const backgroundStatements = new Set([
  'read-unstarted-versions',
  'read-unstarted-requests',
  'read-queued-workspaces',
  'read-queued-versions',
  'record-key-use',
  lease,
]);
/**
 * Statements whose number depends on the speed of the machine, so they are not counted: the API polls for a sandbox
 * outcome, and a decoding of more than two seconds records its progress.
 */
const repeatedStatements = new Set(['read-finished-versions', 'record-progress']);
/**
 * Work that continues after the submission's end counts as finished after this number of milliseconds without a call.
 */
const quietMs = 400;

/**
 * Counts the round trips to Postgres, the requests to S3 and the Temporal events of one submission of each kind, and of
 * a preview. Runs an API and a worker on a temporary database and in a separate Temporal namespace, with proxies that
 * count.
 * @returns the costs, the names of the S3 calls (`startS3Proxy`), and lines of Markdown with all statements and calls
 */
export async function countSubmissionCosts(
  stack: StackInfo,
  blobs: BlobStore,
  { directory, workflowBundle }: { directory: string; workflowBundle: string },
): Promise<{ costs: SubmissionCosts; s3Calls: Record<CountedKind, string[]>; notes: string[] }> {
  const stackDatabase = openDatabase(stack.databaseUrl);
  const own = await createTemporaryDatabase(stack.databaseUrl, stackDatabase);
  const keys = await createTenant(own.database, 'Costs', 'unlimited');
  const sql = await startSqlProxy(own.url);
  const s3 = await startS3Proxy(stack.s3Endpoint);
  const service = await createIsolatedService(stack, {
    DATABASE_URL: sql.url,
    S3_ENDPOINT: s3.url,
    WORKFLOW_BUNDLE: workflowBundle,
    WORK_DIR: path.join(directory, 'work'),
  });
  await service.startWorker();
  const live = createApiCall(service.apiUrl, keys.liveKey);
  const sandbox = createApiCall(service.apiUrl, keys.sandboxKey);
  const notes: string[] = [];
  const s3Calls = {} as Record<CountedKind, string[]>;
  let lastLive = { submissionId: '', assetId: '' };

  try {
    const [picture, video] = [path.join(directory, 'picture.png'), path.join(directory, 'video.mp4')];
    await make(picture, ['-f', 'lavfi', '-i', 'testsrc2=size=320x240', '-frames:v', '1']);
    await make(video, videoArguments);
    const submitText = await prepareLive('text.txt', 'text/plain', 'document', 'A short text.\n');
    const submitImage = await prepareLive('a.png', 'image/png', 'image', await readFile(picture));
    const submitVideo = await prepareLive('a.mp4', 'video/mp4', 'video', await readFile(video));
    const costs = {
      sandbox: await count('sandbox', submitSandbox),
      'text/plain': await count('text/plain', submitText),
      'image/png': await count('image/png', submitImage),
      'video/mp4': await count('video/mp4', submitVideo),
      preview: await count('preview', requestPreview),
    };
    return { costs, s3Calls, notes };
  } finally {
    await service.close();
    sql.close();
    s3.close();
    await own.close();
    await stackDatabase.end();
  }

  /**
   * Calls `request` and returns its cost.
   * @param request returns the ids of the workflows that it starts
   */
  async function count(kind: CountedKind, request: () => Promise<string[]>): Promise<SubmissionCost> {
    sql.calls.length = 0;
    s3.calls.length = 0;
    const workflowIds = await request();
    let temporalEvents = 0;
    for (const workflowId of workflowIds) {
      const handle = service.client.workflow.getHandle(workflowId);
      await handle.result();
      temporalEvents += (await handle.fetchHistory()).events?.length ?? 0;
    }
    for (let seen = -1; seen !== countedStatements().length + s3.calls.length; await setTimeout(quietMs)) {
      seen = countedStatements().length + s3.calls.length;
    }
    const statements = countedStatements();
    // The lease of a sandbox submission. Polls execute the same statement.
    if (kind === 'sandbox') statements.push(...sql.calls.filter((name) => name === lease).slice(0, 1));
    s3Calls[kind] = [...s3.calls];
    notes.push(`- ${kind}: ${statements.join(', ')}; ${s3.calls.join(', ') || 'no S3 call'}.`);
    return { sql: statements.length, s3: s3.calls.length, temporalEvents };
  }

  function countedStatements(): string[] {
    return sql.calls.filter((name) => !backgroundStatements.has(name) && !repeatedStatements.has(name));
  }

  async function submitSandbox(): Promise<string[]> {
    const blobPath = `${randomUUID()}/clip__sandbox_pass__.mp4`;
    return [submissionWorkflowId(await submit(sandbox, blobPath, ['any']), 1)];
  }

  /** Uploads a file and returns a function that submits the file, which includes its measurement. */
  async function prepareLive(
    filename: string,
    contentType: string,
    assetType: AssetType,
    body: Buffer<ArrayBuffer> | string,
  ) {
    const { blobPath } = await upload(live, filename, contentType, body);
    const assetId = blobPath.split('/')[0]!;
    const { etag } = (await blobs.head(pendingKey(assetId)))!;
    const sidekickIds = builtInSidekicks(assetType).map(({ id }) => id);
    return async () => {
      const submissionId = await submit(live, blobPath, sidekickIds);
      lastLive = { submissionId, assetId };
      return [measurementWorkflowId({ assetId, etag }), submissionWorkflowId(submissionId, 1)];
    };
  }

  async function requestPreview(): Promise<string[]> {
    const { submissionId, assetId } = lastLive;
    await live('POST', `/api/integrations/submissions/${submissionId}/assets/${assetId}/preview`);
    // The response does not wait for the start of the workflow.
    while (!sql.calls.includes('mark-preview-started')) await setTimeout(20);
    return [previewWorkflowId(submissionId, assetId)];
  }

  async function submit(call: ApiCall, blobPath: string, sidekickIds: readonly string[]): Promise<string> {
    const { submissionId } = await call<{ submissionId: string }>('POST', '/api/integrations/submissions', {
      assets: [{ blobPath }],
      sidekickIds,
    });
    return submissionId;
  }
}

/** Returns one line of text for each cost that exceeds its budget. */
export function overBudget(costs: SubmissionCosts, budget: SubmissionCosts): string[] {
  return (Object.keys(costs) as CountedKind[]).flatMap((kind) =>
    (Object.keys(costs[kind]) as (keyof SubmissionCost)[]).flatMap((what) => {
      const [cost, allowed] = [costs[kind][what], budget[kind][what]];
      return cost > allowed ? [`${kind}: ${cost} ${what}, ${allowed} allowed`] : [];
    }),
  );
}
