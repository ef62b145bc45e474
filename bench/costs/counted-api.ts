import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../local/stack/ports.ts';
import type { StackInfo } from '../../local/stack/state.ts';
import { startServiceProcess } from '../service-process.ts';
import { startS3Proxy } from './s3-proxy.ts';
import { startSqlProxy } from './sql-proxy.ts';

/** What a request cost its API process. */
export interface Cost {
  /** Names of statements, in their order; each is a round trip. */
  sql: string[];
  /** Methods of requests to the storage. */
  s3: string[];
}

export type CountedApi = Awaited<ReturnType<typeof startCountedApi>>;

/** What goes on after the answer has ended when nothing more comes for this long. */
const quietMs = 400;

/** One more API process on the same stack, whose ways to Postgres and S3 are counted. */
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

    /** Runs one request and answers what it cost, with what it set going and did not wait for. */
    async count<T>(request: () => Promise<T>): Promise<{ answer: T; cost: Cost }> {
      sql.passed.length = 0;
      s3.passed.length = 0;
      const answer = await request();
      for (let seen = -1; seen !== sql.passed.length + s3.passed.length; await setTimeout(quietMs)) {
        seen = sql.passed.length + s3.passed.length;
      }
      return { answer, cost: { sql: [...sql.passed], s3: [...s3.passed] } };
    },

    async close(): Promise<void> {
      await api.end();
      sql.close();
      s3.close();
    },
  };
}
