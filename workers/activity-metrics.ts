import { type ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { RunSidekickInput } from '../activities/analyse/run-sidekick.ts';
import { isAccessDenied } from '../activities/outages.ts';
import { accessDeniedType } from '@assay/domain/outages.ts';
import { findSidekick } from '@assay/analysis/sidekicks/catalogue.ts';

/** Histogram buckets in seconds, from a Postgres query to the decoding of a feature film. */
const workBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 14400];

/** Adds metrics of activities and sidekick runs to a registry. Returns the interceptor that records the metrics. */
export function createActivityMetrics(registry: Registry): ActivityInterceptorsFactory {
  const registers = [registry];
  const activities = new Histogram({
    registers,
    name: 'assay_activity_duration_seconds',
    help: 'Duration of activity attempts, by type and outcome: completed, failed, failed_non_retryable, access_denied or cancelled',
    labelNames: ['activity_type', 'outcome'],
    buckets: workBuckets,
  });
  const active = new Gauge({
    registers,
    name: 'assay_activities_active',
    help: 'Activities in progress, by type',
    labelNames: ['activity_type'],
  });
  const sidekicks = new Histogram({
    registers,
    name: 'assay_sidekick_run_duration_seconds',
    help: 'Duration of sidekick runs, by code (own for custom sidekicks at HTTPS endpoints) and outcome as for activities',
    labelNames: ['sidekick', 'outcome'],
    buckets: workBuckets,
  });
  return (context) => ({
    inbound: {
      async execute(input, next) {
        const type = context.info.activityType;
        const startedAt = performance.now();
        active.inc({ activity_type: type });
        let outcome: Outcome = 'completed';
        try {
          return await next(input);
        } catch (error) {
          outcome = context.cancellationSignal.aborted ? 'cancelled' : outcomeOf(error);
          throw error;
        } finally {
          active.dec({ activity_type: type });
          const seconds = (performance.now() - startedAt) / 1000;
          activities.observe({ activity_type: type, outcome }, seconds);
          const sidekick = sidekickOf(type, input.args[0]);
          if (sidekick !== null) sidekicks.observe({ sidekick, outcome }, seconds);
        }
      },
    },
  });
}

type Outcome = 'completed' | 'failed' | 'failed_non_retryable' | 'access_denied' | 'cancelled';

function outcomeOf(error: unknown): Outcome {
  if (error instanceof CancelledFailure) return 'cancelled';
  const { type, nonRetryable } = error as Partial<ApplicationFailure>;
  if (type === accessDeniedType || isAccessDenied(error)) return 'access_denied';
  return nonRetryable === true ? 'failed_non_retryable' : 'failed';
}

/**
 * Returns the value of the sidekick label; null for activities that run no sidekick. All custom sidekicks have the
 * value `own`, because the number of their codes is unbounded.
 */
function sidekickOf(activityType: string, input: unknown): string | null {
  if (activityType === 'callSidekick') return 'own';
  if (activityType !== 'runSidekick') return null;
  return findSidekick((input as RunSidekickInput).sidekickId)?.code ?? null;
}
