import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { serveJobs } from './serve-jobs.ts';

export interface LoadJob {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /**
   * `{ body }`: sends GET requests, and expects this body in every response. `accepted-submission`: creates a sandbox
   * submission with each request, and expects every response to show the submission as processing.
   */
  expected: { body: string } | 'accepted-submission';
}

export interface LoadResult {
  responses: number;
  perSecond: number;
  /** Number of requests without a response, or whose response has an unexpected status or body. */
  faults: number;
  firstFault: string | null;
}

serveJobs(async ({ url, headers, connections, seconds, expected }: LoadJob): Promise<LoadResult> => {
  const startedAt = performance.now();
  let endedAt = startedAt;
  let responses = 0;
  let firstFault: string | null = null;
  const recordFault = (fault: string) => (firstFault ??= fault.slice(0, 500));

  const ended = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url,
    headers,
    connections,
    duration: seconds,
    // Sampling interval in ms. autocannon stops only after a sample; its default of one second is too coarse.
    sampleInt: 100,
    verifyBody: (body) => {
      const text = String(body);
      const isExpected = typeof expected === 'object' ? text === expected.body : isAccepted(text);
      if (!isExpected) recordFault(`unexpected body: ${text}`);
      return isExpected;
    },
    ...(typeof expected === 'object' ? {} : { requests: [{ method: 'POST', setupRequest: withNewAsset }] }),
  };
  const run = autocannon(options, (error: Error | null, result) =>
    error === null ? ended.resolve(result) : ended.reject(error),
  );
  run.on('response', (_client, statusCode) => {
    endedAt = performance.now();
    responses++;
    if (statusCode < 200 || statusCode > 299) recordFault(`status ${statusCode}`);
  });
  run.on('reqError', (error: Error) => recordFault(error.message));
  const result = await ended.promise;
  return {
    responses,
    perSecond: (responses / (endedAt - startedAt)) * 1000,
    faults: result.non2xx + result.mismatches + result.errors,
    firstFault,
  };
});

/** Returns the request with a new asset, because a blob path can be submitted only once. */
function withNewAsset(request: autocannon.Request): autocannon.Request {
  const blobPath = `${randomUUID()}/clip__sandbox_pass__.mp4`;
  return { ...request, body: JSON.stringify({ assets: [{ blobPath }], sidekickIds: ['any'] }) };
}

function isAccepted(body: string): boolean {
  const { status, assets } = JSON.parse(body) as { status: string; assets: { status: string }[] };
  return status === 'processing' && assets.length === 1 && assets[0]!.status === 'processing';
}
