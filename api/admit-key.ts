import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bucket } from '@assay/domain/api-key.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import { ApiError } from '@assay/domain/errors.ts';
import type { ApiKey } from '@assay/storage/accounts/api-keys.ts';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import type { KeyLookup } from '@assay/storage/accounts/key-lookup.ts';
import { readAs, type ReadRequest } from '@assay/storage/accounts/workspace-read.ts';
import type { Admitted } from './add-operation.ts';
import { authenticate, hashKey } from './authenticate.ts';
import { clientAddress } from './client-address.ts';
import { permitEveryOrigin } from './cors.ts';
import type { ApiDeps } from './deps.ts';
import { type LoadShedder, type RequestSlot, tooManyAtOnce } from './load-shedding.ts';
import type { ApiRequest, Route } from './route.ts';

/** An admitted request with an API key, or of a member to a route of a workspace. */
export type AdmittedCaller = Admitted &
  Pick<ApiRequest<unknown, unknown, unknown>, 'caller' | 'actor' | 'found' | 'deps'>;

export function admitKey(
  route: Route,
  deps: ApiDeps,
  loadShedder: LoadShedder,
  lookUp: KeyLookup,
  recordUse: (key: ApiKey) => void,
): (request: FastifyRequest, reply: FastifyReply) => Promise<AdmittedCaller> {
  const { operation } = route;
  return async (request, reply) => {
    permitEveryOrigin(reply);
    const keyHash = hashKey(request.raw, deps.apiKeyHeaderCase);
    const slot = loadShedder.admit(keyHash, reply.raw);
    request.slot = slot;
    const read = readRequestOf(operation, request.params);
    const authenticated = (at: ReadRequest | null) =>
      authenticate(keyHash, lookUp, at).catch((error: unknown) => {
        if (error instanceof ApiError) loadShedder.forget(keyHash);
        throw error;
      });
    const isOverLimit = deps.limiter.isOverLimit(keyHash, route.bucket);
    const { key, found } = await authenticated(isOverLimit ? null : read);
    request.callerId = { keyId: key.id };
    slot.identify(key.workspaceId);
    recordUse(key);
    await countRequest(deps, slot, key, route.bucket, keyHash);
    if (!route.scopes.some((scope) => key.scopes.includes(scope))) {
      throw new ApiError('missing_scope', { values: { scope: route.scopes[0] } });
    }
    if (route.sandboxOnly && key.environment === 'live') throw new ApiError('sandbox_only');
    operation.checkQuery?.(key, request.query as Record<string, unknown>);
    const actor = { kind: 'key', name: key.id, address: clientAddress(request) } as const;
    const confirm = async () => {
      const { key: now } = await authenticated(null);
      if (now.suspended) throw new ApiError('workspace_suspended', { bucket: route.bucket });
    };
    const own = ownDeps(deps, key.workspaceId);
    return {
      slot,
      params: request.params,
      caller: key,
      actor,
      found: isOverLimit && read !== null ? await readAs(own.database, key, read) : found,
      deps: own,
      confirm,
    };
  };
}

/**
 * Counts a request, in the share of its workspace.
 * @param credential see `RateLimiter.consume`
 * @throws {ApiError} 429 if the caller is over its limit, or if the client has disconnected while the request waited
 */
export function countRequest(
  { shares, limiter }: ApiDeps,
  slot: RequestSlot,
  caller: Caller,
  bucket: Bucket,
  credential: Buffer,
): Promise<void> {
  return shares.run(caller.workspaceId, async () => {
    if (slot.isEnded()) throw tooManyAtOnce();
    await limiter.consume(caller, bucket, credential);
  });
}

/** Returns the dependencies of a handler for a workspace, whose statements run in the share of the workspace. */
export const ownDeps = (deps: ApiDeps, workspaceId: string): ApiDeps => ({
  ...deps,
  database: deps.shares.of(workspaceId),
});

/**
 * Returns the database read that a request needs: `read` with the ids in the path. Returns null if the operation
 * declares no read, or if an id is invalid. The handler's validation then rejects the request.
 */
export function readRequestOf(
  { read }: Pick<Route['operation'], 'read'>,
  params: unknown,
): ReadRequest | null {
  if (read === undefined) return null;
  const values = Object.entries(params as Record<string, string>)
    .filter(([name]) => name.endsWith('_id'))
    .map(([, value]) => value);
  return values.every(isUuid) ? { read, values } : null;
}
