import { z } from 'zod';
import { eventTypes } from '../event.ts';

export const attemptStatuses = ['succeeded', 'failed', 'pending', 'skipped'] as const;

export const listDeliveriesQuery = z.object({
  status: z.enum(attemptStatuses).optional(),
  limit: z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be an integer from 1 to 200')
    .transform(Number)
    .pipe(z.int().min(1).max(200))
    .default(50),
});

/** Newest first. `total` counts what the filter matches, before `limit`. */
export const attemptList = z.strictObject({
  attempts: z.array(
    z.strictObject({
      id: z.guid(),
      eventId: z.string(),
      eventType: z.enum(eventTypes),
      status: z.enum(attemptStatuses),
      attemptNumber: z.int(),
      /** When the attempt was made; for one that is pending, when it was scheduled. */
      createdAt: z.iso.datetime(),
      responseStatus: z.int().nullable(),
      durationMs: z.int().nullable(),
      error: z.string().nullable(),
      nextAttemptAt: z.iso.datetime().nullable(),
    }),
  ),
  total: z.int(),
});
