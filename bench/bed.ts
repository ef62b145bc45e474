import { randomUUID } from 'node:crypto';
import { createKey } from '../admin/keys.ts';
import type { StackInfo } from '../local/stack/state.ts';
import { createPool, type Database } from '../storage/postgres/database.ts';
import { insertWorkspace } from '../storage/postgres/workspaces.ts';
import { type BlobStore, createBlobStore } from '../storage/s3/blob-store.ts';
import type { BareJob } from './processes/bare-server.ts';
import { type Forked, forkProcess } from './processes/fork-process.ts';
import type { LoadJob, LoadResult } from './processes/load-generator.ts';
import { WrongAnswer } from './wrong-answer.ts';

/** Connections of the API's pool: the default of `DATABASE_MAX_CONNECTIONS`, which the stack leaves alone. */
const apiConnections = 10;

export type Bed = Awaited<ReturnType<typeof createBed>>;

/** What benchmarks work with: the running stack, a workspace without limits, and the processes beside it. */
export async function createBed(stack: StackInfo, directory: string) {
  // The SDK finds credentials in the environment; these are the ones that the local S3 server knows.
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const blobs: BlobStore = createBlobStore({
    endpoint: stack.s3Endpoint,
    publicEndpoint: null,
    region: 'us-east-1',
    bucket: 'assay',
  });
  const database: Database = createPool({
    databaseUrl: stack.databaseUrl,
    applicationName: 'assay-bench',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  const workspaceId = randomUUID();
  await insertWorkspace(database, { id: workspaceId, name: 'Bench', plan: 'unlimited' });
  const { key: liveKey } = await createKey(database, workspaceId, 'live', null);
  const { key: sandboxKey } = await createKey(database, workspaceId, 'sandbox', null);

  const forked: { close(): void }[] = [];
  const start = <Job, Result>(file: string): Forked<Job, Result> => {
    const process = forkProcess<Job, Result>(file);
    forked.push(process);
    return process;
  };
  const generator = start<LoadJob, LoadResult>('load-generator.ts');

  return {
    stack,
    directory,
    database,
    blobs,
    workspaceId,
    liveKey,
    sandboxKey,
    /** Forks a process that lives as long as the bed. */
    start,

    /** A bare server on the same database; answers its URL. */
    async startBareServer(bytes = ''): Promise<string> {
      const server = start<BareJob, { url: string }>('bare-server.ts');
      const job = { databaseUrl: stack.databaseUrl, maxConnections: apiConnections, bytes };
      return (await server.ask(job)).url;
    },

    /** Puts load on a URL; throws when an answer is not what it has to be. */
    async load(job: LoadJob): Promise<LoadResult> {
      const result = await generator.ask(job);
      if (result.faults > 0 || result.answers === 0) {
        throw new WrongAnswer(
          `${result.faults} faults in ${result.answers} answers of ${job.url}: ${result.firstFault ?? 'no answer'}`,
        );
      }
      return result;
    },

    /** The body of a GET with the sandbox key; throws when it is not answered 200. */
    async read(url: string): Promise<string> {
      const response = await fetch(url, { headers: { 'X-API-Key': sandboxKey } });
      const text = await response.text();
      if (response.status !== 200) throw new WrongAnswer(`GET ${url} answered ${response.status}: ${text}`);
      return text;
    },

    async close(): Promise<void> {
      for (const process of forked) process.close();
      await database.end();
      blobs.close();
    },
  };
}
