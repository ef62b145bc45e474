import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Bucket } from '../domain/api-key.ts';
import { ApiError, type ErrorCode } from '../domain/errors.ts';
import type { ApiKey } from '../storage/postgres/api-keys.ts';
import type { WorkspaceRead } from '../storage/postgres/workspace-read.ts';
import type { ApiDeps } from './deps.ts';

/** A request that has passed every check except those of its own handler. */
export interface ApiRequest<Params, Query, Body> {
  caller: ApiKey;
  params: Params;
  query: Query;
  body: Body;
  /** The JSON that the operation's `read` returned; null if the workspace has no such record. */
  found: string | null;
  deps: ApiDeps;
  log: FastifyBaseLogger;
}

export type RequestContext = Pick<ApiRequest<never, never, never>, 'deps' | 'log'>;

/** `json` is a body that Postgres or the storage has already serialized. */
export type ApiReply = { status: number } & ({ body: unknown } | { json: string | Buffer } | { empty: true });

/** Returns a 200 with the given JSON, or throws the 404 if it is null. */
export function okOr404(json: string | null, notFound: ErrorCode): ApiReply {
  if (json === null) throw new ApiError(notFound);
  return { status: 200, json };
}

/** The groups of the interface description. */
export const tags = {
  Uploads: 'Upload files before you submit them.',
  Pricing: 'Preview what files cost before you submit them.',
  Submissions: 'Submit files for analysis and follow their progress.',
  Assets: 'Read one file of a submission and the issues found in it.',
  Sidekicks: 'The analysers, their rules, thresholds and sources.',
  Webhooks: 'Subscribe to events of finished assets and read the delivery history.',
  'Beyond the specification':
    'Webhook operations that the specification does not have. They count against the webhook rate limits.',
  Sandbox: 'Operations for keys that begin with `sk_test_`.',
} as const;

/** An operation of the API: its description, the schemas of its requests and responses, and its handler. */
export interface Operation<Params = never, Query = never, Body = never> {
  /** The operation id of the interface description. */
  id: string;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  /** The errors of this operation, besides those that every operation has. */
  errors: readonly ErrorCode[];
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The schema of the body for each success status; null if there is no body. */
  responses: Record<number, z.ZodType | null>;
  /** Until the response has been built; absent: the default of `app.ts`. */
  handlerTimeoutMs?: number;
  /** The record of the workspace to read together with the key. Its ids are those of the path, in their order. */
  read?: WorkspaceRead;
  /**
   * Throws for a query that the key may not send. Runs before the body is read and before any schema is checked.
   */
  checkQuery?: (key: ApiKey, query: Readonly<Record<string, unknown>>) => void;
  handle: (request: ApiRequest<Params, Query, Body>) => ApiReply | Promise<ApiReply>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in the specification, with `{name}` for parameters. */
  path: string;
  bucket: Bucket;
  /** Live keys get a 403. */
  sandboxOnly: boolean;
  // One table has the routes of all types. `operation()` has checked the types of each.
  operation: Operation<unknown, unknown, unknown>;
}

/** Checks an operation against the types of its schemas, and returns it with these types erased. */
export function operation<Params, Query, Body>(definition: Operation<Params, Query, Body>) {
  return definition as Operation<unknown, unknown, unknown>;
}
