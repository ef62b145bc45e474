import { createKeyWithinLimits, keyPrefixes } from '@assay/storage/accounts/create-key.ts';
import { findScopeFault, scopes as allScopes } from '@assay/domain/api-key.ts';
import { createKeyRequest, keyPath } from '@assay/domain/contracts/console.ts';
import { wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';
import { listApiKeys, revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import { readPlan } from '@assay/storage/accounts/plans.ts';
import { consoleOperation } from '../workspace-route.ts';

/**
 * Lists the API keys of the workspace, including revoked ones. `keyDays` is the number of days after which new keys
 * expire at the latest, as the plan sets.
 */
export const listKeysRoute = consoleOperation({
  query: wholeListQuery,
  async handle(request) {
    const { caller, deps } = request;
    const keys = await deps.readList(request, (db) => listApiKeys(db, caller.workspaceId));
    const items = keys.map(({ workspaceId: _, hint, createdBy, createdByName, ...key }) => ({
      ...key,
      prefix: keyPrefixes[key.environment],
      lastFour: hint,
      createdBy: createdBy === null ? null : { id: createdBy, name: createdByName },
    }));
    const { keyDays } = (await readPlan(deps.database, caller.plan))!;
    return { status: 200, body: { items, keyDays } };
  },
});

/**
 * Limits of the keys that members create. Without the limit per day, an admin could create and revoke keys to get new
 * rate limits all the time. Operators can create more keys.
 */
const limits = { usable: 50, perDay: 100 };

/**
 * Creates an API key. Only this response contains the key. The key expires at the requested time, or at the time that
 * the plan sets, if that is earlier.
 */
export const createKeyRoute = consoleOperation({
  body: createKeyRequest,
  async handle({ caller: { workspaceId }, actor, body, deps }) {
    const { name, environment, scopes = allScopes, expiresAt } = body;
    const fault = findScopeFault(environment, scopes);
    if (fault !== null) throw validationError({ field: 'scopes', message: fault });
    const expiry = expiresAt === undefined ? 'by plan' : { withinPlan: new Date(expiresAt) };
    const created = await createKeyWithinLimits(
      deps.database,
      { workspaceId, environment, expiresAt: expiry, name, scopes },
      actor,
      limits,
    );
    if (created === 'usable') throw new ApiError('too_many_keys', { values: { max: limits.usable } });
    if ('retryAfterSeconds' in created) throw new ApiError('too_many_new_keys', created);
    const { workspaceId: _, ...shown } = created;
    return { status: 201, body: shown };
  },
});

export const revokeKeyRoute = consoleOperation({
  params: keyPath,
  async handle({ caller, actor, params, deps }) {
    const revoked = await revokeApiKey(deps.database, params.keyId, actor, caller.workspaceId);
    if (revoked === null) throw new ApiError('api_key_not_found');
    return { status: 204, empty: true };
  },
});
