import { CancellationScope, isCancellation, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import { type FinalSandboxOutcome, maxPendingDays } from '../domain/sandbox.ts';
import { searchAttributes } from '../domain/search-attributes.ts';
import type { ProcessSubmissionInput } from '../domain/workflow-inputs.ts';
import { recordSandbox } from './activities.ts';

/**
 * Simulates a sandbox submission. Waits for the requested delay, then records the outcome that each asset's marker
 * requests.
 */
export async function simulateSubmission(input: ProcessSubmissionInput): Promise<void> {
  const { submissionId, version, assets, simulationDelaySeconds } = input;
  const outcomes = assets.flatMap(({ assetId, sandboxOutcome }) =>
    sandboxOutcome === null || sandboxOutcome === 'pending'
      ? []
      : [{ assetId, outcome: finalOutcome(sandboxOutcome) }],
  );
  if (simulationDelaySeconds > 0)
    await waitOrCancelled(simulationDelaySeconds * 1000, 'simulated processing');
  if (outcomes.length > 0) {
    await CancellationScope.nonCancellable(() => recordSandbox({ submissionId, version, outcomes }));
  }
  upsertSearchAttributes([
    { key: searchAttributes.outcome, value: outcomes.length > 0 ? 'recorded' : 'pending' },
  ]);
  if (outcomes.length < assets.length) {
    await waitOrCancelled(maxPendingDays * 24 * 3_600_000, 'stays pending');
  }

  /** Returns the outcome of an asset in this version. Every retry passes (specification, section 3). */
  function finalOutcome(outcome: FinalSandboxOutcome): FinalSandboxOutcome {
    return version === 1 ? outcome : 'pass';
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
