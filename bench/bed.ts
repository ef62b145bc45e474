import path from 'node:path';
import { openLocalBlobs } from '../local/stack/local-s3.ts';
import type { StackInfo } from '../local/stack/state.ts';
import { createTenant } from '../local/stack/tenant.ts';
import { makeMediaFiles, type MediaFile } from './media/media-files.ts';
import type { BareJob } from './processes/bare-server.ts';
import { type Forked, forkProcess } from './processes/fork-process.ts';
import type { LoadJob, LoadResult } from './processes/load-generator.ts';
import { openDatabase } from './own-database.ts';
import { WrongAnswer } from './wrong-answer.ts';

/** Connections of the API's pool: the default of `DATABASE_MAX_CONNECTIONS`, which the stack leaves alone. */
const apiConnections = 10;

export type Bed = Awaited<ReturnType<typeof createBed>>;

/** What benchmarks work with: the running stack, a workspace without limits, and the processes beside it. */
export async function createBed(stack: StackInfo, directory: string) {
  const blobs = openLocalBlobs(stack.s3Endpoint);
  const database = openDatabase(stack.databaseUrl);
  const tenant = await createTenant(database, 'Bench', 'unlimited');

  let media: Promise<Record<string, MediaFile>> | null = null;
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
    ...tenant,
    /** Media files by their names, made when they are first asked for. */
    mediaFiles: () => (media ??= makeMediaFiles(path.join(directory, 'media'))),
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
      const response = await fetch(url, { headers: { 'X-API-Key': tenant.sandboxKey } });
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
