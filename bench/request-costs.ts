import { Client, Connection } from '@temporalio/client';
import type { Benchmark } from './benchmark.ts';
import { startCountedApi } from './costs/counted-api.ts';
import { tour } from './costs/tour.ts';

export const requestCosts: Benchmark = {
  name: 'request-costs',
  title: 'SQL statements, S3 calls and Temporal events of each endpoint, counted',
  async run(bed) {
    const api = await startCountedApi(bed.stack);
    const connection = await Connection.connect({ address: bed.stack.temporalAddress });
    try {
      const client = new Client({ connection });
      const lines: string[] = [];
      const stops = await tour(bed, api);
      for (const { request, sql, s3, workflowId } of stops) {
        const events = workflowId === null ? '' : await eventsOf(client, workflowId);
        lines.push(`| ${request} | ${sql.length} | ${sql.join(', ')} | ${s3.join(', ')} | ${events} |`);
      }
      return {
        measurement: {
          name: this.name,
          value: Math.max(
            ...stops.filter(({ request }) => request.startsWith('GET')).map(({ sql }) => sql.length),
          ),
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

/** How many events a workflow's history has once it has ended. */
async function eventsOf(client: Client, workflowId: string): Promise<string> {
  const handle = client.workflow.getHandle(workflowId);
  await handle.result();
  const { events } = await handle.fetchHistory();
  const type = workflowId.split(':')[0]!;
  return `${events?.length ?? 0} (${type})`;
}
