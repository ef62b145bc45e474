import { z } from 'zod';
import {
  count,
  eventType,
  instant,
  nullableTimestampOf,
  optional,
  optionalWithDefault,
  queryInteger,
  timestampOf,
} from './fields.ts';

const deliveryStatus = z.enum(['succeeded', 'failed', 'pending', 'skipped']).meta({
  id: 'DeliveryStatus',
  description:
    '`succeeded`: the endpoint returned a 2xx. `failed`: it did not. `pending`: scheduled or in progress. ' +
    '`skipped`: not sent; `error` has the reason.',
});

export const listDeliveriesQuery = z.strictObject({
  status: deliveryStatus.optional().describe('Only attempts with this status. Absent: all.'),
  limit: queryInteger(1, 200, 50).describe('Maximum number of attempts to return, newest first.'),
});

export const attempt = z
  .strictObject({
    id: z.guid().describe('Identifier of the attempt.'),
    eventId: z
      .string()
      .describe('Identifier of the event. It is also the `id` in the payload and the header `webhook-id`.'),
    eventType,
    status: deliveryStatus,
    attemptNumber: z.int().min(1).describe('Number of the attempt within its delivery, starting at 1.'),
    createdAt: timestampOf('When the attempt was made. For a pending attempt, when it was scheduled.'),
    responseStatus: z
      .int()
      .nullable()
      .describe('HTTP status that the endpoint returned. Null if there was no response.'),
    durationMs: count
      .nullable()
      .describe('Duration of the attempt in milliseconds. Null if the attempt was not made.'),
    error: z
      .string()
      .nullable()
      .describe(
        'The kind of error, a colon, and the reason. For example `status: HTTP 503`. ' +
          'Null if the attempt is pending, or succeeded without a note. The notes are `interrupted: …` if a worker stopped during an earlier request of the attempt, and `resent: …` if the request was sent on two connections.',
      ),
    nextAttemptAt: nullableTimestampOf(
      'When the next attempt is due; for a pending attempt, when it is due itself. Null if none follows.',
    ),
  })
  .meta({ id: 'Attempt', description: 'An attempt to deliver an event to a subscription.' });

export const attemptList = z
  .strictObject({
    attempts: z.array(attempt).describe('The attempts that match the filter, newest first, at most `limit`.'),
    total: count.describe('Number of attempts that match the filter, regardless of `limit`.'),
  })
  .meta({ id: 'AttemptList', description: 'The delivery history of a subscription.' });

export const delivery = z
  .strictObject({
    subscriptionId: z.guid().describe('The subscription that receives the event.'),
    eventId: z
      .guid()
      .describe('Identifier of the event. It is also the `id` in the payload and the header `webhook-id`.'),
    eventType,
    status: deliveryStatus.describe('The status of the last attempt.'),
    payload: z
      .string()
      .describe('The exact body of every attempt, as JSON text. The signature covers this text.'),
    createdAt: timestampOf('When the event occurred.'),
    completedAt: nullableTimestampOf('When the last attempt ended. Null while an attempt is pending.'),
    attempts: z.array(attempt).describe('The attempts, newest first, at most 200.'),
    total: count.describe('Number of attempts, including those beyond the first 200.'),
  })
  .meta({ id: 'Delivery', description: 'One event for one subscription.' });

const submissionDelivery = z
  .strictObject({
    eventId: delivery.shape.eventId,
    eventType,
    assetId: z.guid().describe('The asset that the event is about.'),
    subscriptionId: delivery.shape.subscriptionId,
    endpointUrl: z.string().describe('The URL of the subscription.'),
    status: delivery.shape.status,
    attemptCount: count.describe('Number of attempts that were made or skipped.'),
    error: z
      .string()
      .nullable()
      .describe('The error of the last attempt, as in `Attempt`. Null if it succeeded or none was made.'),
    nextAttemptAt: nullableTimestampOf('When the next attempt is due. Null if none follows.'),
    createdAt: delivery.shape.createdAt,
    completedAt: delivery.shape.completedAt,
  })
  .meta({ id: 'SubmissionDelivery', description: 'An event of a submission for one subscription.' });

export const submissionDeliveryList = z
  .strictObject({
    deliveries: z.array(submissionDelivery).describe('Newest first, at most 200, of the 200 newest events.'),
  })
  .meta({ id: 'SubmissionDeliveryList', description: 'The deliveries of the events of a submission.' });

export const replayRequest = z
  .object({
    since: instant('2026-01-15T09:30:00Z').describe(
      'Start of the period: only events that occurred at this time or later. ISO 8601.',
    ),
    until: optional(instant('2026-01-16T09:30:00Z')).describe(
      'End of the period: only events that occurred before this time. ISO 8601. Absent or null: no end.',
    ),
    statuses: optionalWithDefault(z.array(deliveryStatus).min(1), ['pending', 'failed', 'skipped']).describe(
      'Only deliveries with one of these statuses. Absent or null: those that have not succeeded (`pending`, `failed`, ' +
        '`skipped`).',
    ),
  })
  .meta({ id: 'ReplayRequest', description: 'The period whose events are delivered again.' });

export const replayResult = z
  .strictObject({
    redelivered: count.describe('Number of deliveries that were started again.'),
    next: z.iso
      .datetime()
      .nullable()
      .describe(
        'The `since` of the next request, if the period has more events. Null if all were handled. ISO 8601.',
      ),
  })
  .meta({ id: 'ReplayResult', description: 'The result of a replay.' });

export const sendExampleRequest = z
  .object({ eventType })
  .meta({ id: 'SendExampleRequest', description: 'The example event to send.' });
