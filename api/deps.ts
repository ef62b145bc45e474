import type { Client } from '@temporalio/client';
import type { FastifyBaseLogger } from 'fastify';
import type { Starter } from '../temporal/starter.ts';
import type { Database } from '../storage/postgres/database.ts';
import type { BlobStore } from '../storage/s3/blob-store.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { ApiMetrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { ResultReader } from './result-reader.ts';
import type { FinishWatch } from './submit/completion-poller.ts';
import type { Measurer } from './submit/measurer.ts';

/** What the handlers work with; built once, in `main.ts`. */
export interface ApiDeps {
  database: Database;
  blobs: BlobStore;
  temporal: Client;
  starter: Starter;
  measure: Measurer;
  untilFinished: FinishWatch;
  limiter: RateLimiter;
  results: ResultReader;
  log: FastifyBaseLogger;
  /** `exact`: the key's header counts only as the specification spells it. */
  apiKeyHeaderCase: 'any' | 'exact';
  /** Where consumers reach the API, without a slash at its end; null: errors carry no link. */
  publicUrl: string | null;
  /** So many requests are in progress at once, and no more. */
  maxRequests: number;
  /** True once the process has been asked to end: it still answers, and is no longer ready. */
  draining?: () => boolean;
  /** Absent where nothing is traced. */
  tracing?: Tracing | undefined;
  /** Counts what is answered; absent where nobody asks. */
  metrics?: ApiMetrics | undefined;
}
