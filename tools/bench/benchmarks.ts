import { analysisTime } from './analysis-time.ts';
import type { Benchmark } from './benchmark.ts';
import { checkStart, checkTime } from './check-time.ts';
import { createSubmissionRate } from './create-submission.ts';
import { deliveryFairness, deliveryFlood } from './deliveries/delivery-fairness.ts';
import { deliveryLatency, deliveryRate } from './deliveries/delivery-rate.ts';
import { deliveryBacklog } from './deliveries/waiting-deliveries.ts';
import { measurementReads } from './measurement-reads.ts';
import { queryPlans } from './query-plans.ts';
import { readSubmissionRate } from './read-submission.ts';
import { sandboxRate } from './sandbox-rate.ts';
import { submissionCosts } from './submission-costs.ts';
import { textReading, textReadingNone } from './text-reading.ts';

/**
 * All benchmarks, in the order in which they run. Benchmarks that leave background work behind run after the timed
 * reads.
 */
export const benchmarks: readonly Benchmark[] = [
  readSubmissionRate,
  submissionCosts,
  createSubmissionRate,
  sandboxRate,
  deliveryRate,
  deliveryLatency,
  deliveryFairness,
  deliveryFlood,
  deliveryBacklog,
  measurementReads,
  analysisTime,
  checkTime,
  checkStart,
  textReading,
  textReadingNone,
  queryPlans,
];
