import { upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import type { ProcessSubmissionInput } from '@assay/domain/workflow-inputs.ts';
import { worstVerdict } from '@assay/domain/verdict.ts';
import { analyseAsset } from './analyse-asset.ts';
import { worstOf } from './asset-failure.ts';
import { createOperatorControls } from './operator-controls.ts';
import { createProgressBoard } from './progress-board.ts';
import { simulateSubmission } from './simulate-submission.ts';

/** Processes a version of a submission. Version 1 has all assets, each later version the retried asset. */
export async function processSubmission(input: ProcessSubmissionInput): Promise<void> {
  if (input.environment === 'sandbox') await simulateSubmission(input);
  else await analyseSubmission(input);
}

/** Analyses each live asset independently, so that the failure of one asset does not affect the others. */
async function analyseSubmission(input: ProcessSubmissionInput): Promise<void> {
  const board = createProgressBoard(input.assets);
  const controls = createOperatorControls(board);
  const analyses = input.assets.map((asset) => analyseAsset(input, asset, { board, controls }));
  controls.start();
  const ends = await Promise.all(analyses);
  const worst = worstOf(ends.map(({ failure }) => failure));
  const verdict = worstVerdict(ends.flatMap((end) => end.verdict ?? []));
  upsertSearchAttributes([
    { key: searchAttributes.outcome, value: worst === null ? 'complete' : 'failed' },
    ...(worst === null ? [] : [{ key: searchAttributes.failureType, value: worst.errorType }]),
    ...(verdict === null ? [] : [{ key: searchAttributes.verdict, value: verdict }]),
  ]);
  await controls.finish();
}
