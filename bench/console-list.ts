import { isDeepStrictEqual } from 'node:util';
import { forEachConcurrent } from '../lib/concurrency.ts';
import { createApiCall, WrongResult } from './api-call.ts';
import type { BenchStack } from './bench-stack.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import type { LoadJob } from './processes/load-generator.ts';

/** Four pages. */
const submissionCount = 200;
const seconds = 3;
const connections = 20;

export const consoleList: Benchmark = {
  name: 'console-list',
  title: `first page of a list of ${submissionCount} submissions, against a bare select of as many rows by index`,
  async run(bench) {
    const { service, bare } = await prepareSides(bench);
    const rate = async (job: LoadJob) => (await bench.load(job)).perSecond;
    await rate(service);
    await rate(bare);
    const medians = await compare(
      () => rate(service),
      () => rate(bare),
    );
    return { measurement: { name: this.name, unit: 'requests/s', ...medians, goal: { atLeast: 0.5 } } };
  },
};

/** Prepares one load on the service and one load on a bare route that returns the same JSON from flat rows. */
async function prepareSides(bench: BenchStack): Promise<{ service: LoadJob; bare: LoadJob }> {
  const call = createApiCall(bench.info.apiUrl, bench.sandboxKey);
  const submissions = '/api/integrations/submissions';
  await forEachConcurrent(Array.from({ length: submissionCount }), async () => {
    await call('POST', submissions, {
      assets: [{ blobPath: `${crypto.randomUUID()}/clip__sandbox_fail__.mp4` }],
      sidekickIds: ['any'],
    });
  });
  // Other benchmarks use the same workspace, so that the list can also have submissions that are still processed.
  const serviceUrl = `${bench.info.apiUrl}${submissions}?status=complete`;
  await insertBareRows(bench, `${serviceUrl}&limit=200`);
  const serviceBody = await bench.read(serviceUrl);
  const bareUrl = `${await bench.startBareServer()}/rows/${bench.workspaceId}`;
  const bareBody = await bench.read(bareUrl);
  if (!isDeepStrictEqual(JSON.parse(serviceBody), JSON.parse(bareBody)))
    throw new WrongResult(`the two sides differ:\n${serviceBody}\n${bareBody}`);
  const job = { headers: { 'X-API-Key': bench.sandboxKey }, connections, seconds };
  return {
    service: { ...job, url: serviceUrl, expected: { body: serviceBody } },
    bare: { ...job, url: bareUrl, expected: { body: bareBody } },
  };
}

/** Inserts the items of a list into a table that has one column for each key of an item. */
async function insertBareRows(bench: BenchStack, url: string): Promise<void> {
  await bench.database.query(`
    create table if not exists bench_listed_submissions (
      workspace_id uuid, submission_id uuid, environment text not null, status text not null,
      version integer not null, filenames json not null, asset_count integer not null, asset_types json not null,
      progress json not null, severities json not null, credits_charged integer not null,
      created_at timestamptz not null, completed_at timestamptz, primary key (workspace_id, submission_id))`);
  await bench.database.query(
    `insert into bench_listed_submissions
     select $2, "submissionId", environment, status, version, filenames, "assetCount", "assetTypes", progress,
       severities, "creditsCharged", "createdAt", "completedAt"
     from json_to_recordset($1::json -> 'items') as b (
       "submissionId" uuid, environment text, status text, version integer, filenames json, "assetCount" integer,
       "assetTypes" json, progress json, severities json, "creditsCharged" integer, "createdAt" timestamptz,
       "completedAt" timestamptz)`,
    [await bench.read(url), bench.workspaceId],
  );
}
