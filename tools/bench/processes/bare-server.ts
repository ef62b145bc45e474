import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import pg from 'pg';
import { serveJobs } from './serve-jobs.ts';

export interface BareServerJob {
  databaseUrl: string;
  /** Maximum number of database connections, which is the same as for the API. */
  maxConnections: number;
}

/** Starts a server that does the minimum for a response, which is one select. Returns its URL. */
serveJobs(async ({ databaseUrl, maxConnections }: BareServerJob): Promise<{ url: string }> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: maxConnections });
  const app = fastify();

  app.get<{ Params: { id: string } }>('/row/:id', async (request, reply) => {
    const { rows } = await pool.query<object>({
      name: 'read-row',
      text: `
        select submission_id as "submissionId", workspace_id as "workspaceId", environment, status,
          error_message as "errorMessage", is_retryable as "isRetryable", version,
          credits_charged as "creditsCharged", progress, assets,
          created_at as "createdAt", completed_at as "completedAt"
        from bench_submissions where submission_id = $1`,
      values: [request.params.id],
    });
    return rows[0] ?? reply.code(404).send();
  });

  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
});
