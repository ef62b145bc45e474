import { z } from 'zod';
import type { ResultSchemas } from '../../parsers/protocol.ts';
import type { ReaderJobs } from './reader-jobs.ts';
import { maxCharacters, maxLines, maxReadings } from './reader-limits.ts';

// Results come from a process that a hostile picture may have taken over. These schemas limit every number, text and
// list.

const text = z
  .string()
  .max(maxCharacters)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u);
const side = z.int().min(0);
const letters = z.strictObject({
  capitalHeight: z.number().min(0).nullable(),
  lowerCaseHeight: z.number().min(0).nullable(),
  contrast: z.number().min(1).max(21),
  isOnBlock: z.boolean(),
});
const line = z.strictObject({
  text,
  confidence: z.number().min(0).max(1),
  box: z
    .tuple([side, side, side, side])
    .refine(([left, top, right, bottom]) => left <= right && top <= bottom),
  letters: letters.nullable(),
});

const place = z.strictObject({
  line,
  isText: z.boolean(),
  readings: z.int().min(1).max(maxReadings),
  known: z.int().min(0).nullable(),
});

export const readerResults: ResultSchemas<ReaderJobs> = {
  loadModels: z.literal(true),
  readPicture: z.strictObject({ places: z.array(place).max(maxLines), computeMs: z.number().min(0) }),
};
