import { analysisCores } from './analysis-cores.ts';
import { analysisMemory } from './analysis-memory.ts';
import { analysisTime } from './analysis-time.ts';
import type { Benchmark } from './benchmark.ts';
import { createSubmissionStatements } from './create-statements.ts';
import { createSubmissionRate } from './create-submission.ts';
import { deliveryEvents, deliveryStatements } from './deliveries/delivery-costs.ts';
import { deliveryFairness, deliveryFlood } from './deliveries/delivery-fairness.ts';
import { deliveryConnections, deliveryLatency, deliveryRate } from './deliveries/delivery-rate.ts';
import { deliveryWaiting } from './deliveries/delivery-waiting.ts';
import { estimateStatements } from './estimate-statements.ts';
import { measurementReads } from './measurement-reads.ts';
import { documentTime } from './document-time.ts';
import { measurementTime, sandboxOverhead } from './measurement-time.ts';
import { queryPlans } from './query-plans.ts';
import { readIssuesRate } from './read-issues.ts';
import { readSubmissionLatency, readSubmissionRate } from './read-submission.ts';
import { requestCosts } from './request-costs.ts';
import { sidekickDocumentTime } from './sidekick-document-time.ts';
import { assetGrowth, subscriptionGrowth } from './submissions/growth.ts';
import { processorTime } from './submissions/processor-time.ts';
import { liveFairness, queueGrowth, submissionFairness } from './submissions/queue.ts';
import { sandboxLatency, sandboxRate } from './submissions/sandbox.ts';
import { submissionCosts } from './submissions/submission-costs.ts';

/** In the order in which they run: what leaves work behind comes after what is timed. */
export const benchmarks: readonly Benchmark[] = [
  readSubmissionRate,
  readSubmissionLatency,
  readIssuesRate,
  createSubmissionStatements,
  estimateStatements,
  requestCosts,
  submissionCosts,
  createSubmissionRate,
  sandboxRate,
  sandboxLatency,
  processorTime,
  submissionFairness,
  liveFairness,
  queueGrowth,
  assetGrowth,
  subscriptionGrowth,
  deliveryRate,
  deliveryLatency,
  deliveryConnections,
  deliveryStatements,
  deliveryEvents,
  deliveryFairness,
  deliveryFlood,
  deliveryWaiting,
  measurementReads,
  measurementTime,
  documentTime,
  sidekickDocumentTime,
  sandboxOverhead,
  analysisTime,
  analysisMemory,
  analysisCores,
  queryPlans,
];
