import { z } from 'zod';
import { eventTypes } from '../event.ts';
import { count, queryInteger, timestamp } from './fields.ts';

const attemptStatuses = ['succeeded', 'failed', 'pending', 'skipped'] as const;

export const listDeliveriesQuery = z.object({
  status: z.enum(attemptStatuses).optional().meta({ description: 'Only attempts with this status.' }),
  limit: queryInteger(1, 200, 50).meta({ description: 'At most so many attempts, the newest.' }),
});

export const attempt = z
  .strictObject({
    id: z.guid(),
    eventId: z.string(),
    eventType: z.enum(eventTypes),
    status: z.enum(attemptStatuses),
    attemptNumber: z.int().min(1),
    createdAt: timestamp.meta({
      description: 'When the attempt was made; for one that is pending, when it was scheduled.',
    }),
    responseStatus: z.int().nullable(),
    durationMs: count.nullable(),
    error: z.string().nullable().meta({ description: 'The class of the fault, a colon, and what happened.' }),
    nextAttemptAt: timestamp.nullable(),
  })
  .meta({ id: 'Attempt' });

/** Newest attempt first. `total` counts all attempts that match the filter, before `limit`. */
export const attemptList = z
  .strictObject({ attempts: z.array(attempt).meta({ description: 'Newest first.' }), total: count })
  .meta({ id: 'AttemptList' });

/** The delivery of one event to one subscription, newest attempt first; `total` counts all attempts. */
export const delivery = z
  .strictObject({
    subscriptionId: z.guid(),
    eventId: z.guid(),
    eventType: z.enum(eventTypes),
    status: z.enum(attemptStatuses).meta({ description: 'That of its last attempt.' }),
    payload: z.string().meta({ description: 'The exact text of the body of every attempt.' }),
    createdAt: timestamp,
    completedAt: timestamp.nullable(),
    attempts: z.array(attempt).meta({ description: 'Newest first, at most 200.' }),
    total: count,
  })
  .meta({ id: 'Delivery' });

const maxInstantCharacters = 40;

/**
 * A date and time with offset (RFC 3339), converted to UTC. A time in UTC keeps its microseconds; others lose
 * them.
 */
const instant = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 date and time, as in 2026-01-15T09:30:00Z' })
  .max(maxInstantCharacters)
  .transform((text) => (text.endsWith('Z') ? text : new Date(text).toISOString()))
  .refine((text) => /^\d{4}/.test(text) && !text.startsWith('0000'), 'must be in the years 1 to 9999')
  .meta({ describedAs: { type: 'string', format: 'date-time', maxLength: maxInstantCharacters } });

export const replayRequest = z
  .object({
    since: instant.meta({ description: 'Events that were made then or later.' }),
    until: instant.nullish().meta({ description: 'Only events that were made before. Absent: all.' }),
    statuses: z
      .array(z.enum(attemptStatuses))
      .min(1)
      .default(['pending', 'failed', 'skipped'])
      .meta({ description: 'Only deliveries that stand so. Absent: those that have not succeeded.' }),
  })
  .meta({ id: 'ReplayRequest' });

export const replayResponse = z
  .strictObject({
    redelivered: count.meta({ description: 'The number of deliveries that were begun anew.' }),
    next: z.iso.datetime().nullable().meta({
      description: 'Where there were more than one request replays: the `since` of the next. Else null.',
    }),
  })
  .meta({ id: 'ReplayResponse' });

export const sendExampleRequest = z
  .object({ eventType: z.enum(eventTypes) })
  .meta({ id: 'SendExampleRequest' });
