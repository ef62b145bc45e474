import { isDeepStrictEqual } from 'node:util';
import { createCall } from './call.ts';
import type { Bed } from './bed.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import type { LoadResult } from './processes/load-generator.ts';
import { WrongAnswer } from './wrong-answer.ts';

const assetCount = 3;
const rateSeconds = 3;
const connections = 20;
/** For latency: a load that leaves both sides time. */
const steady = { connections: 10, overallRate: 200, seconds: 5 };

export const readSubmissionRate: Benchmark = {
  name: 'read-submission',
  title: 'GET submission against one bare primary-key select',
  async run(bed) {
    const sides = await bothSides(bed);
    const rate = async (side: Side) =>
      (await side({ connections, overallRate: null, seconds: rateSeconds })).perSecond;
    await rate(sides.service);
    await rate(sides.bare);
    const medians = await compare(
      () => rate(sides.service),
      () => rate(sides.bare),
    );
    return { measurement: { name: this.name, unit: 'requests/s', ...medians, goal: { atLeast: 0.55 } } };
  },
};

export const readSubmissionLatency: Benchmark = {
  name: 'read-submission-p99',
  title: `p99 of GET submission at ${steady.overallRate} requests/s against the bare select`,
  async run(bed) {
    const sides = await bothSides(bed);
    const p99 = async (side: Side) => (await side(steady)).p99Ms;
    await p99(sides.service);
    await p99(sides.bare);
    const medians = await compare(
      () => p99(sides.service),
      () => p99(sides.bare),
    );
    return { measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 3 } } };
  },
};

type Side = (load: {
  connections: number;
  overallRate: number | null;
  seconds: number;
}) => Promise<LoadResult>;

/** The same JSON from the service, and from a bare route whose table has it in one row. */
async function bothSides(bed: Bed): Promise<{ service: Side; bare: Side }> {
  const sandbox = createCall(bed.stack.apiUrl, bed.sandboxKey);
  const assets = Array.from({ length: assetCount }, () => ({
    blobPath: `${crypto.randomUUID()}/clip__sandbox_pass__.mp4`,
  }));
  const submissions = '/api/integrations/submissions';
  const created = await sandbox<{ submissionId: string; status: string }>('POST', submissions, {
    assets,
    sidekickIds: ['any'],
  });
  if (created.status !== 'complete')
    throw new WrongAnswer(`the submission is ${created.status}, not complete`);
  const serviceUrl = `${bed.stack.apiUrl}${submissions}/${created.submissionId}`;
  const serviceText = await bed.read(serviceUrl);
  await keepRow(bed, serviceText);
  const bareUrl = `${await bed.startBareServer()}/row/${created.submissionId}`;
  const bareText = await bed.read(bareUrl);
  if (!isDeepStrictEqual(JSON.parse(serviceText), JSON.parse(bareText))) {
    throw new WrongAnswer(`the two sides differ:\n${serviceText}\n${bareText}`);
  }
  const headers = { 'X-API-Key': bed.sandboxKey };
  return {
    service: (load) => bed.load({ url: serviceUrl, headers, kind: { get: serviceText }, ...load }),
    bare: (load) => bed.load({ url: bareUrl, headers, kind: { get: bareText }, ...load }),
  };
}

/** Writes a submission body into a table of its own, one column for each of its keys. */
async function keepRow(bed: Bed, text: string): Promise<void> {
  await bed.database.query(`
    create table if not exists bench_submissions (
      submission_id uuid primary key, workspace_id uuid not null, environment text not null, status text not null,
      error_message text, is_retryable boolean not null, version integer not null,
      credits_charged integer not null, progress json not null, assets json not null,
      created_at timestamptz not null, completed_at timestamptz)`);
  await bed.database.query(
    `insert into bench_submissions
     select "submissionId", "workspaceId", environment, status, "errorMessage", "isRetryable", version,
       "creditsCharged", progress, assets, "createdAt", "completedAt"
     from json_to_record($1) as b (
       "submissionId" uuid, "workspaceId" uuid, environment text, status text, "errorMessage" text,
       "isRetryable" boolean, version integer, "creditsCharged" integer, progress json, assets json,
       "createdAt" timestamptz, "completedAt" timestamptz)`,
    [text],
  );
}
