import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { subscriptionPath } from '@assay/domain/contracts/fields.ts';
import {
  createdSubscription,
  createSubscriptionRequest,
  listSubscriptionsQuery,
  rotateSecretRequest,
  secretRotation,
  subscription,
  subscriptionPage,
  updateSubscriptionRequest,
} from '@assay/domain/contracts/subscription.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';
import { skipWaitingDeliveries } from '@assay/storage/webhooks/skipped-deliveries.ts';
import { rotateSecret } from '@assay/storage/webhooks/subscription-secrets.ts';
import {
  deleteSubscription,
  insertSubscription,
  listSubscriptions,
  setSubscriptionEnabled,
  subscriptionBody,
} from '@assay/storage/webhooks/subscriptions.ts';
import { hideEndpointPaths, isMember } from '../hide-endpoint-paths.ts';
import { okOr404, operation, type RequestContext } from '../route.ts';

const secretBytes = 32;

export const createSubscriptionRoute = operation({
  id: 'createSubscription',
  tag: 'Webhooks',
  summary: 'Subscribe an endpoint to events',
  description:
    'Only this response contains the signing secret. Deliveries are signed in the Standard Webhooks format.',
  errors: [],
  body: createSubscriptionRequest,
  responses: { 201: createdSubscription },
  async handle({ caller, actor, body, deps }) {
    const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
    const id = uuidV7();
    const stored = deps.secrets.encrypt(secret, id);
    const description = body.description ?? null;
    const created = { id, workspaceId: caller.workspaceId, secret: stored, actor, ...body, description };
    const json = await insertSubscription(deps.database, created, caller.maxSubscriptions);
    if (json === null) {
      const message = `the workspace has reached its limit of ${caller.maxSubscriptions} subscriptions`;
      throw validationError({ field: 'body', message });
    }
    return {
      status: 201,
      location: `/api/integrations/webhooks/subscriptions/${id}`,
      body: { ...(JSON.parse(json) as object), secret },
    };
  },
});

export const listSubscriptionsRoute = operation({
  id: 'listSubscriptions',
  tag: 'Webhooks',
  summary: 'List the subscriptions',
  errors: ['list_timeout'],
  query: listSubscriptionsQuery,
  responses: { 200: subscriptionPage },
  async handle(request) {
    const { caller, deps } = request;
    const query = { ...request.query, originsOnly: isMember(caller) };
    const json = await deps.readList(request, (db) => listSubscriptions(db, caller.workspaceId, query));
    return { status: 200, json };
  },
});

export const readSubscriptionRoute = operation({
  id: 'readSubscription',
  tag: 'Webhooks',
  summary: 'Read a subscription',
  errors: ['subscription_not_found'],
  params: subscriptionPath,
  responses: { 200: subscription },
  read: subscriptionBody,
  handle({ caller, found }) {
    const isHidden = isMember(caller) && caller.role !== 'admin';
    return okOr404(found !== null && isHidden ? hideEndpointPaths(found) : found, 'subscription_not_found');
  },
});

export const updateSubscriptionRoute = operation({
  id: 'updateSubscription',
  tag: 'Webhooks',
  summary: 'Enable or disable a subscription',
  errors: ['subscription_not_found'],
  params: subscriptionPath,
  body: updateSubscriptionRequest,
  responses: { 200: subscription },
  async handle({ caller, actor, params, body, deps, log }) {
    const { workspaceId } = caller;
    const { subscription_id: id } = params;
    const json = await setSubscriptionEnabled(deps.database, workspaceId, id, body.enabled, actor);
    if (json !== null && !body.enabled) await skipWaiting({ deps, log }, workspaceId, id);
    return okOr404(json, 'subscription_not_found');
  },
});

export const deleteSubscriptionRoute = operation({
  id: 'deleteSubscription',
  tag: 'Webhooks',
  summary: 'Delete a subscription',
  description: 'Deliveries to the subscription stop, including their retries.',
  errors: ['subscription_not_found'],
  params: subscriptionPath,
  responses: { 204: null },
  async handle({ caller, actor, params, deps, log }) {
    const { workspaceId } = caller;
    const deleted = await deleteSubscription(deps.database, workspaceId, params.subscription_id, actor);
    if (!deleted) throw new ApiError('subscription_not_found');
    await skipWaiting({ deps, log }, workspaceId, params.subscription_id);
    return { status: 204, empty: true };
  },
});

/**
 * Skips the deliveries of a disabled or deleted subscription that wait for their next attempt. If this fails, the error
 * is logged, and each delivery is skipped when its next attempt is due.
 */
async function skipWaiting(
  { deps, log }: RequestContext,
  workspaceId: string,
  subscriptionId: string,
): Promise<void> {
  try {
    await skipWaitingDeliveries(deps.database, workspaceId, subscriptionId);
  } catch (error) {
    log.warn(
      { err: error, subscriptionId },
      'waiting deliveries not skipped; each is skipped when it is due',
    );
  }
}

/**
 * Replaces the signing secret of a subscription. The caller chooses the new secret, because the specification allows
 * only the response that creates a subscription to contain a secret.
 */
export const rotateSecretRoute = operation({
  id: 'rotateSecret',
  tag: 'Webhooks',
  summary: 'Rotate the secret of a subscription',
  description:
    'You choose the new secret. Until the overlap ends, deliveries carry two signatures, one with the new secret and one ' +
    'with the previous one. Repeating the request changes nothing. Repeating it with a shorter overlap shortens the overlap.',
  errors: ['subscription_not_found'],
  params: subscriptionPath,
  body: rotateSecretRequest,
  responses: { 200: secretRotation },
  async handle({ caller, actor, params, body, deps }) {
    const { secret, overlapSeconds } = body;
    const json = await rotateSecret(
      deps.database,
      deps.secrets,
      caller.workspaceId,
      params.subscription_id,
      secret,
      overlapSeconds,
      actor,
    );
    return okOr404(json, 'subscription_not_found');
  },
});
