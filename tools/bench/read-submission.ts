import { isDeepStrictEqual } from 'node:util';
import { createApiCall, WrongResult } from './api-call.ts';
import type { BenchStack } from './bench-stack.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import type { LoadJob } from './processes/load-generator.ts';

const assetCount = 3;
const seconds = 3;
const connections = 20;

export const readSubmissionRate: Benchmark = {
  name: 'read-submission',
  title: `GET of a finished submission with ${assetCount} assets, against one bare primary-key select`,
  async run(bench) {
    const { service, bare } = await prepareSides(bench);
    const rate = async (job: LoadJob) => (await bench.load(job)).perSecond;
    await rate(service);
    await rate(bare);
    const medians = await compare(
      () => rate(service),
      () => rate(bare),
    );
    return { measurement: { name: this.name, unit: 'requests/s', ...medians, goal: { atLeast: 0.6 } } };
  },
};

/**
 * Prepares one load on the service and one load on a bare route. The bare route returns the same JSON from one row.
 */
async function prepareSides(bench: BenchStack): Promise<{ service: LoadJob; bare: LoadJob }> {
  const call = createApiCall(bench.info.apiUrl, bench.sandboxKey);
  const assets = Array.from({ length: assetCount }, () => ({
    blobPath: `${crypto.randomUUID()}/clip__sandbox_pass__.mp4`,
  }));
  const submissions = '/api/integrations/submissions';
  const created = await call<{ submissionId: string; status: string }>('POST', submissions, {
    assets,
    sidekickIds: ['any'],
  });
  if (created.status !== 'complete')
    throw new WrongResult(`the submission is ${created.status}, not complete`);
  const serviceUrl = `${bench.info.apiUrl}${submissions}/${created.submissionId}`;
  const serviceBody = await bench.read(serviceUrl);
  await insertBareRow(bench, serviceBody);
  const bareUrl = `${await bench.startBareServer()}/row/${created.submissionId}`;
  const bareBody = await bench.read(bareUrl);
  if (!isDeepStrictEqual(JSON.parse(serviceBody), JSON.parse(bareBody))) {
    throw new WrongResult(`the two sides differ:\n${serviceBody}\n${bareBody}`);
  }
  const job = { headers: { 'X-API-Key': bench.sandboxKey }, connections, seconds };
  return {
    service: { ...job, url: serviceUrl, expected: { body: serviceBody } },
    bare: { ...job, url: bareUrl, expected: { body: bareBody } },
  };
}

/** Inserts a response body into a table that has one column for each key of the body. */
async function insertBareRow(bench: BenchStack, body: string): Promise<void> {
  await bench.database.query(`
    create table if not exists bench_submissions (
      submission_id uuid primary key, workspace_id uuid not null, environment text not null, status text not null,
      error_message text, is_retryable boolean not null, version integer not null,
      credits_charged integer not null, progress json not null, assets json not null,
      created_at timestamptz not null, completed_at timestamptz)`);
  await bench.database.query(
    `insert into bench_submissions
     select "submissionId", "workspaceId", environment, status, "errorMessage", "isRetryable", version,
       "creditsCharged", progress, assets, "createdAt", "completedAt"
     from json_to_record($1) as b (
       "submissionId" uuid, "workspaceId" uuid, environment text, status text, "errorMessage" text,
       "isRetryable" boolean, version integer, "creditsCharged" integer, progress json, assets json,
       "createdAt" timestamptz, "completedAt" timestamptz)`,
    [body],
  );
}
