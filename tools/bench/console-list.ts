import { isDeepStrictEqual } from 'node:util';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { createApiCall, WrongResult } from './api-call.ts';
import type { BenchStack } from './bench-stack.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import type { LoadJob } from './processes/load-generator.ts';

const submissionCount = 200;
/** Number of submissions of a page, if the request does not say another one. */
const pageLength = 50;
const seconds = 3;
const connections = 20;

export const consoleList: Benchmark = {
  name: 'console-list',
  title: `first page of a list of ${submissionCount} submissions, against a bare select of the same columns`,
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

/** Prepares one load on the service and one load on a bare route that returns the same JSON from the same tables. */
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
  const serviceBody = await bench.read(serviceUrl);
  if ((JSON.parse(serviceBody) as { items: unknown[] }).items.length !== pageLength)
    throw new WrongResult(`the list has not ${pageLength} items:\n${serviceBody}`);
  const bareUrl = `${await bench.startBareServer()}/submissions/${bench.workspaceId}`;
  const bareBody = await bench.read(bareUrl);
  if (!isDeepStrictEqual(JSON.parse(serviceBody), JSON.parse(bareBody)))
    throw new WrongResult(`the two sides differ:\n${serviceBody}\n${bareBody}`);
  const job = { headers: { 'X-API-Key': bench.sandboxKey }, connections, seconds };
  return {
    service: { ...job, url: serviceUrl, expected: { body: serviceBody } },
    bare: { ...job, url: bareUrl, expected: { body: bareBody } },
  };
}
