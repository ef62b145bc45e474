import { upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import type { ReportSignOffInput } from '@assay/domain/workflow-inputs.ts';
import { recordSignOff } from './activities.ts';

/** Writes the report of a sign-off, or of its withdrawal. */
export async function reportSignOff(input: ReportSignOffInput): Promise<void> {
  await recordSignOff.executeWithOptions({ summary: `report of ${input.assetId}` }, [input]);
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: 'complete' }]);
}
