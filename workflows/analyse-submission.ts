import { upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '../domain/search-attributes.ts';
import type { ProcessSubmissionInput } from '../domain/workflow-inputs.ts';
import { analyseAsset } from './analyse-asset.ts';
import { worstOf } from './asset-failure.ts';
import { createOversight } from './operator-controls.ts';
import { createProgressBoard } from './progress-board.ts';

/** Live processing: every asset on its own, so that one's trouble is not the others'. */
export async function analyseSubmission(input: ProcessSubmissionInput): Promise<void> {
  const board = createProgressBoard(input.assets);
  const oversight = createOversight(board);
  const analyses = input.assets.map((asset) => analyseAsset(input, asset, { board, oversight }));
  oversight.begin();
  const worst = worstOf(await Promise.all(analyses));
  upsertSearchAttributes([
    { key: searchAttributes.outcome, value: worst === null ? 'complete' : 'failed' },
    ...(worst === null ? [] : [{ key: searchAttributes.failureType, value: worst.errorType }]),
  ]);
  await oversight.end();
}
