import type { QueryConfig } from 'pg';
import { pino } from 'pino';
import { createApp } from '../../../api/app.ts';
import { createRateLimiter } from '../../../api/rate-limit.ts';
import { createConnectionShares } from '../../../api/connection-shares.ts';
import { createListReader } from '../../../api/list-reader.ts';
import { createReportWriter } from '../../../api/report-writer.ts';
import { createResultReader } from '../../../api/result-reader.ts';
import { routes } from '../../../api/route-table.ts';
import { createCompletionPoller } from '../../../api/submit/completion-poller.ts';
import { createMeasurer } from '../../../api/submit/measurer.ts';
import { createWorkspaceLimits } from '../../../api/workspace-limits.ts';
import { createStarter } from '@assay/runtime/temporal/starter.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import { readQueuedWorkspaces, readQueuedVersions } from '@assay/storage/submissions/submission-queue.ts';
import { readBacklog } from '@assay/storage/upkeep/backlog.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readUnstartedVersions } from '@assay/storage/submissions/outbox.ts';
import { readUnstartedRequests } from '@assay/storage/submissions/unstarted-requests.ts';
import { leaseDeliveries } from '@assay/storage/webhooks/waiting-deliveries.ts';
import type { BenchStack } from '../bench-stack.ts';
import { WrongResult } from '../api-call.ts';
import { openDatabase } from '../temporary-database.ts';
import type { Tables } from './tables.ts';
import { parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { createSecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import { dataConverterOf } from '../../local/stack/data-converter.ts';

export interface Statement {
  /** The request or the background job that sent the statement. */
  sender: string;
  name: string;
  text: string;
  values: Value[];
}
export type Value = string | number | boolean | null | Buffer | readonly string[];

/**
 * Returns the statements that the read endpoints, the request for a preview, the metrics and the dispatcher (a
 * background job) send to Postgres.
 */
export async function captureStatements(bench: BenchStack, tables: Tables): Promise<Statement[]> {
  const pool = openDatabase(tables.databaseUrl);
  const temporal = createTemporalClient(
    { address: bench.info.temporalAddress },
    'default',
    [],
    dataConverterOf(bench.info),
  );
  const statements: Statement[] = [];
  let sender = '';
  const query = (config: QueryConfig<Value[]>) => {
    statements.push({
      sender,
      name: config.name ?? 'unnamed',
      text: config.text,
      values: config.values ?? [],
    });
    return pool.query(config);
  };
  const database = { query } as unknown as Database;
  const app = createApp({
    database,
    shares: createConnectionShares(database, 2),
    blobs: bench.blobs,
    secrets: createSecretCipher(parseEncryptionKeys(bench.info.encryptionKeys)),
    temporal,
    readsText: true,
    measure: createMeasurer(temporal, database),
    waitForCompletion: createCompletionPoller(database),
    // The workers read the database of the stack, so they would not find the preview.
    starter: { ...createStarter(temporal, database), startPreviews: () => Promise.resolve() },
    limiter: createRateLimiter('memory'),
    workspaceLimits: createWorkspaceLimits(),
    readList: createListReader(database, 2),
    results: createResultReader(bench.blobs),
    writeReport: createReportWriter(),
    log: pino({ level: 'silent' }),
    apiKeyHeaderCase: 'any',
    publicUrl: null,
    requireContentLength: false,
    maxRequests: 2,
  });
  try {
    for (const [method, url, payload] of requests(tables)) {
      sender = `${method} ${url.replace('/api/', '').replaceAll(/[0-9a-f-]{36}/g, '…')}`;
      const before = statements.length;
      const headers = { 'x-api-key': tables.key };
      const { statusCode, body } = await app.inject({
        method,
        url,
        headers,
        ...(payload ? { payload } : {}),
      });
      if (statusCode !== 200 && statusCode !== 202)
        throw new WrongResult(`${sender} returned ${statusCode}: ${body}`);
      if (statements.length === before) throw new WrongResult(`${sender} sent no statement`);
    }
    sender = 'the dispatcher';
    await readUnstartedVersions(database, 4, 200);
    await readUnstartedRequests(database, 4, 200);
    await readQueuedVersions(database, await readQueuedWorkspaces(database), 200);
    sender = 'a delivery worker';
    await leaseDeliveries(database, { limit: 100, leaseSeconds: 0, endpoints: [], workspaces: [] });
    sender = 'a scrape of metrics';
    await readBacklog(database);
    // The statement that requests the preview inserts this row whenever it is measured.
    await pool.query('delete from previews where asset_id = $1', [tables.ids.asset]);
    return distinct(statements);
  } finally {
    await app.close();
    await temporal.connection.close();
    await pool.end();
  }
}

function distinct(statements: readonly Statement[]): Statement[] {
  const seen = new Map<string, Statement>();
  for (const statement of statements) {
    const key = `${statement.name} ${JSON.stringify(statement.values)}`;
    if (!seen.has(key)) seen.set(key, statement);
  }
  return [...seen.values()];
}

const submissions = '/api/integrations/submissions';

/** Queries of the list of submissions. With one item, a page has as many submissions in small and in large tables. */
const listQueries = [
  '',
  '&severity=critical',
  '&ruleCode=flash.general',
  '&assetType=audio',
  '&status=failed',
  '&environment=live&search=CLIP',
];

/** Returns a request of each GET route, and further requests whose statements differ. */
function requests({ ids }: Tables): ['GET' | 'POST', string, object?][] {
  const values: Record<string, string> = {
    submission_id: ids.submission,
    asset_id: ids.asset,
    subscription_id: ids.subscription,
  };
  const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
  // A single event is read by its primary key, and a single series sends the statement of the list of series.
  const isMeasured = ({ path }: { path: string }) =>
    !/\{(?:event_id|name)\}/.test(path) && path !== submissions;
  const subscriptions = '/api/integrations/webhooks/subscriptions';
  return [
    ...listQueries.map((query): ['GET', string] => ['GET', `${submissions}?limit=1${query}`]),
    ...routes
      .filter(({ method }) => method === 'GET')
      .filter(isMeasured)
      .map(({ path }): ['GET', string] => ['GET', fill(path)]),
    ['GET', `${subscriptions}?sortBy=endpoint_url&sortOrder=asc`],
    ['GET', `${subscriptions}?sortBy=updated_at&enabled=true&search=number`],
    ['GET', `${subscriptions}/${ids.subscription}/deliveries?status=succeeded`],
    ['POST', fill(`${submissions}/{submission_id}/assets/{asset_id}/preview`)],
    ['POST', '/api/pricing/estimate', { files: [{ blobPath: `${ids.asset}/clip.avi` }] }],
  ];
}
