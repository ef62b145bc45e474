import type { z } from 'zod';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

/**
 * A function that a parser process runs. Its input and result must be JSON values. The result may also have a property
 * `bytes`, a `Uint8Array` of at most `JobOptions.maxResultBytes` bytes. The job reads the file through `source` and
 * calls `progress` with the share of the work that is done, from 0 to 1.
 */
export type Job = (source: RangedSource, input: never, progress: (share: number) => void) => unknown;
export type JobTable = Record<string, Job>;

export type JobInput<SomeJob extends Job> = Parameters<SomeJob>[1];
export type JobResult<SomeJob extends Job> = Awaited<ReturnType<SomeJob>>;

/** Schemas of the results, by job. Results are checked, because a hostile file may have taken over the process. */
export type ResultSchemas<Jobs extends JobTable> = {
  readonly [Name in keyof Jobs]: z.ZodType<JobResult<Jobs[Name]>>;
};

/** Messages from the worker to its parser process. The bytes that were read follow the message `bytes`. */
export type ToChild =
  | { type: 'run'; job: string; input: unknown; sizeBytes: number }
  | { type: 'bytes'; readId: number }
  | { type: 'unreadable'; readId: number };

/** Maximum length of the message with a result in bytes. Results quote the file. */
export const maxJsonResultBytes = 4 * 2 ** 20;
/** Maximum length of every other message from a parser process in bytes. A job may send thousands of them. */
export const maxMessageBytes = 8 * 2 ** 10;
/** Number of a parser process's file descriptor for messages in both directions. */
export const channelDescriptor = 3;
/** Minimum difference between the shares (0–1) of two successive progress reports. */
export const progressStep = 0.001;

/** Messages from a parser process to its worker. The property `bytes` of a result follows the message `done`. */
export type FromChild =
  | { type: 'ready' }
  | { type: 'read'; readId: number; start: number; end: number }
  | { type: 'progress'; share: number }
  | { type: 'done'; result?: unknown }
  | { type: 'failed'; name: string; message: string };
