import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '@assay/domain/actor.ts';
import type { Bucket, Scope } from '@assay/domain/api-key.ts';
import { ApiError, type ErrorCode } from '@assay/domain/errors.ts';
import type { Role } from '@assay/domain/role.ts';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import type { WorkspaceRead } from '@assay/storage/accounts/workspace-read.ts';
import type { ApiDeps } from './deps.ts';
import type { RequestSlot } from './load-shedding.ts';

/** A request that has passed every check except the checks of its handler. */
export interface ApiRequest<Params, Query, Body> {
  caller: Caller;
  /** The caller, as recorded in the audit log. */
  actor: Actor;
  params: Params;
  query: Query;
  body: Body;
  /** The JSON text that the operation's `read` returned; null if the workspace has no such resource. */
  found: string | null;
  deps: ApiDeps;
  log: FastifyBaseLogger;
  /** The request's slot in the load shedder. A handler that waits uses `slot.during`. */
  slot: RequestSlot;
}

export type RequestContext = Pick<ApiRequest<never, never, never>, 'deps' | 'log'>;

/**
 * The response of a handler. `json` is a body that is already serialized. `body` is serialized later. `file` is not
 * JSON. `location` is the path of the created resource, for the `Location` header (RFC 9110, 15.3.2).
 */
export type ApiReply = { status: number; location?: string } & (
  { body: unknown } | { json: string | Buffer } | { file: ReplyFile } | { empty: true }
);

/** A response that browsers save as a file. */
interface ReplyFile {
  name: string;
  contentType: string;
  content: Uint8Array;
}

/** Returns a 200 with the given JSON. Throws `notFound` if the JSON is null. */
export function okOr404(json: string | null, notFound: ErrorCode): ApiReply {
  if (json === null) throw new ApiError(notFound);
  return { status: 200, json };
}

/** Groups of operations in the interface description, with the description of each group. */
export const tags = {
  Uploads: 'Upload files before you submit them.',
  Pricing: 'Preview what files cost before you submit them.',
  Submissions: 'Submit files for analysis, list submissions and follow their progress.',
  Assets: 'Read one file of a submission and the issues found in it.',
  Sidekicks: 'The analysers, their rules, thresholds and sources.',
  Profiles: 'Describe what a destination asks for, and get a verdict.',
  Webhooks: 'Subscribe to events of finished assets, read the delivery history, and deliver events again.',
  Sandbox: 'Operations for keys that begin with `sk_test_`.',
} as const;

/** An operation of the API: its description, the schemas of its requests and responses, and its handler. */
export interface Operation<Params = never, Query = never, Body = never> {
  /** The id of the operation in the interface description. */
  id: string;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  /** The errors of this operation, in addition to the errors of every operation. */
  errors: readonly ErrorCode[];
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The schema of the response body for each success status; null if the response has no body. */
  responses: Record<number, z.ZodType | null>;
  /** The content types of the success responses. The recorded example has the first one. Default: JSON. */
  contentTypes?: readonly string[];
  /** Maximum time to build the response. Default: `handlerTimeoutMs` in `add-operation.ts`. */
  handlerTimeoutMs?: number;
  /**
   * A read of one row by its primary key, or of a submission with its assets. It runs in the SQL statement that looks
   * up the API key, before the rate limit. Its ids are the path parameters whose names end in `_id`, in the order of
   * the path. All reads of several rows use `deps.readList`.
   */
  read?: WorkspaceRead;
  /** Throws if the caller may not send this query. Runs before the body is read and before any schema is checked. */
  checkQuery?: (caller: Caller, query: Readonly<Record<string, unknown>>) => void;
  handle: (request: ApiRequest<Params, Query, Body>) => ApiReply | Promise<ApiReply>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path as in the specification, with `{name}` for each parameter. */
  path: string;
  bucket: Bucket;
  /** The scopes that permit requests to the route. A key needs one of them. */
  scopes: readonly [Scope, ...Scope[]];
  /** The role that a member needs to use the route in the console. */
  role: Role;
  /** True if requests with a live key are rejected with a 403. */
  sandboxOnly: boolean;
  // The types are erased, because one table contains all routes. `operation()` has checked the types of each
  // operation.
  operation: Operation<unknown, unknown, unknown>;
}

/** Returns the operation with its types erased, after the compiler has checked them against its schemas. */
export function operation<Params, Query, Body>(definition: Operation<Params, Query, Body>) {
  return definition as Operation<unknown, unknown, unknown>;
}
