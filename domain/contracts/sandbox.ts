import { z } from 'zod';
import { isStorableText } from '../characters.ts';
import { eventTypes } from '../event.ts';

export const fireEventRequest = z.object({
  eventType: z.enum(eventTypes),
  submissionId: z.guid(),
  /** Used with the failed event. */
  errorMessage: z
    .string()
    .max(10_000)
    .refine(isStorableText, 'must be well-formed text without NUL')
    .optional(),
});

/** The number of subscriptions notified, summed over the assets of the submission. */
export const fireEventResponse = z.strictObject({ dispatched: z.int() });
