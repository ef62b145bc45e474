import { v7 as uuidV7 } from 'uuid';
import {
  delivery,
  replayRequest,
  replayResponse,
  sendExampleRequest,
} from '../../domain/contracts/delivery.ts';
import { deliveryPath, subscriptionPath } from '../../domain/contracts/path.ts';
import { ApiError, validationError } from '../../domain/errors.ts';
import { buildEvent, exampleOutcomes, exampleSubject } from '../../domain/event.ts';
import { createQueues } from '../../lib/keyed-queue.ts';
import type { UnstartedDelivery } from '../../storage/postgres/outbox.ts';
import {
  deliveryBody,
  insertExample,
  reopenDeliveries,
  reopenDelivery,
  type Undeliverable,
} from '../../storage/postgres/redeliveries.ts';
import { subscriptionBody } from '../../storage/postgres/subscriptions.ts';
import { readInWorkspace } from '../../storage/postgres/workspace-read.ts';
import type { ApiDeps } from '../deps.ts';
import { type ApiReply, type ApiRequest, operation } from '../route.ts';
import { outboxFull, startLater } from '../start-in-background.ts';

const tag = 'Beyond the specification';

/** Deliveries that one request replays; more come of the next. */
const maxReplayed = 1_000;
/** A workspace that asks for many replays at once takes one connection to Postgres and not all; this many may wait. */
const maxWaitingReplays = 10;
const oneAtATime = createQueues(maxWaitingReplays);

export const readDeliveryRoute = operation({
  id: 'readDelivery',
  tag,
  summary: 'Read a delivery with its payload',
  description: 'What one event was for one subscription: the exact payload, and every attempt.',
  errors: ['subscription_not_found', 'delivery_not_found'],
  params: deliveryPath,
  responses: { 200: delivery },
  read: deliveryBody,
  async handle({ caller, params, found, deps }) {
    const json = found ?? (await refuseUnknown(deps, caller.workspaceId, params.subscription_id));
    return { status: 200, json };
  },
});

export const redeliverRoute = operation({
  id: 'redeliver',
  tag,
  summary: 'Deliver an event again',
  description:
    'Whatever became of the delivery: the next attempt is made at once, with the same `id` and payload, and the schedule ' +
    'of attempts begins anew. An attempt that was scheduled for later is skipped; one that is due or under way counts.',
  errors: ['subscription_not_found', 'delivery_not_found', 'subscription_disabled'],
  params: deliveryPath,
  responses: { 202: delivery },
  async handle({ caller, params, deps, log }) {
    const { workspaceId } = caller;
    const { subscription_id: subscriptionId, event_id: eventId } = params;
    const known = await readInWorkspace(deps.database, deliveryBody, workspaceId, subscriptionId, eventId);
    if (known === null) return refuseUnknown(deps, workspaceId, subscriptionId);
    const reopened = deliverable(
      await reopenDelivery(
        deps.database,
        workspaceId,
        subscriptionId,
        eventId,
        deps.tracing?.traceparent() ?? null,
      ),
    );
    return accepted({ deps, log }, workspaceId, subscriptionId, eventId, reopened);
  },
});

export const replayRoute = operation({
  id: 'replayDeliveries',
  tag,
  summary: 'Deliver all events of a time again',
  description:
    'Each as a single redelivery would, the oldest first, about a thousand in a request. What failed, was skipped, or waits ' +
    'for a later attempt, unless `statuses` says otherwise.',
  errors: ['subscription_not_found', 'subscription_disabled'],
  params: subscriptionPath,
  body: replayRequest,
  responses: { 202: replayResponse },
  async handle({ caller, params, body, deps, log }) {
    const { since, until = null, statuses } = body;
    if (until !== null && Date.parse(until) <= Date.parse(since))
      throw validationError({ field: 'until', message: 'must be later than since' });
    const replayed = oneAtATime(caller.workspaceId, () =>
      reopenDeliveries(
        deps.database,
        caller.workspaceId,
        params.subscription_id,
        { since, until, statuses },
        maxReplayed,
        deps.tracing?.traceparent() ?? null,
      ),
    );
    if (replayed === null) throw new ApiError('too_many_at_once', { retryAfterSeconds: 1 });
    const { deliveries, next } = deliverable(await replayed);
    startLater({ deps, log }, caller.workspaceId, deliveries);
    return { status: 202, body: { redelivered: deliveries.length, next } };
  },
});

export const sendExampleRoute = operation({
  id: 'sendExample',
  tag,
  summary: 'Send an example event to a subscription',
  description:
    'In the form and by the way of real events, to this subscription alone. Its asset and submission are made up: asking ' +
    'for them answers 404.',
  errors: ['subscription_not_found', 'subscription_disabled'],
  params: subscriptionPath,
  body: sendExampleRequest,
  responses: { 202: delivery },
  async handle({ caller, params, body, deps, log }) {
    const { workspaceId } = caller;
    const { subscription_id: subscriptionId } = params;
    const subject = { ...exampleSubject, workspaceId };
    const event = buildEvent(uuidV7(), new Date(), subject, exampleOutcomes[body.eventType]);
    const written = deliverable(
      await insertExample(deps.database, workspaceId, subscriptionId, {
        ...event,
        assetId: null,
        version: null,
        traceparent: deps.tracing?.traceparent() ?? null,
      }),
    );
    if (written === 'unwanted')
      throw validationError({ field: 'eventType', message: 'is not one that the subscription asks for' });
    return accepted({ deps, log }, workspaceId, subscriptionId, event.id, [written]);
  },
});

type Started = Pick<ApiRequest<never, never, never>, 'deps' | 'log'>;

/** What was asked for, unless the subscription does not take deliveries. */
function deliverable<T>(outcome: T | Undeliverable): Exclude<T, Undeliverable> {
  if (outcome === 'unknown') throw new ApiError('subscription_not_found');
  if (outcome === 'disabled') throw new ApiError('subscription_disabled');
  if (outcome === 'full') throw outboxFull();
  return outcome as Exclude<T, Undeliverable>;
}

/** The delivery as it was written, and its start under way. */
async function accepted(
  { deps, log }: Started,
  workspaceId: string,
  subscriptionId: string,
  eventId: string,
  deliveries: readonly UnstartedDelivery[],
): Promise<ApiReply> {
  const json = await readInWorkspace(deps.database, deliveryBody, workspaceId, subscriptionId, eventId);
  // It may have been deleted meanwhile.
  if (json === null) throw new ApiError('subscription_not_found');
  startLater({ deps, log }, workspaceId, deliveries);
  return { status: 202, json };
}

/** 404, for the subscription or, where the workspace has that, for the delivery. */
async function refuseUnknown(deps: ApiDeps, workspaceId: string, subscriptionId: string): Promise<never> {
  const known = await readInWorkspace(deps.database, subscriptionBody, workspaceId, subscriptionId);
  throw new ApiError(known === null ? 'subscription_not_found' : 'delivery_not_found');
}
