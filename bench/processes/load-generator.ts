import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { serve } from './serve.ts';

export interface LoadJob {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** Requests per second; null: as many as are answered. */
  overallRate: number | null;
  /** `get`: every answer is this text. `create`: a sandbox submission each, accepted and not ended. */
  kind: { get: string } | { create: true };
}

export interface LoadResult {
  answers: number;
  perSecond: number;
  p99Ms: number;
  /** Answers that were not 2xx or had another body, and requests without an answer. */
  faults: number;
  firstFault: string | null;
}

const longCharacters = 100_000;
const compareOneIn = 20;

serve(async (job: LoadJob): Promise<LoadResult> => {
  const startedAt = performance.now();
  let endedAt = startedAt;
  const latenciesMs: number[] = [];
  let checked = 0;
  let firstFault: string | null = null;
  const note = (fault: string) => (firstFault ??= fault.slice(0, 500));

  const ended = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url: job.url,
    connections: job.connections,
    duration: job.seconds,
    ...(job.overallRate === null ? {} : { overallRate: job.overallRate }),
    headers: job.headers,
    // The ticks of its clock decide when it ends: its own second is too coarse.
    sampleInt: 100,
    verifyBody: (body) => {
      const text = String(body);
      const right = 'get' in job.kind ? isSame(text, job.kind.get, checked++) : isAccepted(text);
      if (!right) note(`another body than expected: ${String(body)}`);
      return right;
    },
    ...('create' in job.kind ? { requests: [{ method: 'POST', setupRequest: withNewAsset }] } : {}),
  };
  const run = autocannon(options, (error: Error | null, result) =>
    error === null ? ended.resolve(result) : ended.reject(error),
  );
  // Its histogram keeps whole milliseconds; the answers of these servers take one or two.
  run.on('response', (_client, statusCode, _bytes, latencyMs) => {
    endedAt = performance.now();
    latenciesMs.push(latencyMs);
    if (statusCode < 200 || statusCode > 299) note(`status ${statusCode}`);
  });
  run.on('reqError', (error: Error) => note(error.message));
  const result = await ended.promise;
  return {
    answers: latenciesMs.length,
    perSecond: (latenciesMs.length / (endedAt - startedAt)) * 1000,
    p99Ms: latenciesMs.sort((a, b) => a - b)[Math.floor(latenciesMs.length * 0.99)] ?? NaN,
    faults: result.non2xx + result.mismatches + result.errors,
    firstFault,
  };
});

/** Every create is of an asset of its own, since a blob path is submitted once. */
function withNewAsset(request: autocannon.Request): autocannon.Request {
  const blobPath = `${randomUUID()}/clip__sandbox_pass__.mp4`;
  return { ...request, body: JSON.stringify({ assets: [{ blobPath }], sidekickIds: ['any'] }) };
}

/** Comparing megabytes would be most of the work of a run, so of long answers only every so many are compared. */
function isSame(text: string, expected: string, index: number): boolean {
  if (expected.length > longCharacters && index % compareOneIn !== 0) return text.length === expected.length;
  return text === expected;
}

function isAccepted(body: string): boolean {
  const { status, assets } = JSON.parse(body) as { status: string; assets: { status: string }[] };
  return status === 'processing' && assets.length === 1 && assets[0]!.status === 'processing';
}
