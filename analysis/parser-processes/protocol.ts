import { z } from 'zod';
import type { RangedSource } from '../../lib/ranged-source.ts';

/**
 * A function that a parser process runs. Its input and result must support structured clone. The job reads the file
 * through `source` and calls `progress` with the share of the work that is done, from 0 to 1.
 */
export type Job = (source: RangedSource, input: never, progress: (share: number) => void) => unknown;
export type JobTable = Record<string, Job>;

export type JobInput<SomeJob extends Job> = Parameters<SomeJob>[1];
export type JobResult<SomeJob extends Job> = Awaited<ReturnType<SomeJob>>;

/** Messages from the worker to its parser process. */
export type ToChild =
  | { type: 'run'; job: string; input: unknown; sizeBytes: number }
  | { type: 'bytes'; readId: number; bytes: Uint8Array }
  | { type: 'unreadable'; readId: number };

/** A number that may also be infinite or NaN, because a damaged file may contain any offset. */
const anyNumber = z.custom<number>((value) => typeof value === 'number');

/** Messages from a parser process to its worker. */
export const fromChild = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('read'), readId: z.int(), start: anyNumber, end: anyNumber }),
  z.strictObject({ type: z.literal('progress'), share: z.number().min(0).max(1) }),
  z.strictObject({ type: z.literal('done'), result: z.unknown() }),
  z.strictObject({ type: z.literal('failed'), name: z.string().max(100), message: z.string().max(500) }),
]);
export type FromChild = z.infer<typeof fromChild>;
