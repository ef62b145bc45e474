import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import pg from 'pg';
import { serveJobs } from './serve-jobs.ts';

export interface BareServerJob {
  databaseUrl: string;
  /** Maximum number of database connections, which is the same as for the API. */
  maxConnections: number;
}

/** The default `limit` of the service's list. */
const listedRows = 50;

/** A row of the list of submissions. */
interface ListedRow extends Record<string, unknown> {
  submissionId: string;
  assetCount: number;
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

  app.get<{ Params: { workspaceId: string } }>('/submissions/:workspaceId', async (request) => {
    const { rows } = await pool.query<ListedRow>({
      name: 'list-rows',
      text: `
        select s.id as "submissionId", s.environment, s.status, s.version,
          (array_agg(a.filename order by a.position))[:5] as filenames, count(*)::integer as "assetCount",
          array_agg(distinct a.asset_type) as "assetTypes",
          (count(*) filter (where a.status in ('complete', 'failed')))::integer as finished,
          sum(a.critical_count)::integer as critical, sum(a.major_count)::integer as major,
          sum(a.minor_count)::integer as minor, sum(a.info_count)::integer as info,
          sum(a.credits)::integer as "creditsCharged", s.created_at as "createdAt", s.completed_at as "completedAt"
        from (
          select * from submissions where workspace_id = $1 and status = 'complete' and expired_at is null
          order by id desc limit $2) s
        join assets a on a.submission_id = s.id
        group by s.id, s.environment, s.status, s.version, s.created_at, s.completed_at
        order by s.id desc`,
      values: [request.params.workspaceId, listedRows + 1],
    });
    const items = rows
      .slice(0, listedRows)
      .map(
        ({
          assetTypes,
          finished,
          critical,
          major,
          minor,
          info,
          creditsCharged,
          createdAt,
          completedAt,
          ...row
        }) => ({
          ...row,
          assetTypes,
          progress: { finished, total: row.assetCount },
          severities: { critical, major, minor, info },
          ...{ creditsCharged, createdAt, completedAt },
        }),
      );
    return { items, next: rows.length > listedRows ? items.at(-1)!.submissionId : null };
  });

  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
});
