import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Bucket } from '../domain/buckets.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { ApiKey } from '../storage/postgres/api-keys.ts';
import type { WorkspaceRead } from '../storage/postgres/workspace-read.ts';
import type { ApiDeps } from './deps.ts';

/** A request that has passed every check before its own handler's. */
export interface ApiRequest<Params, Query, Body> {
  caller: ApiKey;
  params: Params;
  query: Query;
  body: Body;
  /** What the operation's `read` found; null when the workspace has no such thing. */
  found: string | null;
  deps: ApiDeps;
  log: FastifyBaseLogger;
}

/** `json` is the body's text where it exists already, as Postgres or the storage gave it. */
export type ApiReply = { status: number } & ({ body: unknown } | { json: string | Buffer } | { empty: true });

/** What belongs together in the interface description. */
export const tags = {
  Uploads: 'Where files go before they are submitted.',
  Pricing: 'What files cost, before they are submitted.',
  Submissions: 'Files under analysis, and how far it is.',
  Assets: 'One file of a submission, and what was found in it.',
  Sidekicks: 'The analysers, their rules, thresholds and sources.',
  Webhooks: 'Who is told when an asset ends, and what came of telling.',
  'Beyond the specification':
    'What the service has for webhooks that its specification does not: counted like the rest of them.',
  Sandbox: 'For keys that begin with `sk_test_`.',
} as const;

/** What a route does: how it is described, the shapes it takes and gives, and its handler. */
export interface Operation<Params = never, Query = never, Body = never> {
  /** The operation id of the interface description. */
  id: string;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  /** The errors it can answer with besides those that every operation has. */
  errors: readonly ErrorCode[];
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The body of each success status; null where there is none. */
  responses: Record<number, z.ZodType | null>;
  /** For its answer to be made, where that may take longer than most. */
  answerTimeoutMs?: number;
  /** What it needs of the workspace, by the ids in its path, in their order. */
  read?: WorkspaceRead;
  /** Refuses by what is known before the body is read and any shape is checked. */
  refuse?: (caller: ApiKey, query: Readonly<Record<string, unknown>>) => void;
  handle: (request: ApiRequest<Params, Query, Body>) => ApiReply | Promise<ApiReply>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in the specification, with `{name}` for parameters. */
  path: string;
  bucket: Bucket;
  /** A live key is answered 403. */
  sandboxOnly: boolean;
  // Routes of every shape stand in one table; each operation's own types were checked where it was defined.
  operation: Operation<unknown, unknown, unknown>;
}

/** Keeps an operation's types together while it is written. */
export function operation<Params, Query, Body>(definition: Operation<Params, Query, Body>) {
  return definition as Operation<unknown, unknown, unknown>;
}
