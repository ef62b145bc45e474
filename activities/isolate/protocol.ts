import type { Jobs } from './jobs.ts';

export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[1];
export type JobResult<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;

/** What the worker tells its isolate. */
export type ToIsolate =
  | { type: 'run'; job: JobName; input: unknown; sizeBytes: number }
  | { type: 'bytes'; readId: number; bytes: Uint8Array }
  | { type: 'unreadable'; readId: number };

/** What an isolate tells its worker. */
export type FromIsolate =
  | { type: 'ready' }
  | { type: 'read'; readId: number; start: number; end: number }
  | { type: 'progress'; share: number }
  | { type: 'done'; result: unknown }
  | { type: 'failed'; name: string; message: string };
