import { upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import type { ReportSignOffInput } from '@assay/domain/workflow-inputs.ts';
import { recordSignOff } from './activities.ts';
import { startStamp } from './stamp-report.ts';

/** Writes the report of a sign-off, or of its withdrawal. */
export async function reportSignOff(input: ReportSignOffInput): Promise<void> {
  const { toStamp } = await recordSignOff.executeWithOptions({ summary: `report of ${input.assetId}` }, [
    input,
  ]);
  const { submissionId, assetId } = input;
  if (toStamp !== null) await startStamp({ submissionId, assetId, sha256: toStamp });
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: 'complete' }]);
}
