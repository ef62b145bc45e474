import { CancellationScope, isCancellation, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import { maxPendingDays, outcomesOf } from '@assay/domain/sandbox.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import type { ProcessSubmissionInput } from '@assay/domain/workflow-inputs.ts';
import { recordSandbox } from './activities.ts';

/**
 * Simulates a sandbox submission. Waits for the requested delay, then records the outcome that each asset's marker
 * requests. Assets marked `pending` never finish.
 */
export async function simulateSubmission(input: ProcessSubmissionInput): Promise<void> {
  const { assets, simulationDelaySeconds } = input;
  const requested = outcomesOf(input);
  const isRecorded = requested.outcomes.length > 0;
  if (simulationDelaySeconds > 0)
    await waitOrCancelled(simulationDelaySeconds * 1000, 'simulated processing');
  if (isRecorded) await CancellationScope.nonCancellable(() => recordSandbox(requested));
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: isRecorded ? 'recorded' : 'pending' }]);
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
