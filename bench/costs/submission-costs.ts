import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { measurementWorkflowId, submissionWorkflowId } from '../../domain/workflow-ids.ts';
import { make } from '../../local/samples/ffmpeg.ts';
import type { StackInfo } from '../../local/stack/state.ts';
import type { TenantKeys } from '../../local/stack/tenant.ts';
import { pendingKey } from '../../storage/s3/keys.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { createCall } from '../call.ts';
import { createOwnService } from '../own-service.ts';
import { sidekicksFor } from '../sidekicks-for.ts';
import { upload } from '../upload.ts';
import { startS3Proxy } from './s3-proxy.ts';
import { startSqlProxy } from './sql-proxy.ts';

/** What a submission of one asset costs, from its POST until its workflow has ended, without subscriptions. */
export interface SubmissionCost {
  /** Round trips to Postgres of the API and the workers. */
  sql: number;
  /** Requests to the storage. */
  s3: number;
  /**
   * Events in the histories of its workflows, which are fewer where activities end so close to each other that one task
   * of the workflow takes notice of several: a budget has to allow for a task after each.
   */
  temporalEvents: number;
}

export type SubmissionKind = 'sandbox' | 'text/plain' | 'image/png';
export type SubmissionCosts = Record<SubmissionKind, SubmissionCost>;

/** What the dispatcher does every few seconds, whatever is submitted. */
const background = new Set([
  'read-unstarted-versions',
  'read-unstarted-deliveries',
  'read-crowds',
  'read-versions-in-turn',
]);
/** The API looks for a sandbox outcome until it is there: how often depends on the machine. */
const looks = 'read-finished-versions';
/** What goes on after the end has ended when nothing more comes for this long. */
const quietMs = 400;

/**
 * Counts what one submission of each kind costs: on the wire between the service and the rest, by an API and a worker
 * with all roles in a namespace of their own.
 * @param keys of a workspace on a plan without limits
 * @returns the costs, and what they are made of as lines of Markdown
 */
export async function countSubmissions(
  stack: StackInfo,
  blobs: BlobStore,
  keys: TenantKeys,
  { directory, workflowBundle }: { directory: string; workflowBundle: string },
): Promise<{ costs: SubmissionCosts; notes: string[] }> {
  const sql = await startSqlProxy(stack.databaseUrl);
  const s3 = await startS3Proxy(stack.s3Endpoint);
  const service = await createOwnService(stack, {
    DATABASE_URL: sql.url,
    S3_ENDPOINT: s3.url,
    WORKFLOW_BUNDLE: workflowBundle,
    WORK_DIR: path.join(directory, 'work'),
  });
  await service.startWorker();
  const live = createCall(service.apiUrl, keys.liveKey);
  const sandbox = createCall(service.apiUrl, keys.sandboxKey);
  const notes: string[] = [];

  try {
    const picture = path.join(directory, 'picture.png');
    await make(picture, ['-f', 'lavfi', '-i', 'testsrc2=size=320x240', '-frames:v', '1']);
    return {
      costs: {
        sandbox: await count('sandbox', submitSandbox),
        'text/plain': await count('text/plain', await uploaded('text.txt', 'text/plain', 'A short text.\n')),
        'image/png': await count('image/png', await uploaded('a.png', 'image/png', await readFile(picture))),
      },
      notes,
    };
  } finally {
    await service.close();
    sql.close();
    s3.close();
  }

  /** @param submit answers the ids of the workflows that it began */
  async function count(kind: SubmissionKind, submit: () => Promise<string[]>): Promise<SubmissionCost> {
    sql.passed.length = 0;
    s3.passed.length = 0;
    const workflowIds = await submit();
    let temporalEvents = 0;
    for (const workflowId of workflowIds) {
      const handle = service.client.workflow.getHandle(workflowId);
      await handle.result();
      temporalEvents += (await handle.fetchHistory()).events?.length ?? 0;
    }
    for (let seen = -1; seen !== foreground().length + s3.passed.length; await setTimeout(quietMs)) {
      seen = foreground().length + s3.passed.length;
    }
    const statements = foreground();
    notes.push(`- ${kind}: ${statements.join(', ')}; ${s3.passed.join(', ') || 'no S3 call'}.`);
    return { sql: statements.length, s3: s3.passed.length, temporalEvents };
  }

  function foreground(): string[] {
    return sql.passed.filter((name) => !background.has(name) && name !== looks);
  }

  async function submitSandbox(): Promise<string[]> {
    const blobPath = `${randomUUID()}/clip__sandbox_pass__.mp4`;
    return [submissionWorkflowId(await submit(sandbox, blobPath, ['any']), 1)];
  }

  /** Uploads a file; answers how it is submitted, which has it measured too. */
  async function uploaded(filename: string, contentType: string, body: Buffer<ArrayBuffer> | string) {
    const { blobPath } = await upload(live, filename, contentType, body);
    const assetId = blobPath.split('/')[0]!;
    const { etag } = (await blobs.head(pendingKey(assetId)))!;
    const ids = sidekicksFor(contentType === 'text/plain' ? 'document' : 'image').map(({ id }) => id);
    return async () => {
      const submissionId = await submit(live, blobPath, ids);
      return [measurementWorkflowId({ assetId, etag }), submissionWorkflowId(submissionId, 1)];
    };
  }

  async function submit(
    call: typeof live,
    blobPath: string,
    sidekickIds: readonly string[],
  ): Promise<string> {
    const { submissionId } = await call<{ submissionId: string }>('POST', '/api/integrations/submissions', {
      assets: [{ blobPath }],
      sidekickIds,
    });
    return submissionId;
  }
}

/** What costs more than the budget allows, in words; empty when nothing does. */
export function overBudget(costs: SubmissionCosts, budget: SubmissionCosts): string[] {
  return (Object.keys(costs) as SubmissionKind[]).flatMap((kind) =>
    (Object.keys(costs[kind]) as (keyof SubmissionCost)[]).flatMap((what) => {
      const [cost, allowed] = [costs[kind][what], budget[kind][what]];
      return cost > allowed ? [`${kind}: ${cost} ${what}, ${allowed} allowed`] : [];
    }),
  );
}
