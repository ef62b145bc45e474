import {
  ApplicationFailure,
  continueAsNew,
  isCancellation,
  log,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { type UpkeepStep, upkeepTasks } from '@assay/domain/upkeep.ts';
import type { UpkeepInput } from '@assay/domain/workflow-inputs.ts';
import { upkeepActivities } from './activities.ts';

/** Maximum number of batches per run. The workflow then continues as a new run, which keeps its history short. */
const maxBatches = 100;

/**
 * Runs an upkeep task in batches and records its report. Returns the number of checked items and the number of
 * findings. If a step fails, the steps after it still run, and then the workflow fails.
 */
export async function upkeep(input: UpkeepInput): Promise<{ checked: number; found: number }> {
  const {
    task,
    minAgeHours,
    minAgeMinutes,
    batchSize,
    progress = { step: 0, cursor: null, checked: 0, failedSteps: [] },
  } = input;
  const failedSteps = [...progress.failedSteps];
  const { removes } = upkeepTasks[task];
  const steps: readonly UpkeepStep[] = upkeepTasks[task].steps;
  const dryRun = input.dryRun || !removes;
  const runId = workflowInfo().firstExecutionRunId;
  if (input.progress === undefined) await upkeepActivities.beginUpkeep({ runId, task, dryRun });
  let { step, cursor, checked } = progress;
  for (let batches = 1; step < steps.length; batches++) {
    const name = steps[step]!;
    const batch = { runId, task, dryRun, minAgeHours, minAgeMinutes, limit: batchSize, cursor };
    const summary = `${name}, ${checked} checked before`;
    try {
      const done = await upkeepActivities[name].executeWithOptions({ summary }, [batch]);
      checked += done.checked;
      cursor = done.cursor;
    } catch (error) {
      if (isCancellation(error)) throw error;
      log.error('a step of upkeep failed', { step: name, error });
      failedSteps.push(name);
      cursor = null;
    }
    if (cursor === null) step++;
    setCurrentDetails(`${task}${dryRun ? ', dry run' : ''}: ${name}, ${checked} checked`);
    if (step < steps.length && (batches >= maxBatches || workflowInfo().continueAsNewSuggested)) {
      await continueAsNew<typeof upkeep>({ ...input, progress: { step, cursor, checked, failedSteps } });
    }
  }
  if (failedSteps.length > 0)
    throw ApplicationFailure.nonRetryable(`steps failed: ${failedSteps.join(', ')}`, 'upkeep_step_failed');
  const found = await upkeepActivities.completeUpkeep({ runId, checked });
  setCurrentDetails(`${checked} checked, ${found} found: npm run admin -- upkeep findings ${runId}`);
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: found > 0 ? 'found' : 'clean' }]);
  return { checked, found };
}
