import type { ProcessSubmissionInput } from '../domain/workflow-inputs.ts';
import { analyseSubmission } from './analyse-submission.ts';
import { simulateSubmission } from './simulate-submission.ts';

/** Processes one version of a submission: all its assets the first time, the retried one after that. */
export async function processSubmission(input: ProcessSubmissionInput): Promise<void> {
  if (input.environment === 'sandbox') await simulateSubmission(input);
  else await analyseSubmission(input);
}
