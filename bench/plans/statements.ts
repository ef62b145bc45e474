import type { QueryConfig } from 'pg';
import { pino } from 'pino';
import { createApp } from '../../api/app.ts';
import { createRateLimiter } from '../../api/rate-limit.ts';
import { createResultReader } from '../../api/result-reader.ts';
import { createCompletionPoller } from '../../api/submit/completion-poller.ts';
import { createMeasurer } from '../../api/submit/measurer.ts';
import { createStarter } from '../../temporal/starter.ts';
import { createTemporalClient } from '../../temporal/temporal-client.ts';
import { readCrowds, readVersionsInTurn } from '../../storage/postgres/submission-queue.ts';
import { readBacklog } from '../../storage/postgres/backlog.ts';
import { createPool, type Database } from '../../storage/postgres/database.ts';
import { readUnstartedDeliveries, readUnstartedVersions } from '../../storage/postgres/outbox.ts';
import type { Bed } from '../bed.ts';
import { WrongAnswer } from '../wrong-answer.ts';
import type { Tables } from './tables.ts';

/** A statement as the service sends it. */
export interface Statement {
  /** What it was sent for. */
  by: string;
  name: string;
  text: string;
  values: Value[];
}
export type Value = string | number | boolean | null | Buffer | readonly string[];

/** What the routes that read, and the dispatcher, send to Postgres: taken down while they do it. */
export async function captureStatements(bed: Bed, tables: Tables): Promise<Statement[]> {
  const pool = createPool({
    databaseUrl: tables.databaseUrl,
    applicationName: 'assay-bench',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  const temporal = createTemporalClient({ address: bed.stack.temporalAddress }, 'default');
  const statements: Statement[] = [];
  let by = '';
  const query = (config: QueryConfig<Value[]>) => {
    statements.push({ by, name: config.name ?? 'unnamed', text: config.text, values: config.values ?? [] });
    return pool.query(config);
  };
  const database = { query } as unknown as Database;
  const app = createApp({
    database,
    blobs: bed.blobs,
    temporal,
    measure: createMeasurer(temporal),
    waitForCompletion: createCompletionPoller(database),
    starter: createStarter(temporal, database),
    limiter: createRateLimiter('memory'),
    results: createResultReader(bed.blobs),
    log: pino({ level: 'silent' }),
    apiKeyHeaderCase: 'any',
    publicUrl: null,
    maxRequests: 2,
  });
  try {
    for (const [method, url, payload] of requests(tables)) {
      by = `${method} ${url.replace('/api/', '').replaceAll(/[0-9a-f-]{36}/g, '…')}`;
      const before = statements.length;
      const headers = { 'x-api-key': tables.key };
      const { statusCode, body } = await app.inject({
        method,
        url,
        headers,
        ...(payload ? { payload } : {}),
      });
      if (statusCode !== 200) throw new WrongAnswer(`${by} answered ${statusCode}: ${body}`);
      if (statements.length === before) throw new WrongAnswer(`${by} sent no statement`);
    }
    by = 'the dispatcher';
    await readUnstartedVersions(database, 4, 200);
    await readUnstartedDeliveries(database, 4, 200);
    await readVersionsInTurn(database, await readCrowds(database), 200);
    by = 'a scrape of metrics';
    await readBacklog(database);
    return distinct(statements);
  } finally {
    await app.close();
    await temporal.connection.close();
    await pool.end();
  }
}

/** Each statement once, as it was first sent. */
function distinct(statements: readonly Statement[]): Statement[] {
  const seen = new Map<string, Statement>();
  for (const statement of statements) {
    const key = `${statement.name} ${JSON.stringify(statement.values)}`;
    if (!seen.has(key)) seen.set(key, statement);
  }
  return [...seen.values()];
}

function requests({ ids }: Tables): ['GET' | 'POST', string, object?][] {
  const submission = `/api/integrations/submissions/${ids.submission}`;
  const asset = `${submission}/assets/${ids.asset}`;
  const subscriptions = '/api/integrations/webhooks/subscriptions';
  const subscription = `${subscriptions}/${ids.subscription}`;
  return [
    ['GET', submission],
    ['GET', `${submission}/versions`],
    ['GET', asset],
    ['GET', `${asset}/issues`],
    ['GET', `${asset}/topics`],
    ['GET', '/api/integrations/sidekicks'],
    ['GET', subscriptions],
    ['GET', `${subscriptions}?sortBy=endpoint_url&sortOrder=asc`],
    ['GET', `${subscriptions}?sortBy=updated_at&enabled=true&search=number`],
    ['GET', subscription],
    ['GET', `${subscription}/deliveries`],
    ['GET', `${subscription}/deliveries?status=succeeded`],
    ['POST', '/api/pricing/estimate', { files: [{ blobPath: `${ids.asset}/clip.mp4` }] }],
  ];
}
