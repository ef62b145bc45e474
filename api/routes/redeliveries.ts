import { v7 as uuidV7 } from 'uuid';
import {
  delivery,
  replayRequest,
  replayResult,
  sendExampleRequest,
} from '@assay/domain/contracts/delivery.ts';
import { deliveryPath, subscriptionPath } from '@assay/domain/contracts/fields.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';
import { buildEvent, exampleOutcomes, exampleSubject } from '@assay/domain/event.ts';
import {
  deliveryBody,
  insertExample,
  reopenDeliveries,
  reopenDelivery,
  type Undeliverable,
} from '@assay/storage/webhooks/redeliveries.ts';
import { subscriptionBody } from '@assay/storage/webhooks/subscriptions.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import type { ApiDeps } from '../deps.ts';
import { readListAs } from '../list-reader.ts';
import { type ApiReply, operation } from '../route.ts';
import { outboxFullError } from '../start-in-background.ts';

const tag = 'Webhooks';

/**
 * Number of deliveries that one replay request restarts. Deliveries written at the same time as the last one are added.
 * Clients send `next` of the response as `since` of the next request.
 */
const maxReplayed = 1_000;

export const readDeliveryRoute = operation({
  id: 'readDelivery',
  tag,
  summary: 'Read a delivery with its payload',
  description:
    'Returns the exact payload of one event for one subscription, and every attempt to deliver it.',
  errors: ['subscription_not_found', 'delivery_not_found', 'list_timeout'],
  params: deliveryPath,
  responses: { 200: delivery },
  async handle(request) {
    const { caller, params, deps } = request;
    const list = { read: deliveryBody, values: [params.subscription_id, params.event_id] };
    const json = await readListAs(request, list);
    return {
      status: 200,
      json: json ?? (await throwNotFound(deps, caller.workspaceId, params.subscription_id)),
    };
  },
});

export const redeliverRoute = operation({
  id: 'redeliver',
  tag,
  summary: 'Deliver an event again',
  description:
    'Works for deliveries in any state. The next attempt is made at once, with the same `id` and payload, and the retry ' +
    'schedule starts over. An attempt scheduled for later is skipped. If an attempt is due or in progress, that attempt ' +
    'is the redelivery.',
  errors: ['subscription_not_found', 'delivery_not_found', 'subscription_disabled'],
  params: deliveryPath,
  responses: { 202: delivery },
  async handle({ caller, actor, params, deps }) {
    const { workspaceId } = caller;
    const { subscription_id: subscriptionId, event_id: eventId } = params;
    const json = await readInWorkspace(deps.database, deliveryBody, workspaceId, subscriptionId, eventId);
    if (json === null) return throwNotFound(deps, workspaceId, subscriptionId);
    const redelivered = deps.workspaceLimits.enqueueRedelivery(workspaceId, () =>
      reopenDelivery(
        deps.database,
        workspaceId,
        subscriptionId,
        eventId,
        deps.tracing?.traceparent() ?? null,
        actor,
      ),
    );
    if (redelivered === null) throw new ApiError('too_many_at_once', { retryAfterSeconds: 1 });
    deliverable(await redelivered);
    return accept(deps, workspaceId, subscriptionId, eventId);
  },
});

export const replayRoute = operation({
  id: 'replayDeliveries',
  tag,
  summary: 'Deliver the events of a period again',
  description:
    'Redelivers each event of the period, oldest first, about 1,000 in one request. By default these are the deliveries ' +
    'that failed, were skipped or wait for a later attempt. `statuses` selects others.',
  errors: ['subscription_not_found', 'subscription_disabled'],
  params: subscriptionPath,
  body: replayRequest,
  responses: { 202: replayResult },
  async handle({ caller, actor, params, body, deps }) {
    const { since, until = null, statuses } = body;
    if (until !== null && Date.parse(until) <= Date.parse(since))
      throw validationError({ field: 'until', message: 'must be later than since' });
    const replayed = deps.workspaceLimits.enqueueReplay(caller.workspaceId, () =>
      reopenDeliveries(
        deps.database,
        caller.workspaceId,
        params.subscription_id,
        { since, until, statuses },
        maxReplayed,
        deps.tracing?.traceparent() ?? null,
        actor,
      ),
    );
    if (replayed === null) throw new ApiError('too_many_at_once', { retryAfterSeconds: 1 });
    const { deliveries, next } = deliverable(await replayed);
    return { status: 202, body: { redelivered: deliveries.length, next } };
  },
});

export const sendExampleRoute = operation({
  id: 'sendExample',
  tag,
  summary: 'Send an example event to a subscription',
  description:
    'Sends an event to this subscription only. It is signed, delivered and retried like a real event. Its asset and ' +
    'submission do not exist, so reading them returns 404.',
  errors: ['subscription_not_found', 'subscription_disabled'],
  params: subscriptionPath,
  body: sendExampleRequest,
  responses: { 202: delivery },
  async handle({ caller, actor, params, body, deps }) {
    const { workspaceId } = caller;
    const { subscription_id: subscriptionId } = params;
    const subject = { ...exampleSubject, workspaceId };
    const event = buildEvent(uuidV7(), new Date(), subject, exampleOutcomes[body.eventType]);
    const created = deliverable(
      await insertExample(
        deps.database,
        workspaceId,
        subscriptionId,
        { ...event, assetId: null, version: null, traceparent: deps.tracing?.traceparent() ?? null },
        actor,
      ),
    );
    if (created === 'unsubscribed')
      throw validationError({
        field: 'eventType',
        message: 'is not among the event types of the subscription',
      });
    return accept(deps, workspaceId, subscriptionId, event.id);
  },
});

/**
 * Returns `outcome` unless it is an error. Throws the matching API error if the subscription does not exist or is
 * disabled, or if the workspace's outbox is full.
 */
function deliverable<T>(outcome: T | Undeliverable): Exclude<T, Undeliverable> {
  if (outcome === 'unknown') throw new ApiError('subscription_not_found');
  if (outcome === 'disabled') throw new ApiError('subscription_disabled');
  if (outcome === 'full') throw outboxFullError();
  return outcome as Exclude<T, Undeliverable>;
}

/** Returns a 202 with the stored delivery of the event to the subscription. */
async function accept(
  deps: ApiDeps,
  workspaceId: string,
  subscriptionId: string,
  eventId: string,
): Promise<ApiReply> {
  const json = await readInWorkspace(deps.database, deliveryBody, workspaceId, subscriptionId, eventId);
  // The delivery is missing because the subscription has been deleted since the write.
  if (json === null) throw new ApiError('subscription_not_found');
  return { status: 202, json };
}

/** Throws `subscription_not_found` if the workspace has no such subscription, and otherwise `delivery_not_found`. */
async function throwNotFound(deps: ApiDeps, workspaceId: string, subscriptionId: string): Promise<never> {
  const json = await readInWorkspace(deps.database, subscriptionBody, workspaceId, subscriptionId);
  throw new ApiError(json === null ? 'subscription_not_found' : 'delivery_not_found');
}
