import {
  CancellationScope,
  isCancellation,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { maxPendingDays, outcomesOf, submissionOutcome } from '@assay/domain/sandbox.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import type { ProcessSubmissionInput } from '@assay/domain/workflow-inputs.ts';
import { recordSandbox } from './activities.ts';

/**
 * Simulates a sandbox submission. Waits for the requested delay, then records the outcome that each asset's marker
 * requests. It records nothing if the worker that starts the workflow does so.
 */
export async function simulateSubmission(input: ProcessSubmissionInput): Promise<void> {
  const { assets, simulationDelaySeconds, isRecordedByStarter = false } = input;
  const requested = outcomesOf(input);
  if (simulationDelaySeconds > 0)
    await waitOrCancelled(simulationDelaySeconds * 1000, 'simulated processing');
  if (requested.outcomes.length > 0 && !isRecordedByStarter) {
    await CancellationScope.nonCancellable(() => recordSandbox(requested));
  }
  // The starter sets the outcome of a submission without a delay. Earlier releases did not.
  if (workflowInfo().typedSearchAttributes.get(searchAttributes.outcome) === undefined)
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: submissionOutcome(assets) }]);
  if (requested.outcomes.length < assets.length) {
    await waitOrCancelled(maxPendingDays * 24 * 3_600_000, 'stays pending');
  }
}

/** Waits for `ms` milliseconds. Returns immediately if the workflow is cancelled. */
async function waitOrCancelled(ms: number, summary: string): Promise<void> {
  try {
    await sleep(ms, { summary });
  } catch (error) {
    if (!isCancellation(error)) throw error;
  }
}
