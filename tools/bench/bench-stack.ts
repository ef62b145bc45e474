import path from 'node:path';
import { createMediaTools, type MediaTools } from '@assay/analysis/decode/media-tools.ts';
import { createProcessSandbox } from '@assay/analysis/decode/process-sandbox.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { openLocalBlobs } from '../local/stack/local-s3.ts';
import type { StackInfo } from '../local/stack/state.ts';
import { createTenant } from '../local/stack/tenant.ts';
import { WrongResult } from './api-call.ts';
import { makeMediaFiles, type MediaFile } from './media/media-files.ts';
import type { BareServerJob } from './processes/bare-server.ts';
import { type ForkedProcess, forkProcess } from './processes/fork-process.ts';
import type { LoadJob, LoadResult } from './processes/load-generator.ts';
import { openDatabase } from './temporary-database.ts';

/** The default of `DATABASE_MAX_CONNECTIONS`, which the API of the local stack uses. */
const apiConnections = 10;

export type BenchStack = Awaited<ReturnType<typeof createBenchStack>>;

/**
 * Adds the parts that benchmarks need to a running stack: a workspace without rate limits, a load generator and
 * helper processes.
 */
export async function createBenchStack(info: StackInfo, directory: string) {
  const blobs = openLocalBlobs(info.s3Endpoint);
  const database = openDatabase(info.databaseUrl);
  const tenant = await createTenant(database, 'Bench', 'unlimited');

  let media: Promise<Record<string, MediaFile>> | null = null;
  const forked: { close(): void }[] = [];
  const fork = <Job, Result>(file: string): ForkedProcess<Job, Result> => {
    const process = forkProcess<Job, Result>(file);
    forked.push(process);
    return process;
  };
  const generator = fork<LoadJob, LoadResult>('load-generator.ts');

  return {
    info,
    directory,
    database,
    blobs,
    ...tenant,
    /** Returns the media files by name. The first call creates the files. */
    mediaFiles: () => (media ??= makeMediaFiles(path.join(directory, 'media'))),
    /** Returns ffmpeg and ffprobe in the same process sandbox that workers use. */
    async sandboxedTools(): Promise<MediaTools> {
      const scripts = path.join(directory, 'scripts');
      const searchPath = loadLocalConfig().environment['PATH'] ?? '';
      return createMediaTools(await createProcessSandbox('auto', scripts, searchPath));
    },
    /** Starts a file of the folder `processes/` in a child process, which ends when `close` is called. */
    fork,

    /**
     * Starts a minimal server as the baseline, which responds with one row of the stack's database. Returns its URL.
     */
    async startBareServer(): Promise<string> {
      const server = fork<BareServerJob, { url: string }>('bare-server.ts');
      const job = { databaseUrl: info.databaseUrl, maxConnections: apiConnections };
      return (await server.run(job)).url;
    },

    /** Puts load on a URL. Throws `WrongResult` if any response differs from the expected one. */
    async load(job: LoadJob): Promise<LoadResult> {
      const result = await generator.run(job);
      if (result.faults > 0 || result.responses === 0) {
        throw new WrongResult(
          `${result.faults} of ${result.responses} responses of ${job.url} were wrong: ${result.firstFault ?? 'no response'}`,
        );
      }
      return result;
    },

    /** Returns the body of a GET with the sandbox key. Throws `WrongResult` unless the status is 200. */
    async read(url: string): Promise<string> {
      const response = await fetch(url, { headers: { 'X-API-Key': tenant.sandboxKey } });
      const text = await response.text();
      if (response.status !== 200) throw new WrongResult(`GET ${url} returned ${response.status}: ${text}`);
      return text;
    },

    async close(): Promise<void> {
      for (const process of forked) process.close();
      await database.end();
      blobs.close();
    },
  };
}
