import type { Benchmark } from './benchmark.ts';
import { createSubmissionRate } from './create-submission.ts';
import { readIssuesRate } from './read-issues.ts';
import { readSubmissionLatency, readSubmissionRate } from './read-submission.ts';

/** In the order in which they run: what leaves work behind comes after what is timed. */
export const benchmarks: readonly Benchmark[] = [
  readSubmissionRate,
  readSubmissionLatency,
  readIssuesRate,
  createSubmissionRate,
];
