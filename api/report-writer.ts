import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ApiError, locationOf } from '@assay/domain/errors.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { Verification } from '@assay/reports/report-view.ts';
import type { ReportJob, WrittenReport } from '@assay/reports/write-report.ts';
import type { ApiDeps } from './deps.ts';
import { createFairQueue, WaitedTooLong } from './fair-queue.ts';
import { readReportCurves } from './series-reader.ts';

/** Maximum milliseconds to write a report, and to wait for the thread. Together they are less than a handler has. */
const maxWriteMs = 20_000;
const maxWaitMs = 8_000;
const retryAfterSeconds = 2;
/**
 * Maximum memory of the thread. A PDF of 1,000 issues takes about 120 MB. A large young generation would double that.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };
/** The thread is ended after this time without work, which frees its memory. */
const idleMs = 60_000;

/** Writes a report in a format for a workspace. */
export type ReportWriter = (workspaceId: string, job: ReportJob) => Promise<WrittenReport>;

/**
 * Creates a writer that writes one report at a time in a thread of this process, so that a large report does not delay
 * other requests. Workspaces take turns.
 */
export function createReportWriter(): ReportWriter {
  const enqueue = createFairQueue({ capacity: 1, maxConcurrency: 1, maxWaiting: 20, maxWaitMs });
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    void thread?.terminate();
    thread = null;
  }

  function start(): Worker {
    const url = new URL(import.meta.resolve('@assay/reports/report-thread.ts'));
    // Without environment variables, the thread knows no secrets.
    const started = new Worker(url, { resourceLimits, env: {} });
    // A thread without work does not keep the process running.
    started.unref();
    // `once` rejects for the job in progress. Without this listener, an error of an idle thread would end the process.
    started.on('error', () => {
      if (thread === started) thread = null;
    });
    return started;
  }

  async function write(job: ReportJob): Promise<WrittenReport> {
    clearTimeout(idle);
    thread ??= start();
    const signal = AbortSignal.timeout(maxWriteMs);
    const written = once(thread, 'message', { signal }) as Promise<[WrittenReport]>;
    thread.postMessage(job);
    try {
      return (await written)[0];
    } catch (error) {
      end();
      if (signal.aborted) throw overloaded(error);
      throw error;
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  }

  return async (workspaceId, job) => {
    const written = enqueue(workspaceId, () => write(job));
    if (written === null) throw new ApiError('too_many_at_once', { retryAfterSeconds });
    try {
      return await written;
    } catch (error) {
      throw error instanceof WaitedTooLong ? overloaded(error) : error;
    }
  };
}

/** A report with its signature, the key beside which its pictures are, and the key of its curves. Null: none. */
interface SignedParts {
  report: Buffer;
  signature: string | null;
  picturesBeside: string | null;
  seriesKey: string | null;
  /** The profile whose limits the curves have. */
  profile: Profile | null;
}

/** Returns a report as PDF. */
export async function writePdf(
  deps: Pick<ApiDeps, 'writeReport' | 'results' | 'blobs' | 'console' | 'publicUrl'>,
  workspaceId: string,
  { report, signature, picturesBeside, seriesKey, profile }: SignedParts,
): Promise<Uint8Array> {
  const [pictures, curves] = await Promise.all([
    deps.results.readPictures(picturesBeside, report),
    readReportCurves(deps.blobs, seriesKey, profile),
  ]);
  const verification = verificationOf(deps, signature);
  return contentOf(
    await deps.writeReport(workspaceId, {
      ...{ format: 'pdf', report, signature, pictures, curves, verification },
    }),
  );
}

/** Returns how readers can verify a report. Only installations with a console have the page `/verify`. */
export function verificationOf(
  { console, publicUrl }: Pick<ApiDeps, 'console' | 'publicUrl'>,
  signature: string | null,
): Verification {
  const url = console === undefined || publicUrl === null ? null : locationOf('/verify', publicUrl);
  return { isSigned: signature !== null, url };
}

/** Returns the content of a format that suits every report. */
export function contentOf(written: WrittenReport): Uint8Array {
  if ('fault' in written) throw new Error(written.fault.message);
  return written.content;
}

function overloaded(cause: unknown): ApiError {
  return new ApiError('overloaded', { retryAfterSeconds, cause });
}
