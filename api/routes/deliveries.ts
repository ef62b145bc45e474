import {
  attemptList,
  listDeliveriesQuery,
  submissionDeliveryList,
} from '@assay/domain/contracts/delivery.ts';
import { submissionPath, subscriptionPath, wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { readDeliveries, submissionDeliveries } from '@assay/storage/webhooks/delivery-history.ts';
import { hideEndpointPaths, isMember } from '../hide-endpoint-paths.ts';
import { readListAs } from '../list-reader.ts';
import { okOr404, operation } from '../route.ts';

export const listDeliveriesRoute = operation({
  id: 'listDeliveries',
  tag: 'Webhooks',
  summary: 'List the delivery attempts of a subscription',
  description: 'Newest first. Scheduled attempts are included.',
  errors: ['subscription_not_found', 'list_timeout'],
  params: subscriptionPath,
  query: listDeliveriesQuery,
  responses: { 200: attemptList },
  async handle(request) {
    const { caller, params, query, deps } = request;
    const { status = null, limit } = query;
    const json = await deps.readList(request, (db) =>
      readDeliveries(db, caller.workspaceId, params.subscription_id, status, limit),
    );
    return okOr404(json, 'subscription_not_found');
  },
});

export const listSubmissionDeliveriesRoute = operation({
  id: 'listSubmissionDeliveries',
  tag: 'Submissions',
  summary: 'List the deliveries of the events of a submission',
  description: 'Newest first, at most 200. Deliveries to deleted subscriptions are left out.',
  errors: ['submission_not_found', 'list_timeout'],
  params: submissionPath,
  query: wholeListQuery,
  responses: { 200: submissionDeliveryList },
  async handle(request) {
    const { caller, params } = request;
    const list = { read: submissionDeliveries, values: [params.submission_id] };
    const json = await readListAs(request, list);
    return okOr404(
      json !== null && isMember(caller) ? hideEndpointPaths(json) : json,
      'submission_not_found',
    );
  },
});
