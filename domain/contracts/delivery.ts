import { z } from 'zod';
import { eventTypes } from '../event.ts';
import { count, queryInteger, timestamp } from './fields.ts';

export const attemptStatuses = ['succeeded', 'failed', 'pending', 'skipped'] as const;

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

/** Newest first. `total` counts what the filter matches, before `limit`. */
export const attemptList = z
  .strictObject({ attempts: z.array(attempt).meta({ description: 'Newest first.' }), total: count })
  .meta({ id: 'AttemptList' });
