import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../local/stack/ports.ts';
import type { StackInfo } from '../../local/stack/state.ts';
import { startServiceProcess } from '../service-process.ts';
import { startS3Proxy } from './s3-proxy.ts';
import { startSqlProxy } from './sql-proxy.ts';

/** The calls that one request to the API caused. */
export interface RequestCost {
  /** Names of the SQL statements in order; each statement is one round trip. */
  sql: string[];
  /** HTTP methods and folders of the requests to S3 in order, for example `PUT series`. */
  s3: string[];
}

export type CountedApi = Awaited<ReturnType<typeof startCountedApi>>;

/** Background work of a request counts as finished after this number of milliseconds without a call. */
const quietMs = 400;

/** Starts another API process on the same stack. Its connections to Postgres and S3 pass through counting proxies. */
export async function startCountedApi(stack: StackInfo) {
  const sql = await startSqlProxy(stack.databaseUrl);
  const s3 = await startS3Proxy(stack.s3Endpoint);
  const port = await freePort(0, new Set());
  const api = await startServiceProcess('api/main.ts', stack, {
    PORT: String(port),
    DATABASE_URL: sql.url,
    S3_ENDPOINT: s3.url,
  });

  return {
    url: `http://127.0.0.1:${port}`,

    /** Sends one request and returns its cost, including the cost of work that continues after the response. */
    async count<T>(request: () => Promise<T>): Promise<{ response: T; cost: RequestCost }> {
      sql.calls.length = 0;
      s3.calls.length = 0;
      const response = await request();
      for (let seen = -1; seen !== sql.calls.length + s3.calls.length; await setTimeout(quietMs)) {
        seen = sql.calls.length + s3.calls.length;
      }
      return { response, cost: { sql: [...sql.calls], s3: [...s3.calls] } };
    },

    async close(): Promise<void> {
      await api.end();
      sql.close();
      s3.close();
    },
  };
}
