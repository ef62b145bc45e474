import { Client, Connection } from '@temporalio/client';
import type { Benchmark } from './benchmark.ts';
import { startCountedApi } from './costs/counted-api.ts';
import { measureEveryEndpoint } from './costs/measure-every-endpoint.ts';

export const requestCosts: Benchmark = {
  name: 'request-costs',
  title: 'SQL round trips, S3 calls and Temporal events of each endpoint, counted on the wire',
  async run(bench) {
    const api = await startCountedApi(bench.info);
    const connection = await Connection.connect({ address: bench.info.temporalAddress });
    try {
      const client = new Client({ connection });
      const lines: string[] = [];
      const costs = await measureEveryEndpoint(bench, api, (workflowId) =>
        client.workflow.getHandle(workflowId).result(),
      );
      for (const { request, sql, s3, workflowId } of costs) {
        const events = workflowId === null ? '' : await countEvents(client, workflowId);
        lines.push(`| ${request} | ${sql.length} | ${sql.join(', ')} | ${s3.join(', ')} | ${events} |`);
      }
      const reads = costs.filter(({ request }) => request.startsWith('GET'));
      return {
        measurement: {
          name: this.name,
          value: Math.max(...reads.map(({ sql }) => sql.length)),
          unit: 'round trips of the costliest GET',
          baseline: null,
          goal: { atMost: 2 },
        },
        notes: [
          '| request | SQL | statements | S3 | Temporal events |',
          '| --- | --- | --- | --- | --- |',
          ...lines,
        ],
      };
    } finally {
      await api.close();
      await connection.close();
    }
  },
};

/** Waits for the end of a workflow. Returns the type of the workflow with the number of events in its history. */
async function countEvents(client: Client, workflowId: string): Promise<string> {
  const handle = client.workflow.getHandle(workflowId);
  await handle.result();
  const { events } = await handle.fetchHistory();
  const type = workflowId.split(':')[0]!;
  return `${events?.length ?? 0} (${type})`;
}
