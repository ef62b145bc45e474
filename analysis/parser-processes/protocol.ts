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

/** Messages from a parser process to its worker. */
export type FromChild =
  | { type: 'ready' }
  | { type: 'read'; readId: number; start: number; end: number }
  | { type: 'progress'; share: number }
  | { type: 'done'; result: unknown }
  | { type: 'failed'; name: string; message: string };
