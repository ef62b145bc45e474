import type { Client } from '@temporalio/client';
import type { FastifyBaseLogger } from 'fastify';
import type { Starter } from '@assay/runtime/temporal/starter.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { SecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import type { Tracing } from '@assay/runtime/telemetry/tracing.ts';
import type { ConsoleSignIn } from './console/settings.ts';
import type { ConsoleFiles } from './console/static-routes.ts';
import type { ConnectionShares } from './connection-shares.ts';
import type { ReadList } from './list-reader.ts';
import type { ApiMetrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { ReportWriter } from './report-writer.ts';
import type { ResultReader } from './result-reader.ts';
import type { WaitForCompletion } from './submit/completion-poller.ts';
import type { Measurer } from './submit/measurer.ts';
import type { WorkspaceLimits } from './workspace-limits.ts';

/** The dependencies of the request handlers. `main.ts` builds them once. */
export interface ApiDeps {
  /** In a handler for a workspace: the share of the workspace. */
  database: Database;
  /** The shares of the workspaces in `database`. */
  shares: ConnectionShares;
  blobs: BlobStore;
  /** Encrypts the signing secrets of subscriptions. */
  secrets: SecretCipher;
  temporal: Client;
  starter: Starter;
  measure: Measurer;
  waitForCompletion: WaitForCompletion;
  limiter: RateLimiter;
  workspaceLimits: WorkspaceLimits;
  readList: ReadList;
  results: ResultReader;
  writeReport: ReportWriter;
  log: FastifyBaseLogger;
  /** `exact`: only the spelling `X-API-Key` of the specification is valid. `any`: upper and lower case are equal. */
  apiKeyHeaderCase: 'any' | 'exact';
  /** The URL at which consumers reach the API, without a trailing slash. If null, errors have no `docs_url`. */
  publicUrl: string | null;
  /** True if a request for an upload URL must have a `contentLength`. */
  requireContentLength: boolean;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. Absent or empty means none. */
  trustProxy?: readonly string[];
  /** True if media workers read text in pictures. If false, sidekicks that read text examine only documents. */
  readsText: boolean;
  /** Maximum number of requests that this process handles at the same time. */
  maxRequests: number;
  /** Returns true once the process was asked to stop. It still responds, but reports that it is not ready. */
  draining?: () => boolean;
  /** The tracing of requests. Absent if tracing is off. */
  tracing?: Tracing | undefined;
  /** Settings and limits of signing in. Absent if no console is served. */
  signIn?: ConsoleSignIn | undefined;
  /** The metrics of the API. Absent if metrics are off. */
  metrics?: ApiMetrics | undefined;
  /** The files of the console. Absent if no console is served. */
  console?: ConsoleFiles | undefined;
}
