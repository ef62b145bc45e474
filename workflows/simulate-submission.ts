import { CancellationScope, isCancellation, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import type { FinalSandboxOutcome } from '../domain/sandbox.ts';
import { searchAttributes } from '../domain/search-attributes.ts';
import type { ProcessSubmissionInput } from '../domain/workflow-inputs.ts';
import { recordSandbox } from './activities.ts';

/** How long the workflow of an asset that stays pending remains to be looked at. */
const pendingForDays = 30;

/** The sandbox: wait as asked, then record the outcome that each asset's marker stands for. */
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
    await waitOrCancelled(pendingForDays * 24 * 3_600_000, 'pending for good: nothing follows');
  }

  /** A retry recovers (specification 3): whatever the asset failed with, its next version passes. */
  function finalOutcome(outcome: FinalSandboxOutcome): FinalSandboxOutcome {
    return version === 1 ? outcome : 'pass';
  }
}

/** An operator who cancels the wait gets its end at once. */
async function waitOrCancelled(ms: number, summary: string): Promise<void> {
  try {
    await sleep(ms, { summary });
  } catch (error) {
    if (!isCancellation(error)) throw error;
  }
}
