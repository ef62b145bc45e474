import { Histogram, type Registry } from 'prom-client';
import type { AttemptObserver } from '../activities/deliver/make-attempt.ts';

const exchangeBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 60, 300];
/** Histogram buckets in seconds. The last (four days) exceeds the default retry schedule (three days). */
const lagBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43200, 86400, 259200, 345600];

/** Adds metrics of webhook attempts and of their delay after the event. Returns the recorder of attempts. */
export function createDeliveryMetrics(registry: Registry): AttemptObserver {
  const registers = [registry];
  const attempts = new Histogram({
    registers,
    name: 'assay_delivery_attempt_duration_seconds',
    help: 'Duration of webhook attempts, by result: succeeded, or the class of the error',
    labelNames: ['result'],
    buckets: exchangeBuckets,
  });
  const firstLag = new Histogram({
    registers,
    name: 'assay_delivery_first_attempt_lag_seconds',
    help: 'Time from the creation of an event to the first attempt to deliver it',
    buckets: lagBuckets,
  });
  const lag = new Histogram({
    registers,
    name: 'assay_delivery_lag_seconds',
    help: 'Time from the creation of an event to its receipt by an endpoint',
    buckets: lagBuckets,
  });

  return ({ result, position, durationMs, sinceEventMs }) => {
    attempts.observe({ result }, durationMs / 1000);
    if (sinceEventMs === null) return;
    if (position === 1) firstLag.observe(sinceEventMs / 1000);
    if (result === 'succeeded') lag.observe((sinceEventMs + durationMs) / 1000);
  };
}
