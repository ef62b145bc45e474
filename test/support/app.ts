import { pino } from 'pino';
import { afterAll, inject } from 'vitest';
import { createApp } from '../../api/app.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { createConnectionShares } from '../../api/connection-shares.ts';
import { createRateLimiter } from '../../api/rate-limit.ts';
import { createListReader } from '../../api/list-reader.ts';
import { createReportWriter } from '../../api/report-writer.ts';
import { createResultReader } from '../../api/result-reader.ts';
import { createCompletionPoller } from '../../api/submit/completion-poller.ts';
import { createMeasurer } from '../../api/submit/measurer.ts';
import { createWorkspaceLimits } from '../../api/workspace-limits.ts';
import { createStarter } from '@assay/runtime/temporal/starter.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { useBlobs } from './blobs.ts';
import { testCipher } from './secrets.ts';
import { dataConverterOf } from '../../tools/local/stack/data-converter.ts';

/**
 * Returns a function that starts an API server in this process and returns its URL. The function's argument
 * replaces some of the server's dependencies.
 */
export function useApps() {
  const blobs = useBlobs();
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map((close) => close())));

  return async (database: Database, overrides: Partial<ApiDeps> = {}): Promise<string> => {
    const temporal = createTemporalClient(
      { address: inject('stack').temporalAddress },
      'default',
      [],
      dataConverterOf(inject('stack')),
    );
    const app = createApp({
      database,
      shares: createConnectionShares(database, 8),
      blobs,
      secrets: testCipher,
      temporal,
      starter: createStarter(temporal, database),
      measure: createMeasurer(temporal, database),
      waitForCompletion: createCompletionPoller(database),
      limiter: createRateLimiter(database),
      workspaceLimits: createWorkspaceLimits(),
      readList: createListReader(database, 3),
      results: createResultReader(blobs),
      writeReport: createReportWriter(),
      log: pino({ level: 'silent' }),
      apiKeyHeaderCase: 'any',
      publicUrl: null,
      requireContentLength: false,
      maxRequests: 200,
      readsText: true,
      ...overrides,
    });
    closing.push(
      () => app.close(),
      () => temporal.connection.close(),
    );
    return app.listen({ port: 0, host: '127.0.0.1' });
  };
}
